/** A server as one might write it with Fastify and mysql2, by their documentation. */
import { type ResultSetHeader, type RowDataPacket, createPool } from 'mysql2/promise'
import { bytesOf, eventBody } from '../../servers/representations.ts'
import { notFound, soldOut, startServer } from './museum-server.ts'
import * as statements from './statements.ts'
import { type Occurrence, ticketValues } from './ticket-values.ts'

const [uri, password] = process.argv.slice(2) as [string, string]
const pool = createPool({ uri, charset: 'utf8mb4_bin', dateStrings: ['DATE'], connectionLimit: 10 })

await startServer(password, {
  async findEvent(eventId) {
    const id = bytesOf(eventId)
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

  async insertTicket(ticket) {
    const connection = await pool.getConnection()
    try {
      await connection.beginTransaction()
      let occurrence: Occurrence | undefined
      if (ticket.ticketType === 'event') {
        const values = [bytesOf(ticket.eventId!), ticket.ticketDate]
        const [taken] = await connection.execute<ResultSetHeader>(statements.takePlace, values)
        const [rows] = await connection.execute<RowDataPacket[]>(statements.findOccurrence, values)
        occurrence = rows[0] as Occurrence | undefined
        if (occurrence === undefined) throw notFound()
        if (taken.affectedRows === 0) throw soldOut()
      } else {
        const [taken] = await connection.execute<ResultSetHeader>(statements.takePlaceOfDay, [ticket.ticketDate])
        if (taken.affectedRows === 0) throw soldOut()
      }
      await connection.execute(statements.insertTicket, ticketValues(ticket, occurrence))
      await connection.commit()
      return occurrence?.name
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  },
})
