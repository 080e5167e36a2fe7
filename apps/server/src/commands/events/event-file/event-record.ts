import { closest, distance } from 'fastest-levenshtein'

/** The members of an event as a file has them, and the line on which they begin. */
export type EventRecord = Readonly<{ line: number; members: Readonly<Record<string, unknown>> }>

/** Takes note of a fault: a sentence without its full stop, whose subject is the line. */
export type ReportFault = (line: number, fault: string) => void

/** The members that every event of a file has. */
export const requiredMembers = ['name', 'location', 'eventDescription', 'dates', 'price'] as const

/** What is wrong with the name of a column or member, if anything. */
export const faultOfMemberName = (kind: 'column' | 'member', name: string): string | undefined => {
  const known = ['eventId', ...requiredMembers]
  if (known.includes(name)) return undefined
  const nearest = closest(name, known)
  const hint = distance(name.toLowerCase(), nearest.toLowerCase()) <= 3 ? `; the nearest is ${nearest}` : ''
  return `the ${kind} ${JSON.stringify(name)} is unknown${hint}`
}
