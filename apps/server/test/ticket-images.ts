import { createHash } from 'node:crypto'
import { expect } from '@jest/globals'
import type { StartedServer } from './start-server.ts'

/** Buys a ticket, and returns its identifier. */
export const buyTicket = async (server: StartedServer) => {
  const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
  const answer = await server.request('POST', '/tickets', order)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { ticketId: string }).ticketId
}
/** A hash of the image of a ticket. */
export const hashOfImage = async (server: StartedServer, ticketId: string) => {
  const answer = await server.request('GET', `/tickets/${ticketId}/qr`)
  expect(answer.status).toBe(200)
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex')
}
