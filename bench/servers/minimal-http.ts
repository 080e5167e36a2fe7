/** HTTP for the minimal servers and Fastify's: bodies, identifiers and confirmation codes. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens on a free port of the loopback interface, and prints the URL as one line. */
export const listen = (server: Server) =>
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

export const send = (response: ServerResponse, status: number, body: object) => {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
    .end(text)
}

type Purchase = { ticketType: string; ticketDate: string; email: string; eventId?: string; phone?: string }

export const readJson = (request: IncomingMessage) =>
  new Promise<Purchase>((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Purchase))
  })

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const letters = (count: number, randomInt: (below: number) => number) => {
  let text = ''
  for (let n = 0; n < count; n += 1) text += alphabet[randomInt(alphabet.length)]!
  return text
}
export const codeOf = (ticketType: string, randomInt: (below: number) => number): string =>
  `ticket-${ticketType}-${letters(6, randomInt)}-${letters(5, randomInt)}`

export const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuidOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export const insertColumns =
  'ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, phone, confirmation_code, price, currency, state'

export const confirmation = (
  ticketType: string,
  ticketDate: string,
  ticketId: string,
  confirmationCode: string,
  eventName?: string,
) => ({
  message: `Museum ${ticketType === 'event' ? 'special event' : 'general entry'} ticket purchased`,
  eventName,
  ticketId,
  ticketType,
  ticketDate,
  confirmationCode,
})

export const eventBody = (row: Record<string, unknown>, dates: string[]) => ({
  eventId: uuidOf(row['event_id'] as Uint8Array),
  name: row['name'],
  location: row['location'],
  eventDescription: row['event_description'],
  dates,
  price: Number(row['price']) / 100,
})

/** The bytes of the image that answers every request for one; empty without a path. */
export const imageOf = (path: string | undefined): Buffer => (path === undefined ? Buffer.alloc(0) : readFileSync(path))
