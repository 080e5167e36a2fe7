import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EventRow, admission, bytesOf, drawCode, confirmation, eventBody } from './representations.ts'

type Purchase = Readonly<{ ticketType: string; ticketDate: string; email: string; eventId?: string }>
/** The scan of a ticket that is named, without a code. */
type Scan = Readonly<{ ticketId: string; gate: string; scanId: string }>

/** What a minimal server does with its database. Each function calls `done` once. */
export type Queries = Readonly<{
  /** Stores a ticket in a durable transaction; `done` gets the name of its event. */
  insertTicket: (
    ticket: Readonly<{ id: Buffer; date: string; email: string; code: string; event?: Buffer }>,
    done: (isStored: boolean, eventName?: string) => void,
  ) => void
  /** Admits a ticket and stores the scan, in a durable transaction. */
  admitTicket: (
    scan: Readonly<{
      admission: Buffer
      at: number
      day: string
      gate: Buffer
      user: Buffer
      ticket: Buffer
      id: Buffer
    }>,
    done: (isAdmitted: boolean) => void,
  ) => void
  findEvent: (id: Buffer, done: (event: EventRow, dates: string[]) => void) => void
  listEvents: (from: string, limit: number, offset: number, done: (rows: EventRow[]) => void) => void
  findTicketState: (id: Buffer, done: (state: unknown) => void) => void
}>

const day = '2030-12-31'
const user = Buffer.from('scanner')

const readJson = <T>(request: IncomingMessage, read: (body: T) => void) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => read(JSON.parse(Buffer.concat(chunks).toString()) as T))
}
const send = (response: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    .end(text)
}

/**
 * The minimal server: the least that a server can do for these requests, with `node:http` alone. It validates, authenticates
 * and counts nothing. Listens on a free port of the loopback interface, and prints the URL as one line. `imageFile` is the
 * image of every ticket.
 */
export const serveMinimally = (queries: Queries, imageFile: string): void => {
  const image = readFileSync(imageFile)

  const buy = ({ ticketType, ticketDate: date, email, eventId }: Purchase, response: ServerResponse) => {
    const [ticketId, code] = [randomUUIDv7(), drawCode(ticketType)]
    const ticket = {
      id: bytesOf(ticketId),
      date,
      email,
      code,
      ...(eventId !== undefined && { event: bytesOf(eventId) }),
    }
    queries.insertTicket(ticket, (isStored, eventName) =>
      isStored
        ? send(response, 201, confirmation(ticketType, date, ticketId, code, eventName))
        : send(response, 500, {}),
    )
  }

  const scan = ({ ticketId, gate, scanId }: Scan, response: ServerResponse) => {
    const admissionId = randomUUIDv7()
    const [id, ticket] = [bytesOf(scanId), bytesOf(ticketId)]
    const stored = { admission: bytesOf(admissionId), at: Date.now(), day, gate: Buffer.from(gate), user, ticket, id }
    queries.admitTicket(stored, (isAdmitted) =>
      send(response, 200, isAdmitted ? admission(admissionId, ticketId, day) : { admitted: false }),
    )
  }

  const listEvents = (query: URLSearchParams, response: ServerResponse) => {
    const limit = Number(query.get('limit') ?? 10)
    const offset = (Number(query.get('page') ?? 1) - 1) * limit
    queries.listEvents(query.get('startDate')!, limit, offset, (rows) =>
      send(
        response,
        200,
        rows.map((row) => eventBody(row, String(row['dates']).split(','))),
      ),
    )
  }

  const getImage = (ticketId: string, response: ServerResponse) =>
    queries.findTicketState(bytesOf(ticketId), (state) =>
      state === 'valid'
        ? response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': image.length }).end(image)
        : send(response, 404, {}),
    )

  const [events, tickets] = ['/v1.1/special-events/', '/v1.1/tickets/']
  const server = createServer((request, response) => {
    const path = request.url!
    if (path === '/v1.1/admissions') readJson<Scan>(request, (body) => scan(body, response))
    else if (request.method === 'POST') readJson<Purchase>(request, (body) => buy(body, response))
    else if (path.startsWith(tickets)) getImage(path.slice(tickets.length, -'/qr'.length), response)
    else if (path.startsWith(events))
      queries.findEvent(bytesOf(path.slice(events.length)), (event, dates) =>
        send(response, 200, eventBody(event, dates)),
      )
    else listEvents(new URLSearchParams(path.slice(path.indexOf('?'))), response)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}
