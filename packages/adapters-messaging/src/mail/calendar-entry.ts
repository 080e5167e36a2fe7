import type { CalendarDate, Instant, OpeningHours } from '@museum/domain'
import { Temporal } from 'temporal-polyfill'

/** An entry of a calendar: a day, or the hours of a day. */
export type CalendarEntry = Readonly<{
  /** Identifies the entry in every version of it. */
  uid: string
  /** The time of the change: a calendar takes the version with the latest one. */
  at: Instant
  isCancelled: boolean
  date: CalendarDate
  openingHours: OpeningHours | undefined
  timeZone: string
  summary: string
  location: string
  description: string
  organizer: Readonly<{ name: string; address: string }>
}>

/** The calendar entry as iCalendar text (RFC 5545, RFC 5546), for a file `.ics`. */
export const calendarEntry = (entry: CalendarEntry): string => {
  const { date, openingHours, timeZone, organizer } = entry
  const moment = (time: string) =>
    utc(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//museum//tickets//EN',
    `METHOD:${methodOf(entry)}`,
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `DTSTAMP:${utc(entry.at)}`,
    // The seconds since 2020, which increase with each change. A count of the changes would have to be stored.
    `SEQUENCE:${Math.max(0, Math.floor((entry.at - Date.UTC(2020, 0, 1)) / 1_000))}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // In UTC, so that no calendar needs the rules of the time zone. Without an end, a day is the whole day.
    ...(openingHours === undefined
      ? [`DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`]
      : [`DTSTART:${moment(openingHours.timeOpen)}`, `DTEND:${moment(openingHours.timeClose)}`]),
    // Not shown as busy, since a visit takes only some of these hours.
    'TRANSP:TRANSPARENT',
    `SUMMARY:${escaped(entry.summary)}`,
    `LOCATION:${escaped(entry.location)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `ORGANIZER;CN="${organizer.name.replaceAll(/["\p{Cc}]/gu, ' ')}":mailto:${encodeURI(organizer.address)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** The method of an entry, which is also a parameter of its media type. */
export const methodOf = ({ isCancelled }: Pick<CalendarEntry, 'isCancelled'>): 'CANCEL' | 'PUBLISH' =>
  isCancelled ? 'CANCEL' : 'PUBLISH'

const utc = (instant: number) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) =>
  text
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

/** A line in parts of at most 75 bytes, each but the first after a space. No character is split. */
const folded = (line: string) => {
  const parts = ['']
  let bytes = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (bytes + length > 75) {
      parts.push(' ')
      bytes = 1
    }
    parts.push(parts.pop()! + character)
    bytes += length
  }
  return parts.join('\r\n')
}
