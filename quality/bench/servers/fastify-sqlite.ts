/** A server as one might write it with Fastify and `node:sqlite`, by their documentation. */
import { DatabaseSync } from 'node:sqlite'
import { type Ticket, notFound, soldOut, startServer } from './fastify.ts'
import { eventBody } from './representations.ts'
import * as statements from './statements.ts'

const [file, password] = process.argv.slice(2) as [string, string]
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000')
const findEvent = database.prepare(statements.findEvent)
const findDates = database.prepare(statements.findDates)
const listEvents = database.prepare(statements.listEvents)
const takePlace = database.prepare(statements.takePlace)
const takePlaceOfDay = database.prepare(statements.takePlaceOfDay)
const insertGeneralTicket = database.prepare(statements.insertGeneralTicket)
const insertEventTicket = database.prepare(statements.insertEventTicket)
const findEventName = database.prepare(statements.findEventName)

const insertTicket = ({ id, date, email, code, event }: Ticket): string | undefined => {
  if (event === undefined) {
    if (takePlaceOfDay.run(date).changes === 0) throw soldOut()
    insertGeneralTicket.run(id, date, email, code)
    return undefined
  }
  if (takePlace.run(event, date).changes === 0) throw soldOut()
  if (insertEventTicket.run(id, email, code, event, date).changes === 0) throw notFound()
  return findEventName.get(event)!['name'] as string
}

await startServer(password, {
  findEvent(id) {
    const row = findEvent.get(id)
    const dates = findDates.all(id).map(({ event_date }) => event_date as string)
    return row && eventBody(row, dates)
  },
  listEvents: (startDate, page, limit) =>
    listEvents
      .all(startDate, startDate, limit, (page - 1) * limit)
      .map((row) => eventBody(row, String(row['dates']).split(','))),
  insertTicket(ticket) {
    // `immediate`, since a transaction that has read fails at once while another process writes.
    database.exec('begin immediate')
    try {
      const eventName = insertTicket(ticket)
      database.exec('commit')
      return eventName
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  },
})
