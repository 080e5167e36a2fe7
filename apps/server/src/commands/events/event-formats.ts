import type { SpecialEventBody } from '@museum/adapters-http'
import { stringify } from 'csv-stringify/sync'

/** What a spreadsheet may take for a formula. After apostrophes too, so that the one of `cell` can be told apart. */
const formula = /^'*[=+\-@\t\r]/

/**
 * A text as a cell that a spreadsheet does not take for a formula: with an apostrophe before it where it could be one. The
 * cells that begin with an apostrophe and then match `formula` are just these.
 */
const cell = (text: string) => (formula.test(text) ? `'${text}` : text)

const line = (cells: readonly string[]) => stringify([cells])

/** Events as lines of CSV (RFC 4180, but with line feeds), titles first. The dates of an event are joined by `;`. */
export async function* eventsAsCsv(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  yield line(['eventId', 'name', 'location', 'eventDescription', 'dates', 'price'])
  for await (const event of events) {
    const { eventId, name, location, eventDescription, dates, price } = event
    yield line([eventId, cell(name), cell(location), cell(eventDescription), dates.join(';'), price.toFixed(2)])
  }
}

/** Events as lines of JSON. */
export async function* eventsAsJsonLines(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}
