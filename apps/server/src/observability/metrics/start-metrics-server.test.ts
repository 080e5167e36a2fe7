import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { aLog } from '../../../test/a-log.ts'
import { connectTo } from '../../../test/sockets.ts'
import { startMetricsServer } from './start-metrics-server.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** A server of metrics on a free port, and what it logs. */
const aMetricsServer = async (read: () => Promise<string> = async () => 'museum_tickets_sold_total 1\n') => {
  const { log, lines } = aLog()
  const server = await startMetricsServer({ contentType, read }, { host: '127.0.0.1', port: 0, log })
  cleanUps.push(server.stop)
  const { origin } = new URL(server.address)
  /** The raw text of the response to a request. */
  const exchange = async (request: string) => {
    const { socket, text } = connectTo(origin)
    socket.write(request)
    await once(socket, 'close')
    return text()
  }
  return { ...server, origin, lines, exchange }
}

describe('the server of metrics', () => {
  it('answers GET /metrics with the text format of Prometheus, and HEAD with its headers', async () => {
    const { address } = await aMetricsServer()
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    const get = await fetch(`${address}?collect=all`)
    expect([get.status, await get.text()]).toEqual([200, 'museum_tickets_sold_total 1\n'])
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const { headers } of [get, head])
      expect(['Content-Type', 'Content-Length', 'Cache-Control'].map((name) => headers.get(name))).toEqual([
        contentType,
        '28',
        'no-store',
      ])
  })

  it('answers other paths with 404, also hostile ones, and other methods with 405', async () => {
    const { origin, address, exchange, lines } = await aMetricsServer()
    for (const path of ['/', '/metrics/', '/METRICS', '/v1.1/tickets', '/healthz'])
      expect((await fetch(`${origin}${path}`)).status).toBe(404)
    for (const target of ['*', '//', '//metrics', 'http://a.example/metrics', '/%zz', '/..;/metrics', '/metrics%00'])
      expect(await exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 404 /,
      )
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(address, { method, ...(method !== 'DELETE' && { body: 'x'.repeat(10_000) }) })
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect(await exchange('HOSTILE /metrics HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await exchange('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('')
    expect((await fetch(address)).status).toBe(200)
    expect(lines).toEqual([])
  })

  it('answers 500 and logs the error when the metrics cannot be read, and goes on', async () => {
    let fails = true
    const { address, lines } = await aMetricsServer(async () => {
      if (fails) throw new Error('a defect')
      return ''
    })
    const response = await fetch(address)
    expect([response.status, await response.text()]).toEqual([
      500,
      'The metrics cannot be read. The log has the reason.\n',
    ])
    expect(lines).toMatchObject([{ level: 50, msg: 'the metrics cannot be read' }])
    fails = false
    expect((await fetch(address)).status).toBe(200)
  })

  it('closes connections above twenty at once', async () => {
    const { origin, address } = await aMetricsServer()
    const { hostname, port } = new URL(origin)
    const sockets = []
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(Number(port), hostname)
      cleanUps.push(() => socket.destroy())
      await once(socket, 'connect')
      sockets.push(socket)
    }
    const refused = connect(Number(port), hostname)
    refused.on('error', () => {})
    await new Promise((resolve) => refused.once('close', resolve))
    sockets[0]!.destroy()
    // The server notices the end of the connection in one of the next turns of its event loop.
    const scrape = (): Promise<Response> => fetch(address).catch(scrape)
    expect((await scrape()).status).toBe(200)
  })

  it('stops at once, also with idle connections and with a request in progress', async () => {
    const started = Promise.withResolvers<void>()
    const { address, origin, stop } = await aMetricsServer(() => {
      started.resolve()
      return new Promise(() => {})
    })
    const { socket } = connectTo(origin)
    socket.on('error', () => {})
    const answer = fetch(address).catch(() => 'closed')
    await started.promise
    // Without closing them, the stop would take the 30 s after which an inactive connection is closed.
    const waited = new AbortController()
    const isStopped = await Promise.race([
      stop().then(() => true),
      sleep(15_000, false, { signal: waited.signal }).catch(() => false),
    ])
    waited.abort()
    expect(isStopped).toBe(true)
    expect(await answer).toBe('closed')
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  it('does not start at a port that is taken, with the error of Node', async () => {
    const { address } = await aMetricsServer()
    const port = Number(new URL(address).port)
    const { log } = aLog()
    const starting = startMetricsServer({ contentType, read: async () => '' }, { host: '127.0.0.1', port, log })
    await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
