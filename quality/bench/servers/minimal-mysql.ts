/** The minimal server on MySQL, with mysql2. */
import { type ResultSetHeader, createPool } from 'mysql2'
import { serveMinimally } from './minimal-http.ts'
import type { EventRow } from './representations.ts'
import * as statements from './statements.ts'

const [uri, imageFile] = process.argv.slice(2) as [string, string]
const pool = createPool({ uri, charset: 'utf8mb4_bin', dateStrings: ['DATE'], connectionLimit: 10 })
pool.on('connection', (connection) => {
  connection.query('set session transaction isolation level read committed')
  connection.query('set session group_concat_max_len = 8192')
})

type Callback = (error: Error | null, rows: EventRow[]) => void
const execute = (sql: string, values: (string | Buffer)[], callback: Callback) =>
  pool.execute(sql, values, callback as never)
const affectedRows = (result: unknown) => (result as ResultSetHeader).affectedRows

serveMinimally(
  {
    insertTicket({ id, date, email, code, event }, done) {
      if (event === undefined)
        return execute(statements.insertGeneralTicket, [id, date, email, code], (error) => done(error === null))
      let [name, isStored]: [string?, boolean?] = []
      const endWhenComplete = () => isStored && name !== undefined && done(true, name)
      execute(statements.insertEventTicket, [id, email, code, event, date], (error, result) => {
        isStored = error === null && affectedRows(result) === 1
        return isStored ? endWhenComplete() : done(false)
      })
      return execute(statements.findEventName, [event], (_, rows) => {
        name = rows[0]!['name'] as string
        endWhenComplete()
      })
    },

    admitTicket({ admission, at, day, gate, user, ticket, id }, done) {
      pool.getConnection((noConnection, connection) => {
        if (noConnection) return done(false)
        const end = (isAdmitted: boolean) => {
          connection.release()
          done(isAdmitted)
        }
        return connection.beginTransaction(() =>
          connection.execute(statements.admitTicket, [admission, at, gate, ticket], (_, result) => {
            if (affectedRows(result) !== 1) return connection.rollback(() => end(false))
            return connection.execute(statements.insertScan, [admission, at, day, gate, user, ticket, id], () =>
              connection.commit((error) => end(error === null)),
            )
          }),
        )
      })
    },

    findEvent(id, done) {
      let [event, dates]: [EventRow?, string[]?] = []
      const endWhenComplete = () => event !== undefined && dates !== undefined && done(event, dates)
      execute(statements.findEvent, [id], (_, rows) => {
        event = rows[0]!
        endWhenComplete()
      })
      execute(statements.findDates, [id], (_, rows) => {
        dates = rows.map((row) => row['event_date'] as string)
        endWhenComplete()
      })
    },

    listEvents: (from, limit, offset, done) =>
      execute(statements.listEvents, [from, from, String(limit), String(offset)], (_, rows) => done(rows)),

    findTicketState: (id, done) => execute(statements.findTicketState, [id], (_, rows) => done(rows[0]?.['state'])),
  },
  imageFile,
)
