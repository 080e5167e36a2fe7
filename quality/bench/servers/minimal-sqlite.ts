/** The minimal server on SQLite, with `node:sqlite`. */
import { DatabaseSync } from 'node:sqlite'
import { serveMinimally } from './minimal-http.ts'
import * as statements from './statements.ts'

const [file, imageFile] = process.argv.slice(2) as [string, string]
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 10000')
const insertGeneralTicket = database.prepare(statements.insertGeneralTicket)
const insertEventTicket = database.prepare(statements.insertEventTicket)
const findEventName = database.prepare(statements.findEventName)
const admitTicket = database.prepare(statements.admitTicket)
const insertScan = database.prepare(statements.insertScan)
const findEvent = database.prepare(statements.findEvent)
const findDates = database.prepare(statements.findDates)
const listEvents = database.prepare(statements.listEvents)
const findTicketState = database.prepare(statements.findTicketState)

serveMinimally(
  {
    insertTicket({ id, date, email, code, event }, done) {
      if (event === undefined) {
        insertGeneralTicket.run(id, date, email, code)
        return done(true)
      }
      const { changes } = insertEventTicket.run(id, email, code, event, date)
      return done(changes === 1, findEventName.get(event)?.['name'] as string)
    },

    admitTicket({ admission, at, day, gate, user, ticket, id }, done) {
      database.exec('begin immediate')
      const isAdmitted = admitTicket.run(admission, at, gate, ticket).changes === 1
      if (isAdmitted) insertScan.run(admission, at, day, gate, user, ticket, id)
      database.exec('commit')
      done(isAdmitted)
    },

    findEvent(id, done) {
      const dates = findDates.all(id).map((row) => row['event_date'] as string)
      done(findEvent.get(id)!, dates)
    },

    listEvents: (from, limit, offset, done) => done(listEvents.all(from, from, limit, offset)),

    findTicketState: (id, done) => done(findTicketState.get(id)?.['state']),
  },
  imageFile,
)
