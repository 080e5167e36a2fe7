import { Base32 } from '../base32.ts'
import { CalendarDate } from '../calendar-date.ts'
import { TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { EventId, TicketId } from '../uuid.ts'
import { ConfirmationCode } from './confirmation-code.ts'
import { scannerReadings } from './scanner-readings.ts'
import { TicketKeyId } from './ticket-key.ts'
import type { Ticket } from './ticket.ts'

/**
 * The content of an admission code: the ticket, its date, entry time and event, and the key that signs the code. No personal data.
 */
export type AdmissionCodeContent = Readonly<{
  keyId: TicketKeyId
  ticketId: TicketId
  ticketDate: CalendarDate
  entryTime?: TimeOfDay
}> &
  (
    | Readonly<{ ticketType: 'general' }>
    /** `occurrenceNumber` is an integer from 0 to 4,294,967,295. */
    | Readonly<{ ticketType: 'event'; eventId: EventId; occurrenceNumber: number }>
  )

/** A decoded admission code. `signature` has 64 bytes, claims to sign `signedBytes`, and is not verified. */
export type DecodedAdmissionCode = Readonly<{
  content: AdmissionCodeContent
  signedBytes: Uint8Array
  signature: Uint8Array
}>

const prefix = 'M1:'
const [untimedVersion, timedVersion] = [1, 2]
const [generalType, eventType] = [0, 1]
const signatureLength = 64
/** The number of signed bytes of a code for general entry, by version; that of an event has these bytes more. */
const generalLengths = new Map([
  [untimedVersion, 22],
  [timedVersion, 24],
])
const eventBytes = 20

/**
 * The signed code on a ticket: `M1:` and the Base32 of the signed bytes and their Ed25519 signature, in 141 characters for
 * general entry and 173 for an event, and 3 more with an entry time, all of them in the alphanumeric mode of QR codes.
 *
 * The signed bytes are, with integers in big-endian order: version (1 byte: 2 with an entry time, otherwise 1), keyId (1),
 * ticketId (16), ticketDate (3, days since 1970-01-01), type (1: 0 general, 1 event), in version 2 entryTime (2, minutes since
 * midnight), and for an event eventId (16) and occurrence number (4).
 */
export const AdmissionCode = {
  /** The content of the code of a ticket when this key signs it. */
  contentOf(ticket: Ticket, keyId: TicketKeyId): AdmissionCodeContent {
    const { ticketId, ticketDate, entryTime, ticketType } = ticket
    const ofTicket = { keyId, ticketId, ticketDate, ...(entryTime !== undefined && { entryTime }) }
    return ticketType === 'general'
      ? { ...ofTicket, ticketType }
      : { ...ofTicket, ticketType, eventId: ticket.event.eventId, occurrenceNumber: ticket.occurrenceNumber }
  },

  /** The bytes that are signed. */
  signedBytesOf(content: AdmissionCodeContent): Uint8Array {
    const isEvent = content.ticketType === 'event'
    const version = content.entryTime === undefined ? untimedVersion : timedVersion
    const generalLength = generalLengths.get(version)!
    const bytes = new Uint8Array(generalLength + (isEvent ? eventBytes : 0))
    const view = new DataView(bytes.buffer)
    view.setUint8(0, version)
    view.setUint8(1, content.keyId)
    bytes.set(bytesOfUuid(content.ticketId), 2)
    const days = CalendarDate.toDays(content.ticketDate)
    view.setUint8(18, days >>> 16)
    view.setUint16(19, days & 0xffff)
    view.setUint8(21, isEvent ? eventType : generalType)
    if (content.entryTime !== undefined) view.setUint16(22, TimeOfDay.toMinutes(content.entryTime))
    if (isEvent) {
      bytes.set(bytesOfUuid(content.eventId), generalLength)
      view.setUint32(generalLength + 16, content.occurrenceNumber)
    }
    return bytes
  },

  /** The text of a code. */
  encode(signedBytes: Uint8Array, signature: Uint8Array): string {
    const bytes = new Uint8Array(signedBytes.length + signature.length)
    bytes.set(signedBytes)
    bytes.set(signature, signedBytes.length)
    return prefix + Base32.encode(bytes)
  },

  /** Whether a text begins like a signed code. Like `decode`, it takes what a scanner may have read. */
  isSigned: (text: string): boolean => scannerReadings(text).some((reading) => /^m1:/i.test(reading)),

  /**
   * Whether a text has the length of a code, but characters that no code has: the scanner may type with a keyboard layout that
   * `scannerReadings` does not know.
   */
  isGarbled: (text: string): boolean => {
    const readings = scannerReadings(text)
    return (
      readings.some((reading) => identifierLengths.some((length) => codeLengths.has(reading.length - length))) &&
      !readings.some((reading) => signedForm.test(reading) || unsignedForm.test(reading))
    )
  },

  /**
   * Reads a code: what a scanner may have read (`scannerReadings`), without regard to case. `undefined` for a text that `encode`
   * cannot return.
   */
  decode(text: string): DecodedAdmissionCode | undefined {
    const [, letters] = matches(text, signedForm)[0] ?? []
    const bytes = letters === undefined ? undefined : Base32.decode(letters.toUpperCase())
    if (bytes === undefined) return undefined
    const content = contentOfBytes(bytes)
    if (content === undefined) return undefined
    return {
      content,
      signedBytes: bytes.slice(0, -signatureLength),
      signature: bytes.slice(-signatureLength),
    }
  },

  /**
   * Reads the code of earlier versions, which was not signed: the ticketId, a full stop, the confirmation code. A
   * scanner may have typed one of several confirmation codes.
   */
  decodeUnsigned(text: string): Readonly<{ ticketId: TicketId; confirmationCodes: ConfirmationCode[] }> | undefined {
    const codes = matches(text, unsignedForm)
    const ticketId = codes[0]?.[1]!.toLowerCase() as TicketId | undefined
    const confirmationCodes = new Set(codes.map(([, , code]) => ConfirmationCode(code!.toLowerCase())))
    return ticketId && { ticketId, confirmationCodes: [...confirmationCodes] }
  },
}

// Without the flag `u` no letter outside of ASCII matches, although some become one in upper case.
const signedForm = /^m1:([a-z2-7]+)$/i
const unsignedForm =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(ticket-(?:general|event)-[a-z2-9]{6}-[a-z2-9]{5})$/i

/** The lengths of signed codes, also of earlier versions. */
const codeLengths = new Set([141, 173, 144, 176, 64, 62])
/** The lengths of no, one and two identifiers before a code, which are not recognized when they are garbled. */
const identifierLengths = [0, 3, 6]

const matches = (text: string, form: RegExp) =>
  scannerReadings(text)
    .map((reading) => form.exec(reading))
    .filter((match) => match !== null)

/** The content at the beginning of the bytes of a code; `undefined` if their length or values are not valid. */
const contentOfBytes = (bytes: Uint8Array): AdmissionCodeContent | undefined => {
  const generalLength = generalLengths.get(bytes[0]!)
  const length = bytes.length - signatureLength
  if (generalLength === undefined || (length !== generalLength && length !== generalLength + eventBytes))
    return undefined
  const isEvent = length > generalLength
  const view = new DataView(bytes.buffer)
  const ticketDate = CalendarDate.ofDays((view.getUint8(18) << 16) | view.getUint16(19))
  const keyId = view.getUint8(1)
  if (ticketDate === undefined || TicketKeyId.faultOf(keyId) !== undefined) return undefined
  if (view.getUint8(21) !== (isEvent ? eventType : generalType)) return undefined
  const entryMinute = view.getUint8(0) === timedVersion ? view.getUint16(22) : undefined
  if (entryMinute !== undefined && entryMinute > lastMinute) return undefined
  const common = {
    keyId: TicketKeyId(keyId),
    ticketId: uuidOfBytes(bytes, 2) as TicketId,
    ticketDate,
    ...(entryMinute !== undefined && { entryTime: TimeOfDay.ofMinutes(entryMinute) }),
  }
  return isEvent
    ? {
        ...common,
        ticketType: 'event',
        eventId: uuidOfBytes(bytes, generalLength) as EventId,
        occurrenceNumber: view.getUint32(generalLength + 16),
      }
    : { ...common, ticketType: 'general' }
}
/** 23:59, in minutes since midnight. */
const lastMinute = 1_439

const bytesOfUuid = (uuid: string): number[] =>
  Array.from(uuid.replaceAll('-', '').match(/../g)!, (byte) => Number.parseInt(byte, 16))
const uuidOfBytes = (bytes: Uint8Array, start: number): string => {
  const hex = Array.from(bytes.subarray(start, start + 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
