import { describe, expect, it } from '@jest/globals'
import { Instant, Price } from '@museum/domain'
import { sellAlone } from '@museum/testing'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { authorization } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf } from '../../test/problem-of.ts'
import { SoldTicketBody } from './sold-ticket.wire.ts'

const purchaser = { email: 'visitor@example.org', phone: '+1(234)-567-8910' }

describe('getTicket', () => {
  it('responds with the ticket as it was sold, and its current state', async () => {
    const { get, ticket, general, eventId, scanned, send } = await anApiAtTheGate()
    const sold = {
      ticketId: ticket.ticketId,
      ticketType: 'event',
      ticketDate: '2030-05-17',
      event: { eventId, name: 'Night at the Museum', location: 'Main Hall' },
      state: 'valid',
      price: 19.9,
      currency: 'EUR',
      soldAt: '2030-05-17T19:00:00.000Z',
      admittedAt: null,
      gate: null,
      admissionId: null,
      confirmationCode: ticket.confirmationCode,
      ...purchaser,
    }
    await send('PATCH', `/special-events/${eventId}`, { name: 'Day', location: 'Roof', price: 1 })
    const response = await get(`/tickets/${ticket.ticketId.toUpperCase()}`, asBoxOffice)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(SoldTicketBody.strict().parse(await response.json())).toEqual(sold)
    const { admissionId } = await scanned({ gate: 'North door' })
    const used = { state: 'admitted', admittedAt: '2030-05-17T19:00:00.000Z', gate: 'North door', admissionId }
    expect(await (await get(`/tickets/${ticket.ticketId}`, asBoxOffice)).json()).toEqual({ ...sold, ...used })
    const { event: _, ...ofGeneral } = sold
    expect(await (await get(`/tickets/${general.ticketId}`, asBoxOffice)).json()).toEqual({
      ...ofGeneral,
      ticketId: general.ticketId,
      ticketType: 'general',
      price: 0,
      confirmationCode: general.confirmationCode,
    })
  })

  it('responds to the role gate without the e-mail address and the phone number', async () => {
    const { get, ticket } = await anApiAtTheGate()
    const path = `/tickets/${ticket.ticketId}`
    const [admin, boxOffice, gate] = await Promise.all(
      [{ Authorization: authorization }, asBoxOffice, asGate].map(async (headers) => (await get(path, headers)).json()),
    )
    expect(admin).toMatchObject(purchaser)
    expect(boxOffice).toEqual(admin)
    const { email: _, phone: __, ...others } = admin as Record<string, unknown>
    expect(gate).toEqual(others)
  })

  it('has null for a phone number that was not given, and for what earlier versions did not store', async () => {
    const { get, ports } = await anApiAtTheGate()
    const { soldAt: _, soldBy: __, ...ticket } = aGeneralTicket({ price: Price(1250) })
    await sellAlone(ports.tickets, ticket)
    expect(await (await get(`/tickets/${ticket.ticketId}`, asBoxOffice)).json()).toMatchObject({
      soldAt: null,
      price: 12.5,
      email: 'visitor@example.org',
      phone: null,
    })
  })

  it('responds to every role without the e-mail address and the phone number once they are erased', async () => {
    const { get, ports } = await anApiAtTheGate()
    const { purchaser: _, ...ticket } = aGeneralTicket()
    await sellAlone(ports.tickets, ticket)
    for (const headers of [{ Authorization: authorization }, asBoxOffice, asGate]) {
      const body: unknown = await (await get(`/tickets/${ticket.ticketId}`, headers)).json()
      expect(SoldTicketBody.strict().parse(body)).toMatchObject({ ticketId: ticket.ticketId, state: 'valid' })
      expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(['email']))
      expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(['phone']))
    }
  })

  it('responds with 304 until the state changes, but never to an ETag that another role got', async () => {
    const { get, ticket, scanned, request } = await anApiAtTheGate()
    const path = `/tickets/${ticket.ticketId}`
    const etag = (await get(path)).headers.get('ETag')!
    const unchanged = await get(path, { ...asGate, 'If-None-Match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    expect((await get(path, { ...asBoxOffice, 'If-None-Match': etag })).status).toBe(200)
    const head = await request('HEAD', path, { headers: asGate })
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, ''])
    await scanned()
    expect((await get(path, { ...asGate, 'If-None-Match': etag })).status).toBe(200)
  })

  it('responds with 404 when there is no such ticket, and with 400 when the identifier is malformed', async () => {
    const { get } = await anApiAtTheGate()
    expect(await outcomeOf(await get(`/tickets/${exampleId(999)}`))).toEqual([404, 'ticket-not-found', []])
    expect(await faultsOf(await get('/tickets/ticket-general-abcdef-23456'))).toEqual([['ticketId', 'not-a-uuid']])
  })

  it('has the first moment of an admission that an earlier offline scan has replaced', async () => {
    const { get, ticket, scanned, now } = await anApiAtTheGate()
    await scanned({ gate: 'North door' })
    const scannedAt = new Date(Instant(now() - 60_000)).toISOString()
    await scanned({ offline: true, scannedAt })
    expect(await (await get(`/tickets/${ticket.ticketId}`)).json()).toMatchObject({
      state: 'admitted',
      admittedAt: scannedAt,
      gate: null,
    })
  })
})
