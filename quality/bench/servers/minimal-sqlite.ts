/**
 * The minimal server on SQLite: the least that a server can do for these requests, with `node:http` and `node:sqlite`
 * alone. It validates and authenticates nothing. Each purchase is one durable transaction.
 */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { type Scan, imageOf, listen, readJson, send } from './minimal-http.ts'
import { admission, bytesOf, codeOf, confirmation, eventBody, insertColumns, scanColumns } from './representations.ts'

const file = new DatabaseSync(process.argv[2]!)
file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 1000')

const insertGeneral = file.prepare(
  `insert into museum_ticket (${insertColumns}) values (?, 'general', null, null, null, ?, ?, ?, ?, 0, 'EUR', 'valid')`,
)
const insertForEvent = file.prepare(
  `insert into museum_ticket (${insertColumns}, occurrence_number)
     select ?, 'event', e.event_id, e.name, e.location, d.event_date, ?, ?, ?, e.price, 'EUR', 'valid', d.number
     from special_event e join event_occurrence d on d.event_id = e.event_id and d.removed_at is null
     where e.event_id = ? and d.event_date = ?`,
)
const nameOf = file.prepare('select name from special_event where event_id = ?')
const eventOf = file.prepare(
  'select event_id, name, location, event_description, price from special_event where event_id = ?',
)
const datesOf = file.prepare(
  'select event_date from event_occurrence where event_id = ? and removed_at is null order by event_date',
)
const pageWithTotal = file.prepare(
  `select e.event_id, e.name, e.location, e.event_description, e.price,
     (select group_concat(event_date order by event_date) from event_occurrence d
      where d.event_id = e.event_id and removed_at is null) dates
   from (select event_id, event_date from event_occurrence
         where removed_at is null and event_date >= ? and (previous_date is null or previous_date < ?)
         order by event_date, event_id limit ? offset ?) k
   join special_event e on e.event_id = k.event_id order by k.event_date, k.event_id`,
)
const stateOf = file.prepare('select state from museum_ticket where ticket_id = ?')

const buy = async (request: IncomingMessage, response: ServerResponse) => {
  const { ticketType, ticketDate, email, eventId, phone = null } = await readJson(request)
  const ticketId = randomUUIDv7()
  const code = codeOf(ticketType!, randomInt)
  let name: string | undefined
  if (ticketType === 'general') insertGeneral.run(bytesOf(ticketId), ticketDate!, email!, phone, code)
  else {
    const event = bytesOf(eventId!)
    const { changes } = insertForEvent.run(bytesOf(ticketId), email!, phone, code, event, ticketDate!)
    if (changes !== 1) return send(response, 400, {})
    name = nameOf.get(event)!['name'] as string
  }
  return send(response, 201, confirmation(ticketType!, ticketDate!, ticketId, code, name))
}

const today = '2030-12-31'
const admit = file.prepare(
  `update museum_ticket set admission_id = ?, admitted_at = ?, admission_gate = ?
   where ticket_id = ? and state = 'valid' and admission_id is null`,
)
const insertScan = file.prepare(`insert into scan (${scanColumns}) values (?, ?, '${today}', ?, ?, 0, ?, ?)`)
const scanner = Buffer.from('scanner')

const scan = async (request: IncomingMessage, response: ServerResponse) => {
  const { ticketId, gate, scanId } = await readJson<Scan>(request)
  const admissionId = randomUUIDv7()
  const [id, ticket, door, now] = [bytesOf(admissionId), bytesOf(ticketId), Buffer.from(gate), Date.now()]
  file.exec('begin immediate')
  const { changes } = admit.run(id, now, door, ticket)
  if (changes === 1) insertScan.run(id, now, door, scanner, ticket, bytesOf(scanId))
  file.exec('commit')
  send(response, 200, changes === 1 ? admission(admissionId, ticketId, today) : { admitted: false })
}

const listEvents = (query: URLSearchParams, response: ServerResponse) => {
  const from = query.get('startDate')!
  const limit = Number(query.get('limit') ?? 10)
  const rows = pageWithTotal.all(from, from, limit, (Number(query.get('page') ?? 1) - 1) * limit)
  send(
    response,
    200,
    rows.map((row) => eventBody(row, String(row['dates']).split(','))),
  )
}

const getEvent = (eventId: string, response: ServerResponse) => {
  const id = bytesOf(eventId)
  const dates = datesOf.all(id).map((row) => row['event_date'] as string)
  send(response, 200, eventBody(eventOf.get(id)!, dates))
}

const image = imageOf(process.argv[3])
const getImage = (ticketId: string, response: ServerResponse) => {
  if (stateOf.get(bytesOf(ticketId))?.['state'] !== 'valid') send(response, 404, {})
  else response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': image.length }).end(image)
}

const [events, tickets] = ['/v1.1/special-events/', '/v1.1/tickets/']
listen(
  createServer((request, response) => {
    const path = request.url!
    if (path === '/v1.1/admissions') void scan(request, response)
    else if (request.method === 'POST') void buy(request, response)
    else if (path.startsWith(events)) getEvent(path.slice(events.length), response)
    else if (path.startsWith(tickets)) getImage(path.slice(tickets.length, -'/qr'.length), response)
    else listEvents(new URLSearchParams(path.slice(path.indexOf('?'))), response)
  }),
)
