/**
 * The minimal server on MySQL: the least that a server can do for these requests, with `node:http` and mysql2 alone.
 * It validates and authenticates nothing. Each purchase is one durable transaction.
 */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { type ResultSetHeader, createPool } from 'mysql2'
import { type Scan, imageOf, listen, readJson, send } from './minimal-http.ts'
import { admission, bytesOf, codeOf, confirmation, eventBody, insertColumns, scanColumns } from './representations.ts'

const url = new URL(process.argv[2]!)
const pool = createPool({
  host: url.hostname,
  port: Number(url.port),
  user: decodeURIComponent(url.username),
  password: decodeURIComponent(url.password),
  database: url.pathname.slice(1),
  charset: 'utf8mb4_bin',
  dateStrings: ['DATE'],
  connectionLimit: 10,
})
pool.on('connection', (connection) => {
  connection.query('set session transaction isolation level read committed')
  connection.query('set session group_concat_max_len = 8192')
})

type Row = Record<string, unknown>
type Callback = (error: Error | null, rows: Row[]) => void
const execute = (sql: string, values: (string | number | Buffer | null)[], callback: Callback) =>
  pool.execute(sql, values, callback as never)

const buy = async (request: IncomingMessage, response: ServerResponse) => {
  const { ticketType, ticketDate, email, eventId, phone = null } = await readJson(request)
  const ticketId = randomUUIDv7()
  const code = codeOf(ticketType, randomInt)
  const sendConfirmation = (eventName?: string) =>
    send(response, 201, confirmation(ticketType, ticketDate, ticketId, code, eventName))
  const sendError = () => send(response, 500, {})
  if (ticketType === 'general')
    return execute(
      `insert into museum_ticket (${insertColumns}) values (?, 'general', null, null, null, ?, ?, ?, ?, 0, 'EUR', 'valid')`,
      [bytesOf(ticketId), ticketDate, email, phone, code],
      (error) => (error ? sendError() : sendConfirmation()),
    )
  const event = bytesOf(eventId!)
  let [name, isStored]: [string?, boolean?] = []
  const sendWhenComplete = () => isStored && name !== undefined && sendConfirmation(name)
  execute(
    `insert into museum_ticket (${insertColumns}, occurrence_number)
       select ?, 'event', e.event_id, e.name, e.location, d.event_date, ?, ?, ?, e.price, 'EUR', 'valid', d.number
       from special_event e join event_occurrence d on d.event_id = e.event_id and d.removed_at is null
       where e.event_id = ? and d.event_date = ?`,
    [bytesOf(ticketId), email, phone, code, event, ticketDate],
    (error, result) => {
      isStored = !error && (result as unknown as ResultSetHeader).affectedRows === 1
      return isStored ? sendWhenComplete() : sendError()
    },
  )
  return execute('select name from special_event where event_id = ?', [event], (_, rows) => {
    name = rows[0]!['name'] as string
    sendWhenComplete()
  })
}

const today = '2030-12-31'
const scanner = Buffer.from('scanner')

const scan = async (request: IncomingMessage, response: ServerResponse) => {
  const { ticketId, gate, scanId } = await readJson<Scan>(request)
  const admissionId = randomUUIDv7()
  const [id, ticket, door, now] = [bytesOf(admissionId), bytesOf(ticketId), Buffer.from(gate), Date.now()]
  pool.getConnection((noConnection, connection) => {
    if (noConnection) return send(response, 500, {})
    const end = (status: number, body: object) => {
      connection.release()
      send(response, status, body)
    }
    return connection.beginTransaction(() =>
      connection.execute(
        `update museum_ticket set admission_id = ?, admitted_at = ?, admission_gate = ?
         where ticket_id = ? and state = 'valid' and admission_id is null`,
        [id, now, door, ticket],
        (_, result) => {
          if ((result as ResultSetHeader).affectedRows !== 1)
            return connection.rollback(() => end(200, { admitted: false }))
          return connection.execute(
            `insert into scan (${scanColumns}) values (?, ?, '${today}', ?, ?, 0, ?, ?)`,
            [id, now, door, scanner, ticket, bytesOf(scanId)],
            () =>
              connection.commit((error) => (error ? end(500, {}) : end(200, admission(admissionId, ticketId, today)))),
          )
        },
      ),
    )
  })
}

const getEvent = (eventId: string, response: ServerResponse) => {
  const id = bytesOf(eventId)
  let event: Row | undefined
  let dates: string[] | undefined
  const sendWhenComplete = () => {
    if (event !== undefined && dates !== undefined) send(response, 200, eventBody(event, dates))
  }
  execute(
    'select event_id, name, location, event_description, price from special_event where event_id = ?',
    [id],
    (_, rows) => {
      event = rows[0]!
      sendWhenComplete()
    },
  )
  execute(
    'select event_date from event_occurrence where event_id = ? and removed_at is null order by event_date',
    [id],
    (_, rows) => {
      dates = rows.map((row) => row['event_date'] as string)
      sendWhenComplete()
    },
  )
}

const listEvents = (query: URLSearchParams, response: ServerResponse) => {
  const from = query.get('startDate')!
  const limit = Number(query.get('limit') ?? 10)
  const offset = (Number(query.get('page') ?? 1) - 1) * limit
  execute(
    `select e.event_id, e.name, e.location, e.event_description, e.price,
       (select group_concat(event_date order by event_date) from event_occurrence d
      where d.event_id = e.event_id and removed_at is null) dates
     from (select event_id, event_date from event_occurrence
           where removed_at is null and event_date >= ? and (previous_date is null or previous_date < ?)
           order by event_date, event_id limit ? offset ?) k
     join special_event e on e.event_id = k.event_id order by k.event_date, k.event_id`,
    [from, from, String(limit), String(offset)],
    (_, rows) =>
      send(
        response,
        200,
        rows.map((row) => eventBody(row, String(row['dates']).split(','))),
      ),
  )
}

const image = imageOf(process.argv[3])
const getImage = (ticketId: string, response: ServerResponse) =>
  execute('select state from museum_ticket where ticket_id = ?', [bytesOf(ticketId)], (_, rows) =>
    rows[0]?.['state'] === 'valid'
      ? response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': image.length }).end(image)
      : send(response, 404, {}),
  )

listen(
  createServer((request, response) => {
    const path = request.url!
    if (path === '/v1.1/admissions') void scan(request, response)
    else if (request.method === 'POST') void buy(request, response)
    else if (path.startsWith('/v1.1/special-events/')) getEvent(path.slice('/v1.1/special-events/'.length), response)
    else if (path.startsWith('/v1.1/special-events'))
      listEvents(new URLSearchParams(path.slice(path.indexOf('?'))), response)
    else getImage(path.slice('/v1.1/tickets/'.length, -'/qr'.length), response)
  }),
)
