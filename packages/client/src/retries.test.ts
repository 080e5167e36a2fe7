import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { useUnreliableProxy } from '../test/unreliable-proxy.ts'
import { type ClientOptions, type MuseumClient, NoResponseError, museumClient } from './index.ts'

const museum = useMuseum()
const proxy = useUnreliableProxy(museum.origin)
const elsewhere = useUnreliableProxy(museum.origin)
let direct: MuseumClient
let client: MuseumClient
const aClient = (options: Partial<ClientOptions> = {}) =>
  museumClient({ baseUrl: proxy.baseUrl(), credentials, ...options })
beforeEach(() => {
  direct = museumClient({ baseUrl: museum.baseUrl(), credentials })
  client = aClient()
})

let people = 0
const anOrder = () => {
  people += 1
  return { ticketType: 'general', ticketDate: '2030-05-01', email: `visitor${people}@example.org` } as const
}
const night = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5 }
const ticketsOf = async (email: string) => (await direct.findTickets({ email }).page()).items.length
const keys = () => new Set(proxy.requests().map(({ headers }) => headers['idempotency-key']))
const problemAnswer = (status: number, type: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: JSON.stringify({ type: `/problems/${type}`, title: 'T', status, detail: 'd', instance: 'urn:uuid:0' }),
})
const busy = problemAnswer(503, 'service-unavailable', { 'Retry-After': '0' })
const htmlAnswer = (status: number) => ({ status, headers: { 'Content-Type': 'text/html' }, body: '<h1>Oh</h1>' })

describe('a purchase', () => {
  it.each(['request lost', 'response lost', 'response cut'] as const)(
    'with its first %s is repeated under the same key, and sells one ticket',
    async (fate) => {
      proxy.next(fate)
      const order = anOrder()
      const { data, response } = await client.buyMuseumTickets(order).withResponse()
      expect(data.ticketId).toEqual(expect.any(String))
      expect(response.headers.get('Idempotency-Replayed')).toBe(fate === 'request lost' ? null : 'true')
      expect(proxy.requests()).toHaveLength(2)
      expect(keys().size).toBe(1)
      expect(await ticketsOf(order.email)).toBe(1)
    },
  )
  it('without a response within the time limit is repeated under the same key', async () => {
    proxy.next('no answer')
    const order = anOrder()
    await client.buyMuseumTickets(order, { timeout: 2_000 })
    expect(proxy.requests()).toHaveLength(2)
    expect(keys().size).toBe(1)
    expect(await ticketsOf(order.email)).toBe(1)
  })
  it.each([
    ['503', busy],
    ['503 outcome-unknown', problemAnswer(503, 'outcome-unknown')],
    ['429', problemAnswer(429, 'too-many-requests', { 'Retry-After': '0' })],
    ['408', problemAnswer(408, 'request-timeout')],
    ['409 request-in-progress', problemAnswer(409, 'request-in-progress', { 'Retry-After': '0' })],
    ['502 of a proxy', htmlAnswer(502)],
    ['504 of a proxy', htmlAnswer(504)],
  ])('that gets %s is repeated under the same key', async (_, answer) => {
    proxy.next(answer)
    await client.buyMuseumTickets(anOrder())
    expect(proxy.requests()).toHaveLength(2)
    expect(keys().size).toBe(1)
    expect(new Set(proxy.requests().map(({ body }) => body)).size).toBe(1)
  })
  it.each([
    ['400', problemAnswer(400, 'museum-closed'), { type: 'museum-closed', status: 400 }],
    ['409 sold-out', problemAnswer(409, 'sold-out'), { type: 'sold-out', status: 409 }],
    ['500', problemAnswer(500, 'internal-error'), { type: 'internal-error', status: 500 }],
    ['403 of a proxy', htmlAnswer(403), { name: 'UnexpectedResponseError', status: 403, text: '<h1>Oh</h1>' }],
    ['200 of a captive portal', htmlAnswer(200), { name: 'UnexpectedResponseError', status: 200 }],
  ])('that gets %s is not repeated', async (_, answer, error) => {
    proxy.next(answer)
    await expect(client.buyMuseumTickets(anOrder())).rejects.toMatchObject(error)
    expect(proxy.requests()).toHaveLength(1)
  })
  it('is repeated three times, then rejects with the last error and the key', async () => {
    proxy.next('response lost', 'response lost', 'response lost', 'response lost')
    const order = anOrder()
    const error = (await client.buyMuseumTickets(order).catch((reason: unknown) => reason)) as NoResponseError
    expect(error).toBeInstanceOf(NoResponseError)
    expect(error).toMatchObject({
      attempts: 4,
      message: `POST ${proxy.baseUrl()}/tickets got no response in 4 attempts`,
    })
    expect([...keys()]).toEqual([error.idempotencyKey])
    expect((error.cause as Error).message).toBe('fetch failed')
    expect(proxy.requests()).toHaveLength(4)
    expect(await ticketsOf(order.email)).toBe(1)
  })
  it('is not repeated by a device that has slept for an hour: the server may have forgotten its key', async () => {
    let slept = 0
    const { now } = Date
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + slept)
    const sleeping = aClient({
      fetch: async (url, init) => {
        await fetch(url, init).then((response) => response.arrayBuffer())
        slept = 60 * 60_000
        throw new TypeError('network changed')
      },
    })
    const error = await sleeping.buyMuseumTickets(anOrder()).catch((reason: unknown) => reason)
    clock.mockRestore()
    expect(error).toMatchObject({ name: 'NoResponseError', attempts: 1 })
    expect(proxy.requests()).toHaveLength(1)
  })
  it('can be repeated later under a key of the caller', async () => {
    const order = anOrder()
    proxy.next('response lost')
    const idempotencyKey = 'till-7/4711'
    await expect(client.buyMuseumTickets(order, { idempotencyKey, retries: 0 })).rejects.toMatchObject({
      idempotencyKey,
    })
    const { data, response } = await client.buyMuseumTickets(order, { idempotencyKey }).withResponse()
    expect(response.headers.get('Idempotency-Replayed')).toBe('true')
    expect(data.ticketDate).toBe(order.ticketDate)
    expect(await ticketsOf(order.email)).toBe(1)
  })
  it('has another key in each call', async () => {
    await client.buyMuseumTickets(anOrder())
    await client.buyMuseumTickets(anOrder())
    expect(keys().size).toBe(2)
  })
  it('is not repeated when Retry-After is longer than the longest delay', async () => {
    proxy.next(problemAnswer(429, 'too-many-requests', { 'Retry-After': '60' }))
    await expect(client.buyMuseumTickets(anOrder())).rejects.toMatchObject({
      type: 'too-many-requests',
      retryAfter: 60,
    })
    expect(proxy.requests()).toHaveLength(1)
  })
  it('understands Retry-After as a date', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    proxy.next(problemAnswer(503, 'service-unavailable', { 'Retry-After': date }))
    const error: unknown = await client.buyMuseumTickets(anOrder()).catch((reason: unknown) => reason)
    const { retryAfter } = error as { retryAfter: number }
    expect([retryAfter > 3000, retryAfter <= 3600]).toEqual([true, true])
  })
  it('understands Retry-After as a date of a server whose clock is another one', async () => {
    const dates = { Date: '2030-05-17T12:00:00Z', 'Retry-After': '2030-05-17T12:01:00Z' }
    const headers = Object.entries(dates).map(([name, date]) => [name, new Date(date).toUTCString()] as const)
    proxy.next(problemAnswer(503, 'service-unavailable', Object.fromEntries(headers)))
    await expect(client.buyMuseumTickets(anOrder())).rejects.toMatchObject({ retryAfter: 60 })
  })
  it('waits for the seconds of Retry-After', async () => {
    proxy.next(problemAnswer(503, 'service-unavailable', { 'Retry-After': '1' }))
    const start = performance.now()
    await client.buyMuseumTickets(anOrder())
    expect(performance.now() - start).toBeGreaterThan(990)
  })
})

