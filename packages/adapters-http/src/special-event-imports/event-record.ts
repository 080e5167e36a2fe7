import type { Fault, FaultValues, SpecialEvent, SpecialEventDraft } from '@museum/domain'
import { closest, distance } from 'fastest-levenshtein'
import { type SpecialEventBody, toSpecialEventBody } from '../special-events/special-event.wire.ts'
import type { WireFaultCode } from '../problems/fault-codes.ts'

/** The members of an event as a file has them, and the line on which they begin. */
export type EventRecord = Readonly<{ line: number; members: Readonly<Record<string, unknown>> }>

/** Reports a fault of a line: its detail is a sentence about the line, without its subject and full stop. */
export type ReportFault = (line: number, fault: Fault<WireFaultCode>) => void

/** A member of an event in a file. */
export type MemberName = 'eventId' | 'capacity' | keyof SpecialEventDraft

const memberKinds: Readonly<Record<MemberName, 'required' | 'optional'>> = {
  eventId: 'optional',
  name: 'required',
  location: 'required',
  eventDescription: 'required',
  dates: 'required',
  price: 'required',
  capacity: 'optional',
}

/** The members that an event of a file may have, in the order in which an export has them. */
export const memberNames = Object.keys(memberKinds) as readonly MemberName[]

/** The members that every event of a file has. */
export const requiredMembers = memberNames.filter((name) => memberKinds[name] === 'required')

/** An event as an export has it: as in the API, with its capacity where its places are limited. */
export type ExportedEvent = SpecialEventBody & Readonly<{ capacity?: number }>
/** Makes that of an event. */
export const toExportedEvent = (event: SpecialEvent): ExportedEvent => ({
  ...toSpecialEventBody(event),
  ...(event.capacity !== undefined && { capacity: event.capacity }),
})

/** The maximum length of a row in characters. A valid row has at most three quarters of it, even as JSON in ASCII. */
export const maxRowLength = 100_000

/** A fault after which the rest of the file cannot be read. The message is a sentence about the line, without its subject. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly line: number
  readonly code: WireFaultCode
  readonly values: FaultValues | undefined
  constructor(line: number, code: WireFaultCode, message: string, values?: FaultValues) {
    super(message)
    this.line = line
    this.code = code
    this.values = values
  }
}

/** A fault of a row that is longer. */
export const rowTooLong = (line: number, advice: string): FileFault =>
  new FileFault(line, 'row-too-long', `has more than ${maxRowLength} characters: shorten its texts, ${advice}`, {
    maxLength: maxRowLength,
  })

const maxShownLength = 40

/** A value of a file for a message: as JSON, and cut. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

/** The fault of the name of a column or member; `undefined` for a known name. */
export const faultOfMemberName = (kind: 'column' | 'member', name: string): Fault<WireFaultCode> | undefined => {
  const known: string[] = [...memberNames]
  if (known.includes(name)) return undefined
  const nearest = closest(name.toLowerCase(), known)
  const hint = distance(name.toLowerCase(), nearest.toLowerCase()) <= 3 ? `; the nearest is ${nearest}` : ''
  return {
    code: 'unknown-column',
    detail: `the ${kind} ${shown(name)} is unknown${hint}`,
    values: { column: name.slice(0, maxShownLength) },
  }
}
