import { closest, distance } from 'fastest-levenshtein'

/** The members of an event as a file has them, and the line on which they begin. */
export type EventRecord = Readonly<{ line: number; members: Readonly<Record<string, unknown>> }>

/** Takes note of a fault: a sentence without its full stop, whose subject is the line. */
export type ReportFault = (line: number, fault: string) => void

/** The members that every event of a file has. */
export const requiredMembers = ['name', 'location', 'eventDescription', 'dates', 'price'] as const

/** The members that an event of a file may have. */
export const memberNames = ['eventId', ...requiredMembers] as const

/** The length of a row without a fault is at most three quarters of it, also in JSON that has ASCII characters only. */
export const maxRowLength = 100_000

const maxShownLength = 40

/** A text or another value of a file as a message shows it: as JSON, and cut. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

/** What is wrong with the name of a column or member, if anything. */
export const faultOfMemberName = (kind: 'column' | 'member', name: string): string | undefined => {
  const known: string[] = [...memberNames]
  if (known.includes(name)) return undefined
  const nearest = closest(name.toLowerCase(), known)
  const hint = distance(name.toLowerCase(), nearest.toLowerCase()) <= 3 ? `; the nearest is ${nearest}` : ''
  return `the ${kind} ${shown(name)} is unknown${hint}`
}
