import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aFolder, aServer, run, speak } from '../../test/a-server.ts'
import { engines } from '../../test/databases.ts'

describe.each(engines)('/readyz on %s', (_name, newDatabase) => {
  let folder: string
  let remove: () => Promise<void>
  let place: Awaited<ReturnType<typeof newDatabase>>
  let servers: Awaited<ReturnType<typeof aServer>>[] = []
  beforeEach(async () => {
    ;({ folder, remove } = await aFolder())
    place = await newDatabase(folder)
    const migration = run('migrate', folder, { MUSEUM_DATABASE_URL: place.url })
    expect(await migration.exited).toEqual({ code: 0, signal: null })
  })
  afterEach(async () => {
    for (const server of servers) await server.stop('SIGKILL')
    servers = []
    await place.drop()
    await remove()
  })
  const started = async (environment: Record<string, string> = {}) => {
    const settings = { MUSEUM_DATABASE_URL: place.url, MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
    const server = await aServer(folder, { ...settings, ...environment })
    servers.push(server)
    return server
  }
  const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }

  it.each(['1', '4'])('refuses no purchase beside 1,500 probes at once, with %s connections', async (connections) => {
    const server = await started({ MUSEUM_DATABASE_CONNECTIONS: connections })
    const probes = Array.from({ length: 1_500 }, async () => {
      const response = await fetch(`${server.origin}/readyz`)
      return JSON.stringify([response.status, await response.json()])
    })
    const purchases = Array.from({ length: 40 }, async (_, n) => {
      const key = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
      const headers = n % 2 === 0 ? { 'Idempotency-Key': key } : undefined
      return (await server.ask('POST', '/tickets', order, headers)).status
    })
    expect(new Set(await Promise.all(purchases))).toEqual(new Set([201]))
    expect(new Set(await Promise.all(probes))).toEqual(new Set(['[200,{"status":"ready","writes":true}]']))
  })

  it('answers 503 from the moment a stop begins', async () => {
    const server = await started()
    // Keeps the server from ending, and asks on a connection that is open when the stop begins.
    const { socket, text } = speak(server.origin)
    socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n')
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    await server.said(/every request under way/)
    socket.write('\r\n')
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1\.1 503 /)
    expect(text()).toContain('"type":"/problems/service-unavailable"')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })
})
