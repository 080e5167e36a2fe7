import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { start } = useServers()

describe('a server with clients that request the API reference and do not read it', () => {
  it('resets the connections with the oldest responses and sells tickets', async () => {
    const server = await start()
    const page = await (await fetch(`${server.origin}/docs`)).text()
    const [, script] = /src="(\/docs\/assets\/viewer-[^"]+)"/.exec(page)!
    // Without compression, and on connections of their own: the server may reset a connection while the next request is sent on
    // it.
    const whole = await fetch(`${server.origin}${script}`, {
      headers: { 'Accept-Encoding': 'identity', Connection: 'close' },
    })
    const size = (await whole.arrayBuffer()).byteLength
    const maxComplete = Math.floor((64 * 1024 * 1024) / size)
    const clients = []
    for (let n = 0; n < 100; n += 1) {
      const client = connect(Number(new URL(server.origin).port), '127.0.0.1').pause()
      client.on('error', () => {})
      await once(client, 'connect')
      client.write(`GET ${script} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      clients.push(client)
    }
    const order = { ticketType: 'general', ticketDate: '2090-05-17', email: 'visitor@example.org' }
    for (let n = 0; n < 10; n += 1) expect((await server.request('POST', '/tickets', order)).status).toBe(201)

    const read = await Promise.all(
      clients.map(async (client) => {
        let bytes = 0
        client.on('data', (chunk) => (bytes += chunk.length))
        const closed = new Promise((resolve) => client.once('close', resolve))
        client.resume()
        await closed
        return bytes
      }),
    )
    const complete = read.filter((bytes) => bytes > size).length
    expect(complete).toBeGreaterThan(0)
    expect(complete).toBeLessThanOrEqual(maxComplete)
  })
})
