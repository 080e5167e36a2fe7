/** An entry of a calendar: a day, a part of a day, or the moment at which something begins. Moments are in milliseconds since 1970. */
export type CalendarEntry = Readonly<{
  /** Identifies the entry in every version of it. */
  uid: string
  /** The moment of the change that made this version. */
  at: number
  /** Greater in each later version. */
  sequence: number
  isCancelled?: boolean
  /** The day, `YYYY-MM-DD`. */
  date: string
  /** The part of the day, whose end need not be known; without it, the entry is for the whole day. */
  period?: Readonly<{ start: number; end?: number }> | undefined
  summary: string
  location: string
  description: string
  /** A page about it. */
  url?: string | undefined
  organizer?: Readonly<{ name: string; address: string }>
}>

/** A place in one line: the parts that are known, of which an address may have several lines. */
export const placeText = (...parts: readonly (string | undefined)[]): string =>
  parts
    .flatMap((part) => part?.split(/\r?\n/) ?? [])
    .filter((line) => line.trim() !== '')
    .join(', ')

/**
 * Entries as iCalendar text (RFC 5545), for a file `.ics`, in parts: the beginning, each entry, the end. `properties` are those
 * of the calendar in addition to `VERSION` and `PRODID`; their values are texts.
 */
export function* iCalendar(
  properties: Readonly<Record<string, string>>,
  entries: Iterable<CalendarEntry>,
): Generator<string> {
  yield foldedLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//museum//tickets//EN',
    ...Object.entries(properties).map(([name, value]) => `${name}:${escaped(value)}`),
  ])
  for (const entry of entries) yield foldedLines(eventOf(entry))
  yield foldedLines(['END:VCALENDAR'])
}

const eventOf = (entry: CalendarEntry) => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.uid)}`,
  `DTSTAMP:${utc(entry.at)}`,
  `SEQUENCE:${entry.sequence}`,
  `STATUS:${entry.isCancelled === true ? 'CANCELLED' : 'CONFIRMED'}`,
  // In UTC, so that no calendar needs the rules of the time zone. Without an end, a day is the whole day.
  ...(entry.period === undefined
    ? [`DTSTART;VALUE=DATE:${entry.date.replaceAll('-', '')}`]
    : [
        `DTSTART:${utc(entry.period.start)}`,
        ...(entry.period.end === undefined ? [] : [`DTEND:${utc(entry.period.end)}`]),
      ]),
  // A visit takes some of this time: the calendar does not show the visitor as busy in all of it.
  'TRANSP:TRANSPARENT',
  `SUMMARY:${escaped(entry.summary)}`,
  `LOCATION:${escaped(entry.location)}`,
  ...(entry.description === '' ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
  // A URI, in which nothing is escaped.
  ...(entry.url === undefined ? [] : [`URL:${encodeURI(entry.url)}`]),
  ...(entry.organizer === undefined
    ? []
    : [
        `ORGANIZER;CN="${entry.organizer.name.replaceAll(/["\p{Cc}]/gu, ' ')}":mailto:${encodeURI(entry.organizer.address)}`,
      ]),
  'END:VEVENT',
]

const utc = (moment: number) => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) =>
  text
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

const foldedLines = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join('')

const maxBytes = 75
/** The longest text of UTF-16 units of which no three bytes each make a line too long. */
const surelyShort = maxBytes / 3

/** A line in parts of at most 75 bytes, each but the first after a space. No character is split. */
const folded = (line: string) => {
  if (line.length <= surelyShort) return line
  const parts: string[] = []
  let [start, end, bytes] = [0, 0, 0]
  for (const character of line) {
    const length = bytesOf(character.codePointAt(0)!)
    if (bytes + length > maxBytes) {
      parts.push(line.slice(start, end))
      start = end
      bytes = 1
    }
    end += character.length
    bytes += length
  }
  parts.push(line.slice(start))
  return parts.join('\r\n ')
}

/** The number of bytes of a code point in UTF-8. */
const bytesOf = (codePoint: number) => (codePoint < 0x80 ? 1 : codePoint < 0x8_00 ? 2 : codePoint < 0x1_00_00 ? 3 : 4)
