/** A server as one might write it with Fastify, its schemas and mysql2. It reads events, without authentication. */
import fastify from 'fastify'
import { type RowDataPacket, createPool } from 'mysql2/promise'
import { bytesOf, eventBody } from './representations.ts'

const pool = createPool({ uri: process.argv[2]!, charset: 'utf8mb4_bin', dateStrings: ['DATE'], connectionLimit: 10 })
const event = {
  type: 'object',
  properties: {
    eventId: { type: 'string' },
    name: { type: 'string' },
    location: { type: 'string' },
    eventDescription: { type: 'string' },
    dates: { type: 'array', items: { type: 'string' } },
    price: { type: 'number' },
  },
}
const app = fastify()

app.get<{ Params: { eventId: string } }>(
  '/v1.1/special-events/:eventId',
  {
    schema: {
      params: { type: 'object', properties: { eventId: { type: 'string', pattern: '^[0-9a-f-]{36}$' } } },
      response: { 200: event },
    },
  },
  async ({ params }) => {
    const id = bytesOf(params.eventId)
    const [[rows], [dates]] = await Promise.all([
      pool.execute<RowDataPacket[]>('select * from special_event where event_id = ?', [id]),
      pool.execute<RowDataPacket[]>(
        'select event_date from special_event_occurrence where event_id = ? order by event_date',
        [id],
      ),
    ])
    return eventBody(
      rows[0]!,
      dates.map((row) => row['event_date'] as string),
    )
  },
)

app.get<{ Querystring: { startDate: string; page: number; limit: number } }>(
  '/v1.1/special-events',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: {
          startDate: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
          page: { type: 'integer', default: 1 },
          limit: { type: 'integer', default: 10 },
        },
      },
      response: { 200: { type: 'array', items: event } },
    },
  },
  async ({ query: { startDate, page, limit } }) => {
    const [rows] = await pool.execute<RowDataPacket[]>(
      `select e.*,
         (select group_concat(event_date order by event_date) from special_event_occurrence d where d.event_id = e.event_id) dates
       from (select event_id, event_date from special_event_occurrence
             where event_date >= ? and (previous_date is null or previous_date < ?)
             order by event_date, event_id limit ? offset ?) k
       join special_event e on e.event_id = k.event_id order by k.event_date, k.event_id`,
      [startDate, startDate, String(limit), String((page - 1) * limit)],
    )
    return rows.map((row) => eventBody(row, String(row['dates']).split(',')))
  },
)

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
