/** A server as one might write it with Fastify and mysql2, by their documentation. */
import { type ResultSetHeader, type RowDataPacket, createPool } from 'mysql2/promise'
import { notFound, soldOut, startServer } from './fastify.ts'
import { eventBody } from './representations.ts'
import * as statements from './statements.ts'

const [uri, password] = process.argv.slice(2) as [string, string]
const pool = createPool({ uri, charset: 'utf8mb4_bin', dateStrings: ['DATE'], connectionLimit: 10 })

await startServer(password, {
  async findEvent(id) {
    const [[rows], [dates]] = await Promise.all([
      pool.execute<RowDataPacket[]>(statements.findEvent, [id]),
      pool.execute<RowDataPacket[]>(statements.findDates, [id]),
    ])
    const eventDates = dates.map((row) => row['event_date'] as string)
    return rows[0] && eventBody(rows[0], eventDates)
  },
  async listEvents(startDate, page, limit) {
    const values = [startDate, startDate, String(limit), String((page - 1) * limit)]
    const [rows] = await pool.execute<RowDataPacket[]>(statements.listEvents, values)
    return rows.map((row) => eventBody(row, String(row['dates']).split(',')))
  },
  async insertTicket({ id, date, email, code, event }) {
    const connection = await pool.getConnection()
    const execute = async (statement: string, values: (string | Buffer)[]) =>
      (await connection.execute<ResultSetHeader>(statement, values))[0].affectedRows
    try {
      await connection.beginTransaction()
      let eventName: string | undefined
      if (event === undefined) {
        if ((await execute(statements.takePlaceOfDay, [date])) === 0) throw soldOut()
        await execute(statements.insertGeneralTicket, [id, date, email, code])
      } else {
        if ((await execute(statements.takePlace, [event, date])) === 0) throw soldOut()
        if ((await execute(statements.insertEventTicket, [id, email, code, event, date])) === 0) throw notFound()
        const [rows] = await connection.execute<RowDataPacket[]>(statements.findEventName, [event])
        eventName = rows[0]!['name'] as string
      }
      await connection.commit()
      return eventName
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  },
})
