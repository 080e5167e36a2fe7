import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, type Server, createServer } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import type { Config } from '../settings/settings.ts'
import { readConfig } from '../settings/read-config.ts'
import { checkPort } from './check-port.ts'

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})
const listen = async (server: Server) => {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const at = (parts: Partial<Config>) => ({ ...readConfig({}).config, ...parts })

describe('the check of the port', () => {
  it('finds a free port, and leaves it free', async () => {
    const port = await findPortBelowEphemeralRange()
    const found = { check: 'port', level: 'ok', message: `No server runs at 127.0.0.1:${port}, and the port is free.` }
    expect(await checkPort(at({ port }), {})).toEqual(found)
    expect(await checkPort(at({ port }), {})).toEqual(found)
    expect(await checkPort(at({ port: 0 }), {})).toMatchObject({ level: 'ok' })
  })

  it('finds another program at the port, even one that does not respond', async () => {
    const silent = await listen(createServer((socket) => void socket.resume()))
    const web = await listen(createHttpServer((_, response) => response.end('{"status":"up"}')))
    for (const port of [web, silent])
      expect(await checkPort(at({ port, host: '0.0.0.0' }), {})).toMatchObject({
        level: 'warning',
        message: `Another program than the museum listens at 127.0.0.1:${port}, or the server does not respond.`,
        advice: expect.stringContaining('MUSEUM_PORT'),
      })
  })

  it('finds that the host is not one of this machine, or is unknown', async () => {
    expect(await checkPort(at({ host: '192.0.2.1' }), {})).toEqual({
      check: 'port',
      level: 'serious',
      message: '192.0.2.1:8080 is not an address of this machine.',
      advice: 'Set MUSEUM_HOST to one.',
    })
    for (const host of ['no-such-host.invalid', 'constructor'])
      expect(await checkPort(at({ host }), {})).toMatchObject({
        level: 'serious',
        message: expect.stringContaining(host),
      })
  })
})
