/** HTTP for the minimal servers. */
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

/** The scan of a ticket that is named, without a code. */
export type Scan = { ticketId: string; gate: string; scanId: string }

export const readJson = <T = Purchase>(request: IncomingMessage) =>
  new Promise<T>((resolve) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as T))
  })

/** The bytes of the image that answers every request for one; empty without a path. */
export const imageOf = (path: string | undefined): Buffer => (path === undefined ? Buffer.alloc(0) : readFileSync(path))
