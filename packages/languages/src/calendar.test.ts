import { describe, expect, it } from '@jest/globals'
import ICAL from 'ical.js'
import { type CalendarEntry, iCalendar, placeText } from './index.ts'

const anEntry = (but: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'a-night',
  at: Date.UTC(2030, 2, 1, 12),
  sequence: 3,
  date: '2030-05-17',
  summary: 'Night at the Museum',
  location: 'Main Hall',
  description: 'Torches.',
  ...but,
})
const calendarText = (entries: readonly CalendarEntry[], properties = {}) =>
  [...iCalendar(properties, entries)].join('')
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)) }
}

describe('a place in one line', () => {
  it('has the parts that are known, and each line of an address that is not blank', () => {
    expect(placeText('Hall', undefined, 'Museum', 'Museumsplatz 1\r\n \n8001 Zürich\n')).toBe(
      'Hall, Museum, Museumsplatz 1, 8001 Zürich',
    )
    expect(placeText(undefined, '')).toBe('')
  })
})

describe('iCalendar text', () => {
  it('has each entry with its texts, in its order, and the properties of the calendar', () => {
    const entries = [anEntry(), anEntry({ uid: 'b', isCancelled: true, description: '', date: '2030-05-18' })]
    const { calendar, events } = read(calendarText(entries, { METHOD: 'PUBLISH', NAME: 'Museum; of, Clocks' }))
    expect(['version', 'method', 'name'].map((name) => calendar.getFirstPropertyValue(name))).toEqual([
      '2.0',
      'PUBLISH',
      // ical.js does not know this property, and returns it as it is written.
      String.raw`Museum\; of\, Clocks`,
    ])
    const valueOf = (event: ICAL.Event, name: string) => event.component.getFirstPropertyValue(name)
    expect(events.map((event) => [event.uid, event.startDate.toString(), event.endDate.toString()])).toEqual([
      ['a-night', '2030-05-17', '2030-05-18'],
      ['b', '2030-05-18', '2030-05-19'],
    ])
    expect(events.map((event) => [valueOf(event, 'status'), valueOf(event, 'description'), event.sequence])).toEqual([
      ['CONFIRMED', 'Torches.', 3],
      ['CANCELLED', null, 3],
    ])
    expect(read(calendarText([])).events).toEqual([])
  })

  it('has the URL of an entry as it is, in lines of at most 75 bytes', () => {
    const url = `https://example.org/museum/#event-${'a,b;c'.repeat(20)}`
    const written = calendarText([anEntry({ url }), anEntry()])
    expect(read(written).events.map(({ component }) => component.getFirstPropertyValue('url'))).toEqual([url, null])
    expect(written.split('\r\n').every((line) => line.length <= 75)).toBe(true)
  })

  it('has the part of a day in UTC', () => {
    const period = { start: Date.UTC(2030, 4, 17, 7), end: Date.UTC(2030, 4, 17, 16, 30) }
    const [event] = read(calendarText([anEntry({ period })])).events
    expect([event!.startDate, event!.endDate].map((time) => time.toJSDate().getTime())).toEqual([
      period.start,
      period.end,
    ])
  })

  it('has a moment without an end', () => {
    const start = Date.UTC(2030, 4, 17, 9, 30)
    const written = calendarText([anEntry({ period: { start } })])
    expect(written).toContain('\r\nDTSTART:20300517T093000Z\r\nTRANSP:')
    const [event] = read(written).events
    expect([event!.startDate, event!.endDate].map((time) => time.toJSDate().getTime())).toEqual([start, start])
  })

  it.each([
    ['every special character', 'a\\n;b,c:d"e\\;\r\nf\rg\u2028h\u0007'],
    ['a line that reads like a property', 'x\nEND:VEVENT\nBEGIN:VEVENT'],
    ['letters of two bytes', 'é'.repeat(200)],
    ['letters of three bytes', '夜'.repeat(200)],
    ['a few letters of three bytes', '夜'.repeat(30)],
    ['emoji', `x${'😀'.repeat(200)}`],
    ['exactly one line', 'a'.repeat(75 - 'SUMMARY:'.length)],
    ['one character more', 'a'.repeat(76 - 'SUMMARY:'.length)],
  ])(
    'keeps a text, with LF for each line break and a space for other control characters, in lines of at most 75 bytes: %s',
    (_, text) => {
      const written = calendarText([anEntry({ summary: text, location: text, description: text })])
      const lines = written.split('\r\n')
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && line.isWellFormed())).toBe(true)
      expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const { events } = read(written)
      expect(events).toHaveLength(1)
      const expected = text.replaceAll(/\r\n|[\r\u2028]/g, '\n').replaceAll('\u0007', ' ')
      expect([events[0]!.summary, events[0]!.location, events[0]!.description]).toEqual([expected, expected, expected])
    },
  )
})
