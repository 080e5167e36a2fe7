import { expect } from '@jest/globals'
import { createMuseum } from '@museum/application'
import { CalendarDate, Instant, TicketId, isRefusal } from '@museum/domain'
import { anActor, readInMemoryTicket } from '@museum/testing'
import type { MuseumApiOptions } from '../src/museum-api-options.ts'
import { museumApi } from '../src/museum-api.ts'
import { aMuseumApi, authorizationOf, credentials, event, generalOrder } from './a-museum-api.ts'
import { strictConfirmation } from './an-api-with-an-event.ts'

export const asGate = { Authorization: authorizationOf('gate') }
export const asBoxOffice = { Authorization: authorizationOf('box-office') }

/** The API of a museum on 17 May 2030, 19:00 UTC, with a ticket to an event of that day and one for general entry. */
export const anApiAtTheGate = async (ports: Parameters<typeof aMuseumApi>[0] = {}, options: MuseumApiOptions = {}) => {
  let moment = Date.UTC(2030, 4, 17, 19)
  const now = () => Instant(moment)
  const today = () => CalendarDate(new Date(moment).toISOString().slice(0, 10))
  const api = aMuseumApi({ now, today, ...ports }, options)
  await api.museum.ensureTicketKey(anActor)
  const { eventId } = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
  const buy = async (order: object) => {
    const response = await api.send('POST', '/tickets', { ...generalOrder, phone: '+1(234)-567-8910', ...order })
    expect(response.status).toBe(201)
    return strictConfirmation.parse(await response.json())
  }
  const ticket = await buy({ ticketType: 'event', eventId })
  const general = await buy({})
  const codeOf = async ({ ticketId }: { ticketId: string }) => {
    const code = await api.museum.getTicketCode(TicketId(ticketId))
    if (isRefusal(code)) throw new Error(code.because)
    return readInMemoryTicket(code.image)
  }
  const code = await codeOf(ticket)
  /** Sends a scan of the code of `ticket`, with further members, as the role gate. */
  const scan = async (but: object = {}) => api.send('POST', '/admissions', { code, ...but }, asGate)
  /** The body of the response to such a scan; expects the status 200. */
  const scanned = async (but: object = {}) => {
    const response = await scan(but)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    return (await response.json()) as Record<string, unknown>
  }
  const get = async (path: string, headers: Record<string, string> = asGate) => api.request('GET', path, { headers })
  const log = async () => (await (await get('/admissions?limit=100')).json()) as Record<string, unknown>[]
  const later = (milliseconds: number) => (moment += milliseconds)
  /** Another API of the same museum, with other ports. */
  const withPorts = (others: Parameters<typeof aMuseumApi>[0], otherOptions: MuseumApiOptions = {}) => {
    const other = museumApi(createMuseum({ ...api.ports, ...others }), credentials, otherOptions)
    return async (method: string, path: string, body?: object, headers: Record<string, string> = asGate) =>
      other.request(`/v1.1${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
  }
  return { ...api, eventId, buy, ticket, general, code, codeOf, scan, scanned, get, log, later, now, withPorts }
}
