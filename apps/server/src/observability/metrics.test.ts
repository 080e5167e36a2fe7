import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { metricsAddress, metricsOf } from '../../test/read-metrics.ts'
import { sendRaw } from '../../test/sockets.ts'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const settings = { MUSEUM_METRICS_PORT: '0', MUSEUM_ADMIN_PASSWORD: 'correct horse battery' }
const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 5 }
const general = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }

describe('the metrics of a server', () => {
  const { start, runWithInput } = useServers(newDatabase)

  it('are exactly the requests that were answered and the tickets that were sold', async () => {
    expect((await runWithInput('opens the gate\n', 'users add', {}, 'guard', '--role', 'gate')).code).toBe(0)
    const server = await start(settings)
    const { origin, request } = server
    const expected = new Map<string, number>()
    const expectAnswer = async (operation: string, status: number, answer: Promise<Response>) => {
      const response = await answer
      expect([operation, response.status]).toEqual([operation, status])
      const key = `${operation} ${status}`
      expected.set(key, (expected.get(key) ?? 0) + 1)
      return response
    }
    const buy = (status: number, body: object, headers: Record<string, string> = {}) =>
      expectAnswer('buyMuseumTickets', status, request('POST', '/tickets', body, headers))

    const created = await expectAnswer('createSpecialEvent', 201, request('POST', '/special-events', event))
    const { eventId } = (await created.json()) as { eventId: string }
    const ofEvent = { ...general, ticketType: 'event', eventId }
    const place = `/special-events/${eventId}`
    const etag = created.headers.get('ETag')!
    await expectAnswer('getSpecialEvent', 304, request('GET', place, undefined, { 'If-None-Match': etag }))
    await expectAnswer('updateSpecialEvent', 412, request('PATCH', place, { price: 6 }, { 'If-Match': '"other"' }))
    await expectAnswer('setEventCapacity', 200, request('PUT', `${place}/capacity`, { capacity: 2 }))
    // Two sales of general entry, one of them repeated twice; two sales of the event, which is then sold out.
    const key = { 'Idempotency-Key': 'one' }
    await buy(201, general)
    await buy(201, general, key)
    const replayed = await Promise.all([buy(201, general, key), buy(201, general, key)])
    expect(replayed.map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual(['true', 'true'])
    await buy(422, { ...general, email: 'other@example.org' }, key)
    await buy(201, ofEvent)
    await buy(201, ofEvent, { 'Idempotency-Key': 'two' })
    await buy(409, ofEvent)
    await buy(409, ofEvent, { 'Idempotency-Key': 'three' })
    await buy(400, { ...general, ticketDate: 'never' })
    await buy(404, { ...ofEvent, eventId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' })
    await buy(413, { ...general, email: 'x'.repeat(200_000) })
    await buy(415, general, { 'Content-Type': 'text/plain' })
    await buy(401, general, { Authorization: basicAuth('admin', 'a wrong password') })
    await buy(403, general, { Authorization: basicAuth('guard', 'opens the gate') })
    await expectAnswer('deleteSpecialEvent', 204, request('DELETE', place))
    await expectAnswer('other', 405, request('PUT', '/tickets'))
    await expectAnswer('other', 404, request('GET', '/unknown'))
    await expectAnswer('other', 200, fetch(`${origin}/healthz`))
    const tooManyHeaders = Array.from({ length: 101 }, (__, n) => `X-${n}: 1\r\n`).join('')
    for (const [status, bytes] of [
      [400, 'not HTTP\r\n\r\n'],
      [431, `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${tooManyHeaders}\r\n`],
      [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ] as const) {
      expect((await sendRaw(origin, bytes)).status).toBe(status)
      expected.set(`other ${status}`, (expected.get(`other ${status}`) ?? 0) + 1)
    }

    const { families, valueOf } = await metricsOf(server)
    const seriesOf = (name: string) => families.find((family) => family.name === name)!.series
    const counted = seriesOf('museum_http_requests_total').map(
      ({ labels, value }) => [`${labels['operationId']} ${labels['status']}`, value] as const,
    )
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
    const durations = seriesOf('museum_http_request_duration_seconds').filter(({ name }) => name.endsWith('_count'))
    const ofOperation = (operation: string) =>
      [...expected].filter(([name]) => name.startsWith(`${operation} `)).reduce((sum, [, count]) => sum + count, 0)
    // Three were rejected before they were parsed as requests, so they have no duration.
    for (const { labels, value } of durations) {
      const operation = labels['operationId']!
      expect([operation, value]).toEqual([operation, ofOperation(operation) - (operation === 'other' ? 3 : 0)])
    }
    expect(seriesOf('museum_tickets_sold_total').map(({ labels, value }) => [labels['ticketType'], value])).toEqual([
      ['general', 2],
      ['event', 2],
    ])
    expect(valueOf('museum_purchases_per_commit_sum')).toBe(4)
    expect(valueOf('museum_passwords_hashed_total')).toBe(3)
    expect(valueOf('museum_http_requests_in_progress')).toBe(0)
    expect([valueOf('museum_database_up'), valueOf('museum_database_accepts_writes')]).toEqual([1, 1])
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await expect(fetch(metricsAddress(server))).rejects.toThrow('fetch failed')
  })
})

describe('a server with MUSEUM_METRICS_PORT', () => {
  const { start, runProcess } = useServers()

  it('counts only the tickets that it sold itself, beside another server on the same database', async () => {
    const servers = [await start(settings), await start(settings)]
    for (const { request } of servers.slice(1)) await request('POST', '/tickets', general)
    const sold = servers.map(async (server) =>
      (await metricsOf(server)).valueOf('museum_tickets_sold_total', { ticketType: 'general' }),
    )
    expect(await Promise.all(sold)).toEqual([0, 1])
  })

  it('does not start when the port is taken, and says which setting to change', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, text } = await runProcess('serve', { ...settings, MUSEUM_METRICS_PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(text).toContain(`127.0.0.1:${port} is already in use. Set MUSEUM_METRICS_PORT to a free port.`)
  })

  it('ends when the port of the API is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, text } = await runProcess('serve', { ...settings, MUSEUM_PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(text).toContain(`127.0.0.1:${port} is already in use. Set MUSEUM_PORT to a free port.`)
  })
})
