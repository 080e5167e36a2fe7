import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Instant } from '@museum/domain'
import { aMuseumApi } from '../../test/a-museum-api.ts'

type Document = {
  paths: Record<
    string,
    Record<string, { requestBody: { content: Record<string, { examples: Record<string, { value: object }> }> } }>
  >
  components: {
    schemas: Record<string, { properties: Record<string, { example: unknown }> }>
  }
}

/** The moment when a date begins at UTC+14, where each day begins first. */
const firstMoment = (date: CalendarDate) => Instant(Date.parse(`${date}T00:00+14:00`))

/** The API on a day, with its examples. */
const anApiOn = (day: string) => {
  let today = CalendarDate(day)
  const { api, send } = aMuseumApi({ today: () => today, now: () => firstMoment(today) })
  return {
    send,
    setToday: (next: string) => void (today = CalendarDate(next)),
    get: (headers: Record<string, string> = {}) => api.request('/openapi.json', { headers }),
    document: async () => (await (await api.request('/openapi.json')).json()) as Document,
  }
}

// Every weekday, a leap day, and the last day of the year after that of the committed document.
const days = [
  '2026-11-22',
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
  '2026-11-27',
  '2026-11-28',
  '2028-02-29',
  '2031-12-31',
]

describe('the dates of the examples', () => {
  it.each(days)('let the examples create an event and buy a ticket on %s', async (day) => {
    const { document, send } = anApiOn(day)
    const { paths, components } = await document()
    const members = Object.entries(components.schemas['SpecialEventFields']!.properties)
    const event = Object.fromEntries(members.map(([name, { example }]) => [name, example])) as { dates: string[] }
    for (const date of event.dates) expect(date > day).toBe(true)
    const created = await send('POST', '/special-events', event)
    expect(created.status).toBe(201)
    const purchases = paths['/tickets']!['post']!.requestBody.content['application/json']!.examples
    const [general, ofEvent] = [purchases['general']!.value, purchases['event']!.value]
    const purchase = general as { ticketDate: string }
    expect((await send('POST', '/tickets', purchase)).status).toBe(201)
    // In the near future: 16 to 22 days later, on a Friday.
    const ahead = CalendarDate.toDays(CalendarDate(purchase.ticketDate)) - CalendarDate.toDays(CalendarDate(day))
    expect([ahead >= 16 && ahead <= 22, CalendarDate.weekday(CalendarDate(purchase.ticketDate))]).toEqual([
      true,
      'friday',
    ])
    const { eventId } = (await created.json()) as { eventId: string }
    expect((await send('POST', '/tickets', { ...ofEvent, eventId })).status).toBe(201)
  })

  it.each(days)('let the scans of the examples be accepted on %s', async (day) => {
    const { document, send } = anApiOn(day)
    const { content } = (await document()).paths['/admissions']!['post']!.requestBody
    for (const { value } of Object.values(content['application/json']!.examples))
      expect([value, (await send('POST', '/admissions', value)).status]).toEqual([value, 200])
  })

  it('follow the day on which the document is requested', async () => {
    const { get, setToday } = anApiOn('2026-11-22')
    const [first, same] = [await get(), await get()]
    setToday('2026-11-23')
    const next = await get()
    expect(same.headers.get('ETag')).toBe(first.headers.get('ETag'))
    expect(next.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
    expect((await get({ 'If-None-Match': first.headers.get('ETag')! })).status).toBe(200)
    expect((await get({ 'If-None-Match': next.headers.get('ETag')! })).status).toBe(304)
  })
})
