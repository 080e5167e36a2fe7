import { describe, expect, it } from '@jest/globals'
import { SaleOutcomeUnknown, createMuseum } from '@museum/application'
import { changeHours, inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { CalendarDate, TicketId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, basic, event, generalOrder } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

const key = { 'Idempotency-Key': '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' }
/** A response as plain data, without its X-Request-Id. */
const dataOf = async (response: Response) => {
  const { 'x-request-id': _, 'idempotency-replayed': replayed, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, headers, body: await response.text(), replayed }
}

describe('a request with an Idempotency-Key', () => {
  it.each([
    ['a ticket', '/tickets', generalOrder],
    ['an event', '/special-events', event],
  ])(
    'for %s takes effect once, and gets the same response byte for byte when it is repeated',
    async (_, path, body) => {
      const { send } = aMuseumApi()
      const first = await dataOf(await send('POST', path, body, key))
      expect([first.status, first.replayed]).toEqual([201, undefined])
      // A later change of the event does not change the response.
      if (path === '/special-events')
        expect((await send('PATCH', first.headers['location']!, { name: 'Renamed' })).status).toBe(200)
      for (let repetition = 0; repetition < 2; repetition += 1) {
        const { replayed, ...repeated } = await dataOf(await send('POST', path, body, key))
        expect(replayed).toBe('true')
        expect({ ...repeated, replayed: undefined }).toEqual(first)
      }
      // Example identifiers are consecutive: the repetitions used none.
      const next = (await (await send('POST', '/tickets', generalOrder)).json()) as { ticketId: string }
      expect(next.ticketId).toBe(exampleId(2))
    },
  )

  it.each([
    ['a ticket', '/tickets', generalOrder],
    ['an event', '/special-events', event],
  ])('for %s gets the same response as a request without a key', async (_, path, body) => {
    const keyed = await dataOf(await aMuseumApi().send('POST', path, body, key))
    expect(keyed).toEqual(await dataOf(await aMuseumApi().send('POST', path, body)))
  })

  it('gets a response that was stored by an earlier version, byte for byte', async () => {
    const body =
      '{"message":"Museum general entry ticket purchased","ticketId":"01940000-0000-7000-8000-000000000001",' +
      '"ticketType":"general","ticketDate":"2030-05-17","confirmationCode":"ticket-general-esu5b7-jf7jk"}'
    const Location = '/v1.1/tickets/01940000-0000-7000-8000-000000000001/qr'
    const { ports } = aMuseumApi()
    const find: typeof ports.idempotencyRecords.find = async (username, idempotencyKey) => ({
      username,
      idempotencyKey,
      fingerprint: 'KgGDHlttuzscxePN3SU2qNJgpBGsU7lLAS9JGWe2m_E',
      answer: JSON.stringify({ body, headers: { 'Cache-Control': 'no-store', Location } }),
    })
    const { send } = aMuseumApi({ idempotencyRecords: { ...ports.idempotencyRecords, find } })
    expect(await dataOf(await send('POST', '/tickets', generalOrder, key))).toEqual({
      status: 201,
      body,
      replayed: 'true',
      headers: {
        'cache-control': 'no-store',
        'content-type': 'application/json',
        location: Location,
        'x-content-type-options': 'nosniff',
      },
    })
  })

  it('belongs to one user: the same key of another user is another key', async () => {
    const credentials = inMemoryCredentialVerifier({ one: 'a', other: 'b' })
    const api = museumApi(createMuseum(inMemoryPorts()), credentials)
    const buy = async (authorization: string) => {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json', ...key }
      const sold = await api.request('/v1.1/tickets', { method: 'POST', headers, body: JSON.stringify(generalOrder) })
      return ((await sold.json()) as { ticketId: string }).ticketId
    }
    const [one, other, repeated] = [
      await buy(basic('one', 'a')),
      await buy(basic('other', 'b')),
      await buy(basic('one', 'a')),
    ]
    expect(one).not.toBe(other)
    expect(repeated).toBe(one)
  })

  it.each([
    ['body', '/tickets', { ...generalOrder, email: 'another@example.org' }],
    ['body, by a single space', '/tickets', generalOrder, ' '],
    ['path', '/special-events', event],
  ])('gets 422 when the key was used for another %s', async (_, path, body, space = '') => {
    const { send, request } = aMuseumApi()
    await send('POST', '/tickets', generalOrder, key)
    const headers = { 'Content-Type': 'application/json', ...key }
    const response = await request('POST', path, { headers, body: `${JSON.stringify(body)}${space}` })
    expect(await problemOf(response)).toMatchObject({ status: 422, slug: 'idempotency-key-reused' })
  })

  it('can be sent again after a refusal, corrected or unchanged', async () => {
    const { send, ports } = aMuseumApi()
    await changeHours(ports.museumHours, { date: CalendarDate(generalOrder.ticketDate), hours: 'closed' })
    expect((await send('POST', '/tickets', generalOrder, key)).status).toBe(400)
    expect((await send('POST', '/tickets', { ...generalOrder, email: 'x' }, key)).status).toBe(400)
    await changeHours(ports.museumHours, { date: CalendarDate(generalOrder.ticketDate), hours: 'as-the-week' })
    const sold = await send('POST', '/tickets', generalOrder, key)
    expect([sold.status, sold.headers.get('Idempotency-Replayed')]).toEqual([201, null])
  })

  it('gets 409 and Retry-After while another request with the same key is in progress', async () => {
    const { ports } = aMuseumApi()
    const sell = async () => ({ refusal: 'request-in-progress', because: 'It waits.' }) as const
    const { send } = aMuseumApi({ tickets: { ...ports.tickets, sell } })
    const response = await send('POST', '/tickets', generalOrder, key)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect(await problemOf(response)).toMatchObject({ status: 409, slug: 'request-in-progress' })
  })
})

describe('the Idempotency-Key header', () => {
  it.each([
    ['is empty', ''],
    ['has a space', 'a b'],
    ['was sent twice', 'a, b'],
    ['is not ASCII', 'é'],
    ['is longer than 255 characters', 'x'.repeat(256)],
  ])('has a fault when it %s', async (_, value) => {
    const { send } = aMuseumApi()
    const response = await send('POST', '/tickets', generalOrder, { 'Idempotency-Key': value })
    const { status, errors } = await problemOf(response)
    expect(status).toBe(400)
    expect(errors).toEqual([
      {
        header: 'Idempotency-Key',
        code: 'not-an-idempotency-key',
        detail: 'must be 1 to 255 visible ASCII characters',
      },
    ])
  })

  it('can have 255 characters', async () => {
    const { send } = aMuseumApi()
    const longest = { 'Idempotency-Key': '~'.repeat(255) }
    expect((await send('POST', '/tickets', generalOrder, longest)).status).toBe(201)
    expect((await send('POST', '/tickets', generalOrder, longest)).headers.get('Idempotency-Replayed')).toBe('true')
  })
})

describe('a purchase whose outcome is unknown', () => {
  const ticketId = TicketId(exampleId(1))
  const failing = () => {
    const { ports } = aMuseumApi()
    const add = async () => {
      throw new SaleOutcomeUnknown('the connection was lost', { ticketId })
    }
    return aMuseumApi({ tickets: { ...ports.tickets, sell: add } })
  }

  it('gets 503 with the path of the image, which exists if the ticket was sold', async () => {
    const response = await failing().send('POST', '/tickets', generalOrder)
    expect(response.headers.get('Retry-After')).toBeNull()
    const { status, detail } = await problemOf(response)
    expect(status).toBe(503)
    expect(detail).toContain(`/v1.1/tickets/${ticketId}/qr`)
  })

  it('gets 503 with the advice to repeat the request when it has an Idempotency-Key', async () => {
    const response = await failing().send('POST', '/tickets', generalOrder, key)
    const { detail } = await problemOf(response)
    expect(detail).toContain('again under the same Idempotency-Key')
    expect(detail).toContain(ticketId)
  })
})
