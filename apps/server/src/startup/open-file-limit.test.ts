import { once } from 'node:events'
import { type IncomingMessage, Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { metricsOf } from '../../test/read-metrics.ts'
import { connectTo } from '../../test/sockets.ts'
import { startCommand } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'
import type { Finding } from '../doctor/finding.ts'
import { connectionsWithin, neededOpenFiles } from './open-file-limit.ts'

const embedded = { databaseUrl: 'sqlite:data/museum.sqlite', databaseConnections: 10 }

describe('the limit of open files', () => {
  it('leaves room for the database and the metrics, then for at least one connection of a client', () => {
    const hosts = { databaseUrl: 'mysql://a:b@one,two/museum', databaseConnections: 30 }
    const metricsPort = 9464
    for (const [settings, others] of [
      [embedded, 48],
      [{ ...embedded, metricsPort }, 69],
      [hosts, 73],
    ] as const) {
      expect(neededOpenFiles(settings)).toBe(10_000 + others)
      expect(connectionsWithin(10_000 + others, settings)).toEqual({ maxConnections: 10_000 })
      expect(connectionsWithin(Number.POSITIVE_INFINITY, settings)).toEqual({ maxConnections: 10_000 })
      expect(connectionsWithin(others + 1, settings).maxConnections).toBe(1)
      expect(connectionsWithin(20, settings).maxConnections).toBe(1)
      expect(connectionsWithin(10_000, settings)).toEqual({
        maxConnections: 10_000 - others,
        shortage: {
          message: expect.stringContaining(`accepts ${10_000 - others} connections of clients instead of 10000`),
          advice: expect.stringContaining(`Raise the limit to ${10_000 + others}:`),
        },
      })
    }
  })
})

describe.each(engines)('a server on %s that may open few files', (_, newDatabase) => {
  const { start, databaseUrl, folder, after } = useServers(newDatabase)
  const clients = 20

  it('refuses connections before the files run out, counts and logs them, and goes on selling on the others', async () => {
    const settings = { MUSEUM_METRICS_PORT: '0', MUSEUM_ADMIN_PASSWORD: 'a password of the tests' }
    const config = { ...embedded, databaseUrl: databaseUrl(), metricsPort: 0 }
    const openFiles = neededOpenFiles(config) - 10_000 + clients
    const server = await start(settings, { openFiles })
    const { origin } = server
    expect(server.output.text).toMatch(
      new RegExp(`"level":40.*may open ${openFiles} files and connections: a server accepts ${clients} connections`),
    )

    const agent = new Agent({ keepAlive: true, maxSockets: clients })
    after(async () => agent.destroy())
    const send = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: server.authorization, 'Content-Type': 'application/json' }
      const sent = httpRequest(`${origin}/v1.1${path}`, { method, headers, agent })
      sent.end(body && JSON.stringify(body))
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode, text: await text(response) }
    }
    const buy = () =>
      send('POST', '/tickets', { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' })
    const buyOnAll = async () =>
      (await Promise.all(Array.from({ length: clients }, buy))).filter(({ status }) => status !== 201)
    expect(await buyOnAll()).toEqual([])

    const refused = Array.from({ length: 60 }, () => connectTo(origin))
    await Promise.all(refused.map(({ socket }) => once(socket, 'close')))
    expect(refused.map(({ text: received }) => received().split('\r\n')[0])).toEqual(
      refused.map(() => 'HTTP/1.1 503 Service Unavailable'),
    )
    await server.waitForOutput(
      new RegExp(`"level":40.*"refused":1,"maxConnections":${clients},"msg":"connections are refused`),
    )

    expect(await buyOnAll()).toEqual([])
    const { ticketId } = JSON.parse((await buy()).text) as { ticketId: string }
    // The first image starts a thread.
    expect((await send('GET', `/tickets/${ticketId}/qr`)).status).toBe(200)
    const { valueOf } = await metricsOf(server)
    expect(valueOf('museum_connections_refused_total')).toBe(60)
    expect(valueOf('process_max_fds')).toBe(openFiles)
    expect(valueOf('process_open_fds')).toBeLessThan(openFiles)
  })

  it('is warned of by doctor', async () => {
    const environment = { MUSEUM_DATABASE_URL: databaseUrl(), MUSEUM_PORT: '0' }
    const doctor = startCommand('doctor', folder(), { environment, openFiles: 100, args: ['--json'] })
    await doctor.closed
    const { findings } = JSON.parse(doctor.stdout.text) as { findings: Finding[] }
    expect(findings).toContainEqual({
      check: 'configuration',
      level: 'warning',
      message: expect.stringMatching(/^This process may open 100 files and connections: /),
      advice: expect.stringMatching(/^Raise the limit to \d+: LimitNOFILE of systemd/),
    })
  })
})
