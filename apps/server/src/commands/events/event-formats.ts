import type { SpecialEventBody } from '@museum/adapters-http'
import { csvLine, textCell } from '../../command-line/csv-line.ts'

/** Events as lines of CSV, titles first. The dates of an event are joined by `;`. */
export async function* eventsAsCsv(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  yield csvLine(['eventId', 'name', 'location', 'eventDescription', 'dates', 'price'])
  for await (const event of events) {
    const { eventId, name, location, eventDescription, dates, price } = event
    yield csvLine([
      eventId,
      textCell(name),
      textCell(location),
      textCell(eventDescription),
      dates.join(';'),
      price.toFixed(2),
    ])
  }
}

/** Events as lines of JSON. */
export async function* eventsAsJsonLines(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}
