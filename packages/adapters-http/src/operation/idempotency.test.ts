import { describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, openMuseum } from '@museum/application'
import { inMemoryCredentialVerifier, inMemoryPorts } from '@museum/application/in-memory'
import { CalendarDate, TicketId } from '@museum/domain'
import { exampleId } from '@museum/domain/examples'
import { aMuseumApi, basic, event, generalOrder } from '../../test/a-museum-api.ts'
import { museumApi } from '../museum-api.ts'

const key = { 'Idempotency-Key': '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' }
const whole = async (response: Response) => {
  const { 'x-request-id': _, 'idempotency-replayed': replayed, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text(), replayed }
}
type Problem = Readonly<{ type: string; detail: string; errors?: unknown }>

describe('an Idempotency-Key', () => {
  it.each([
    ['a ticket', '/tickets', generalOrder],
    ['an event', '/special-events', event],
  ])('makes the same request for %s take effect once, with the same answer byte for byte', async (_, path, body) => {
    const { send } = aMuseumApi()
    const first = await whole(await send('POST', path, body, key))
    expect([first.status, first.replayed]).toEqual([201, undefined])
    // Whatever becomes of it in the meantime.
    if (path === '/special-events')
      expect((await send('PATCH', first.headers['location']!, { name: 'Renamed' })).status).toBe(200)
    for (let again = 0; again < 2; again += 1) {
      const { replayed, ...answer } = await whole(await send('POST', path, body, key))
      expect(replayed).toBe('true')
      expect({ ...answer, replayed: undefined }).toEqual(first)
    }
    // Identifiers come in order: no other one was given meanwhile.
    const next = (await (await send('POST', '/tickets', generalOrder)).json()) as { ticketId: string }
    expect(next.ticketId).toBe(exampleId(2))
  })

  it('is of one user: another one may choose the same', async () => {
    const credentials = inMemoryCredentialVerifier({ one: 'a', other: 'b' })
    const api = museumApi(openMuseum(inMemoryPorts()), credentials)
    const buy = async (authorization: string) => {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json', ...key }
      const answer = await api.request('/v1.1/tickets', { method: 'POST', headers, body: JSON.stringify(generalOrder) })
      return ((await answer.json()) as { ticketId: string }).ticketId
    }
    const [one, other, again] = [
      await buy(basic('one', 'a')),
      await buy(basic('other', 'b')),
      await buy(basic('one', 'a')),
    ]
    expect(one).not.toBe(other)
    expect(again).toBe(one)
  })

  it.each([
    ['another body', '/tickets', { ...generalOrder, email: 'another@example.org' }],
    ['the same body but for a blank', '/tickets', generalOrder, ' '],
    ['another path', '/special-events', event],
  ])('is refused with 422 for %s', async (_, path, body, blank = '') => {
    const { send, ask } = aMuseumApi()
    await send('POST', '/tickets', generalOrder, key)
    const headers = { 'Content-Type': 'application/json', ...key }
    const answer = await ask('POST', path, { headers, body: `${JSON.stringify(body)}${blank}` })
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as Problem).type).toBe('/problems/idempotency-key-reused')
  })

  it('keeps no refusal: what was refused may be sent again, corrected or not', async () => {
    const { send, ports } = aMuseumApi()
    await ports.museumHours.setException(CalendarDate(generalOrder.ticketDate), 'closed')
    expect((await send('POST', '/tickets', generalOrder, key)).status).toBe(400)
    expect((await send('POST', '/tickets', { ...generalOrder, email: 'x' }, key)).status).toBe(400)
    await ports.museumHours.setException(CalendarDate(generalOrder.ticketDate), 'as-the-week')
    const sold = await send('POST', '/tickets', generalOrder, key)
    expect([sold.status, sold.headers.get('Idempotency-Replayed')]).toEqual([201, null])
  })

  it.each([
    ['is empty', ''],
    ['has a blank', 'a b'],
    ['was sent twice', 'a, b'],
    ['is not ASCII', 'é'],
    ['is longer than 255 characters', 'x'.repeat(256)],
  ])('that %s is a fault of the header', async (_, value) => {
    const { send } = aMuseumApi()
    const answer = await send('POST', '/tickets', generalOrder, { 'Idempotency-Key': value })
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as Problem).errors).toEqual([
      {
        header: 'Idempotency-Key',
        code: 'not-an-idempotency-key',
        detail: 'must be 1 to 255 visible ASCII characters',
      },
    ])
  })

  it('may have 255 characters', async () => {
    const { send } = aMuseumApi()
    const longest = { 'Idempotency-Key': '~'.repeat(255) }
    expect((await send('POST', '/tickets', generalOrder, longest)).status).toBe(201)
    expect((await send('POST', '/tickets', generalOrder, longest)).headers.get('Idempotency-Replayed')).toBe('true')
  })

  it('under which another request is being carried out is 409, with Retry-After', async () => {
    const { ports } = aMuseumApi()
    const held = async () => ({ refusal: 'request-in-progress', because: 'It waits.' }) as const
    const { send } = aMuseumApi({ tickets: { ...ports.tickets, addWithRecord: held } })
    const answer = await send('POST', '/tickets', generalOrder, key)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([409, '1'])
    expect(((await answer.json()) as Problem).type).toBe('/problems/request-in-progress')
  })
})

describe('an unknown outcome', () => {
  const ticketId = TicketId(exampleId(1))
  const unknown = () => {
    const { ports } = aMuseumApi()
    const add = async () => {
      throw new OutcomeUnknown('the connection was lost', { ticketId })
    }
    return aMuseumApi({ tickets: { ...ports.tickets, add, addWithRecord: add } })
  }

  it('names the ticket, and where its image is if it was sold', async () => {
    const answer = await unknown().send('POST', '/tickets', generalOrder)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, null])
    expect(((await answer.json()) as Problem).detail).toContain(`/v1.1/tickets/${ticketId}/qr`)
  })

  it('is sent again under its key, if it has one', async () => {
    const answer = await unknown().send('POST', '/tickets', generalOrder, key)
    const { detail } = (await answer.json()) as Problem
    expect(detail).toContain('again under the same Idempotency-Key')
    expect(detail).toContain(ticketId)
  })
})
