import { describe, expect, it } from '@jest/globals'
import { OutcomeUnknown } from '@museum/application'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

/** An API at the gate, the path of the cancellation of its event ticket, and the audit entries about that ticket. */
const anApiWithATicket = async () => {
  const api = await anApiAtTheGate()
  const { ticketId } = api.ticket
  const cancel = async (body?: unknown, headers: Record<string, string> = asBoxOffice) =>
    body === undefined
      ? api.request('POST', `/tickets/${ticketId}/cancellation`, { headers })
      : api.send('POST', `/tickets/${ticketId}/cancellation`, body, headers)
  const read = async () => (await api.get(`/tickets/${ticketId}`, asBoxOffice)).json()
  const audited = async () => (await api.request('GET', `/audit?about=ticket:${ticketId}`)).json()
  return { ...api, ticketId, cancel, read, audited }
}

describe('cancelTicket', () => {
  it('responds each time with the cancelled ticket, and adds one audit entry with the reason', async () => {
    const { cancel, read, audited, ticketId, later } = await anApiWithATicket()
    const cancelled = { ...((await read()) as object), state: 'cancelled', refund: { state: 'due', amount: 19.9 } }
    const response = await cancel({ reason: 'The visitor is ill.' })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual(cancelled)
    later(1_000)
    for (const again of [await cancel({ reason: 'Another one.' }), await cancel()])
      expect([again.status, await again.json()]).toEqual([200, cancelled])
    expect(await read()).toEqual(cancelled)
    expect(await audited()).toEqual([
      {
        auditId: expect.any(Number),
        at: '2030-05-17T19:00:00.000Z',
        actor: 'cashier',
        operation: 'cancelTicket',
        subject: { kind: 'ticket', id: ticketId },
        before: { state: 'valid' },
        after: { state: 'cancelled', reason: 'The visitor is ill.' },
      },
    ])
  })

  it.each<[string, Record<string, string>, string | undefined]>([
    ['no body and no Content-Type', {}, undefined],
    ['an empty body of JSON', { 'Content-Type': 'application/json' }, ''],
    ['an empty object', { 'Content-Type': 'application/json' }, '{}'],
    ['a reason of null', { 'Content-Type': 'application/json' }, '{"reason":null,"by":1}'],
  ])('needs no reason: %s', async (_, headers, body) => {
    const { request, ticketId, audited } = await anApiWithATicket()
    const init = { headers: { ...asBoxOffice, ...headers }, ...(body !== undefined && { body }) }
    const response = await request('POST', `/tickets/${ticketId}/cancellation`, init)
    expect(response.status).toBe(200)
    expect(await audited()).toMatchObject([{ after: { state: 'cancelled' } }])
  })

  it.each([
    [{ reason: '' }, '#/reason', 'text-blank'],
    [{ reason: 'a\nb' }, '#/reason', 'text-control-character'],
    [{ reason: 'x'.repeat(501) }, '#/reason', 'text-too-long'],
    [{ reason: '\ud800' }, '#/reason', 'text-not-unicode'],
    [{ reason: 1 }, '#/reason', 'wrong-type'],
    [null, '#', 'not-an-object'],
    [[], '#', 'not-an-object'],
  ])('responds with 400 to the body %j and cancels nothing', async (body, pointer, code) => {
    const { cancel, read } = await anApiWithATicket()
    expect(await faultsOf(await cancel(body))).toEqual([[pointer, code]])
    expect(await read()).toMatchObject({ state: 'valid' })
  })

  it('responds with 400 to white space, 415 to a body of another type, and 413 to one that is too large', async () => {
    const { request, ticketId, read } = await anApiWithATicket()
    const post = async (body: string, type: string) =>
      request('POST', `/tickets/${ticketId}/cancellation`, { body, headers: { ...asBoxOffice, 'Content-Type': type } })
    expect(await faultsOf(await post(' ', 'application/json'))).toEqual([['#', 'not-json']])
    const unsupported = await post('reason=x', 'application/x-www-form-urlencoded')
    expect([unsupported.status, unsupported.headers.get('Accept-Post')]).toEqual([415, 'application/json'])
    expect((await post(`{"reason":"${'x'.repeat(131_072)}"}`, 'application/json')).status).toBe(413)
    expect(await read()).toMatchObject({ state: 'valid' })
  })

  it('responds with 409 to a ticket that was used, until the admission is reverted', async () => {
    const { cancel, read, scanned, request } = await anApiWithATicket()
    const { admissionId } = await scanned()
    expect(await outcomeOf(await cancel())).toEqual([409, 'ticket-admitted', []])
    expect(await read()).toMatchObject({ state: 'admitted' })
    await request('DELETE', `/admissions/${String(admissionId)}`)
    expect((await cancel()).status).toBe(200)
    expect(await scanned()).toMatchObject({ reason: 'cancelled' })
  })

  it('gives the place back once, and the ticket has no image afterwards', async () => {
    const { cancel, send, request, buy, eventId, ticketId } = await anApiWithATicket()
    const event = { ticketType: 'event', eventId }
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 1 })
    for (let n = 0; n < 2; n += 1) expect((await cancel()).status).toBe(200)
    expect((await request('GET', `/tickets/${ticketId}/qr`)).status).toBe(410)
    await buy(event)
    const order = { ...event, ticketDate: '2030-05-17', email: 'visitor@example.org' }
    expect((await problemOf(await send('POST', '/tickets', order))).slug).toBe('sold-out')
  })

  it('responds with 404 to an unknown ticket, 400 to a malformed identifier, and 403 to the gate', async () => {
    const { request, cancel, read } = await anApiWithATicket()
    const post = async (id: string) => request('POST', `/tickets/${id}/cancellation`, { headers: asBoxOffice })
    expect(await outcomeOf(await post(exampleId(999)))).toEqual([404, 'ticket-not-found', []])
    expect(await faultsOf(await post('17'))).toEqual([['ticketId', 'not-a-uuid']])
    expect(await outcomeOf(await cancel({}, asGate))).toEqual([403, 'forbidden', []])
    expect(await read()).toMatchObject({ state: 'valid' })
  })

  it('may be repeated when its outcome is unknown, as the problem details say', async () => {
    const { ports, withPorts, ticketId } = await anApiWithATicket()
    const cancel = async () => {
      throw new OutcomeUnknown('the connection was lost')
    }
    const path = `/tickets/${ticketId}/cancellation`
    const response = await withPorts({ tickets: { ...ports.tickets, cancel } })('POST', path, undefined, asBoxOffice)
    expect(await problemOf(response)).toMatchObject({
      slug: 'outcome-unknown',
      detail: 'It is not known whether this took effect. Send it again: a ticket that is cancelled stays as it is.',
    })
    expect((await withPorts({})('POST', path, undefined, asBoxOffice)).status).toBe(200)
  })
})
