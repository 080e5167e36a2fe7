import { describe, expect, it } from '@jest/globals'
import { AdmissionCode, TicketKeyId } from '@museum/domain'
import { anActor, readInMemoryTicket } from '@museum/testing'
import { generalOrder } from '../../test/a-museum-api.ts'
import { anApiAtTheGate } from '../../test/an-api-at-the-gate.ts'
import { anApiWithAnEvent } from '../../test/an-api-with-an-event.ts'
import { outcomeOf } from '../../test/problem-of.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'

describe('getTicketCode', () => {
  it('responds with a PNG image, a file name and an ETag', async () => {
    const { bought, request } = await anApiWithAnEvent()
    const { ticketId, confirmationCode } = await bought(generalOrder)
    const response = await request('GET', `/tickets/${ticketId}/qr`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/png')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(response.headers.get('ETag')).toMatch(/^"[\w-]{22}"$/)
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="${confirmationCode}.png"`)
    const code = await readInMemoryTicket(new Uint8Array(await response.arrayBuffer()))
    expect(AdmissionCode.decode(code)?.content).toEqual({
      keyId: 1,
      ticketId,
      ticketDate: generalOrder.ticketDate,
      ticketType: 'general',
    })
  })

  it('responds with the same bytes each time, and with 304 when If-None-Match has their ETag', async () => {
    const { bought, request } = await anApiWithAnEvent()
    const path = `/tickets/${(await bought(generalOrder)).ticketId.toUpperCase()}/qr`
    const [one, two] = [await request('GET', path), await request('GET', path)]
    const etag = one.headers.get('ETag')!
    expect(two.headers.get('ETag')).toBe(etag)
    expect(new Uint8Array(await one.arrayBuffer())).toEqual(new Uint8Array(await two.arrayBuffer()))
    const conditional = await request('GET', path, { headers: { 'If-None-Match': etag } })
    expect([conditional.status, await conditional.text()]).toEqual([304, ''])
  })

  it('responds with a new image and ETag after the key of the ticket was revoked, also to a conditional request', async () => {
    const { bought, request, museum } = await anApiWithAnEvent()
    const path = `/tickets/${(await bought(generalOrder)).ticketId}/qr`
    const etag = (await request('GET', path)).headers.get('ETag')!
    await museum.rotateTicketKey(anActor)
    expect((await request('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    await museum.revokeTicketKey(TicketKeyId(1), anActor)
    const response = await request('GET', path, { headers: { 'If-None-Match': etag } })
    expect(response.status).toBe(200)
    expect(response.headers.get('ETag')).not.toBe(etag)
    const code = await readInMemoryTicket(new Uint8Array(await response.arrayBuffer()))
    expect(AdmissionCode.decode(code)?.content.keyId).toBe(2)
  })

  it('responds with the same image and ETag after the ticket was admitted', async () => {
    const { ticket, scan, request } = await anApiAtTheGate()
    const path = `/tickets/${ticket.ticketId}/qr`
    const before = await request('GET', path)
    expect(await (await scan()).json()).toMatchObject({ admitted: true })
    expect(await (await request('GET', `/tickets/${ticket.ticketId}`)).json()).toMatchObject({ state: 'admitted' })
    const after = await request('GET', path)
    expect([after.status, after.headers.get('ETag')]).toEqual([200, before.headers.get('ETag')])
    expect(new Uint8Array(await after.arrayBuffer())).toEqual(new Uint8Array(await before.arrayBuffer()))
  })

  it('responds with 410 when the ticket was cancelled with its event, also to a conditional request', async () => {
    const { bought, request, eventId, eventOrder } = await anApiWithAnEvent()
    const path = `/tickets/${(await bought(eventOrder)).ticketId}/qr`
    const etag = (await request('GET', path)).headers.get('ETag')!
    await request('DELETE', `/special-events/${eventId}`)
    expect(await outcomeOf(await request('GET', path, { headers: { 'If-None-Match': etag } }))).toEqual([
      410,
      'ticket-cancelled',
      [],
    ])
  })

  it('responds with 410 when the date of the ticket was removed from its event', async () => {
    const { bought, request, send, eventId, eventOrder } = await anApiWithAnEvent()
    const [removed, kept] = [await bought(eventOrder), await bought({ ...eventOrder, ticketDate: '2030-05-18' })]
    await send('PATCH', `/special-events/${eventId}`, { dates: ['2030-05-18'] })
    expect((await request('GET', `/tickets/${removed.ticketId}/qr`)).status).toBe(410)
    expect((await request('GET', `/tickets/${kept.ticketId}/qr`)).status).toBe(200)
  })

  it('responds with 404 when there is no such ticket, and with 400 when the identifier is malformed', async () => {
    const { request } = await anApiWithAnEvent()
    expect(await outcomeOf(await request('GET', `/tickets/${unknown}/qr`))).toEqual([404, 'ticket-not-found', []])
    const response = await request('GET', '/tickets/ticket-general-abcdef-23456/qr')
    expect(await response.json()).toMatchObject({ errors: [{ parameter: 'ticketId', code: 'not-a-uuid' }] })
  })
})
