/** A server as one might write it with Fastify and better-sqlite3, by their documentation. */
import Database from 'better-sqlite3'
import { bytesOf, eventBody } from '../../servers/representations.ts'
import { type Ticket, notFound, soldOut, startServer } from './museum-server.ts'
import * as statements from './statements.ts'
import { type Occurrence, ticketValues } from './ticket-values.ts'

const [file, password] = process.argv.slice(2) as [string, string]
const db = new Database(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')

type Row = Record<string, unknown>
const findEvent = db.prepare<[Buffer], Row>(statements.findEvent)
const findDates = db.prepare<[Buffer], { event_date: string }>(statements.findDates)
const listEvents = db.prepare<[string, string, number, number], Row>(statements.listEvents)
const findOccurrence = db.prepare<[Buffer, string], Occurrence>(statements.findOccurrence)
const takePlace = db.prepare<[Buffer, string]>(statements.takePlace)
const takePlaceOfDay = db.prepare<[string]>(statements.takePlaceOfDay)
const insertTicket = db.prepare(statements.insertTicket)

await startServer(password, {
  findEvent(eventId) {
    const id = bytesOf(eventId)
    const row = findEvent.get(id)
    const dates = findDates.all(id).map(({ event_date }) => event_date)
    return row && eventBody(row, dates)
  },

  listEvents: (startDate, page, limit) =>
    listEvents
      .all(startDate, startDate, limit, (page - 1) * limit)
      .map((row) => eventBody(row, String(row['dates']).split(','))),

  // `immediate`, since a transaction that has read fails at once while another process writes.
  insertTicket: db.transaction((ticket: Ticket) => {
    let occurrence: Occurrence | undefined
    if (ticket.ticketType === 'event') {
      occurrence = findOccurrence.get(bytesOf(ticket.eventId!), ticket.ticketDate)
      if (occurrence === undefined) throw notFound()
      if (takePlace.run(bytesOf(ticket.eventId!), ticket.ticketDate).changes === 0) throw soldOut()
    } else if (takePlaceOfDay.run(ticket.ticketDate).changes === 0) throw soldOut()
    insertTicket.run(ticketValues(ticket, occurrence))
    return occurrence?.name
  }).immediate,
})