describe('other operations', () => {
  it('creates one event when the response is lost', async () => {
    proxy.next('response lost')
    const name = `Night ${people}`
    const { eventId } = await client.createSpecialEvent({ ...night, name })
    const found = await direct.listSpecialEvents({ limit: 100 }).page()
    expect(found.items.filter((event) => event.name === name).map((event) => event.eventId)).toEqual([eventId])
  })
  it('admits a ticket once when the response is lost, and returns the first response', async () => {
    const { confirmationCode: code, ticketId } = await direct.buyMuseumTickets(anOrder())
    proxy.next('response lost')
    expect(await client.admitTicket({ code })).toMatchObject({ admitted: true })
    const scanIds = proxy.requests().map(({ body }) => (JSON.parse(body) as { scanId: string }).scanId)
    expect(scanIds).toEqual([scanIds[0], scanIds[0]])
    expect(scanIds[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect((await direct.listAdmissions({ ticketId }).page()).items).toHaveLength(1)
  })
  it('cancels a ticket when the response is lost', async () => {
    const { ticketId } = await direct.buyMuseumTickets(anOrder())
    proxy.next('response lost')
    expect(await client.cancelTicket(ticketId)).toMatchObject({ ticketId })
    expect(proxy.statuses()).toEqual([200, 200])
  })
  it('sets a capacity when the response is lost', async () => {
    const { eventId } = await direct.createSpecialEvent(night)
    proxy.next('response lost')
    expect(await client.setEventCapacity(eventId, { capacity: 3 })).toEqual({ capacity: 3 })
  })
  it.each(['request lost', 'response lost', 'response cut', busy, htmlAnswer(502)] as const)(
    'repeats a read whose first attempts meet %j',
    async (fate) => {
      proxy.next(fate)
      const { items } = await client.getMuseumHours({ limit: 1 }).page()
      expect(items).toHaveLength(1)
      expect(proxy.requests()).toHaveLength(2)
    },
  )
  it.each([
    ['updateSpecialEvent', (eventId: string) => client.updateSpecialEvent(eventId, { price: 7 })],
    ['deleteSpecialEvent', (eventId: string) => client.deleteSpecialEvent(eventId)],
    ['revertAdmission', (eventId: string) => client.revertAdmission(eventId)],
  ])('does not repeat %s when it may have taken effect', async (_, send) => {
    const { eventId } = await direct.createSpecialEvent(night)
    proxy.next('response lost')
    await expect(send(eventId)).rejects.toMatchObject({ name: 'NoResponseError', attempts: 1 })
    proxy.next(busy)
    await expect(send(eventId)).rejects.toMatchObject({ type: 'service-unavailable', retryAfter: 0 })
    expect(proxy.requests()).toHaveLength(2)
  })
  it('repeats a change that the server did not process', async () => {
    const { eventId } = await direct.createSpecialEvent(night)
    proxy.next(problemAnswer(429, 'too-many-requests', { 'Retry-After': '0' }))
    expect(await client.updateSpecialEvent(eventId, { price: 7 })).toMatchObject({ price: 7 })
    expect(proxy.requests()).toHaveLength(2)
  })
  it('rejects when the server cannot be reached', async () => {
    const nowhere = museumClient({ baseUrl: 'http://127.0.0.1:9/v1.1', credentials, retries: 1 })
    await expect(nowhere.listTicketKeys()).rejects.toMatchObject({
      name: 'NoResponseError',
      attempts: 2,
      message: 'GET http://127.0.0.1:9/v1.1/ticket-keys got no response in 2 attempts',
    })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '(%i) to another origin ends with an error: nothing is sent there, and nothing is repeated',
    async (status) => {
      proxy.next(...[1, 2].map(() => ({ status, headers: { Location: `${elsewhere.baseUrl()}/tickets?email=a@b.c` } })))
      const redirected = (request: string) => ({
        name: 'UnexpectedResponseError',
        status,
        message: `${request} got a response that is not of the API: ${status}, a redirect to ${elsewhere.baseUrl()}/tickets`,
      })
      const purchase = client.buyMuseumTickets(anOrder())
      await expect(purchase).rejects.toMatchObject(redirected(`POST ${proxy.baseUrl()}/tickets`))
      const search = client.findTickets({ email: 'visitor@example.org' }).page()
      await expect(search).rejects.toMatchObject(redirected(`GET ${proxy.baseUrl()}/tickets`))
      expect(elsewhere.requests()).toEqual([])
      expect(proxy.requests()).toHaveLength(2)
    },
  )
  it('to another path of the origin is not followed either', async () => {
    proxy.next({ status: 307, headers: { Location: '/v1.2/ticket-keys' } })
    await expect(client.listTicketKeys()).rejects.toThrow('307, a redirect to /v1.2/ticket-keys')
    expect(proxy.requests()).toHaveLength(1)
  })
})

describe('an abort signal', () => {
  it.each([0, 3])(
    'ends a request with the reason of the signal and without a repetition, with %i retries left',
    async (retries) => {
      proxy.next('no answer')
      const controller = new AbortController()
      const sold = client.buyMuseumTickets(anOrder(), { signal: controller.signal, retries })
      await proxy.hasArrived()
      controller.abort(new Error('the visitor has left'))
      await expect(sold).rejects.toThrow('the visitor has left')
      expect(proxy.requests()).toHaveLength(1)
    },
  )
  it('ends the wait before a repetition', async () => {
    proxy.next(problemAnswer(503, 'service-unavailable', { 'Retry-After': '9' }))
    const controller = new AbortController()
    const sold = client.buyMuseumTickets(anOrder(), { signal: controller.signal })
    await proxy.hasArrived()
    setTimeout(() => controller.abort(), 100)
    const end = sold.catch(({ name }: Error) => name)
    // The response asks for 9 seconds.
    const late = new Promise((resolve) => setTimeout(resolve, 5000, 'waited').unref())
    expect(await Promise.race([end, late])).toBe('AbortError')
    expect(proxy.requests()).toHaveLength(1)
  })
  it('that was aborted before sends nothing', async () => {
    await expect(client.listTicketKeys({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(proxy.requests()).toEqual([])
  })
  it('ends an iteration', async () => {
    const controller = new AbortController()
    const iteration = async () => {
      for await (const _ of client.getMuseumHours({ limit: 2 }, { signal: controller.signal }))
        if (proxy.requests().length === 2) controller.abort()
    }
    await expect(iteration()).rejects.toMatchObject({ name: 'AbortError' })
    expect(proxy.requests()).toHaveLength(2)
  })
})
