import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const { folder, start } = useServers()

/** The status of a response to a request with these credentials. */
const status = async ({ origin }: { origin: string }, authorization: string) =>
  (await fetch(`${origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })).status

describe('a server that starts', () => {
  it('without users and without a terminal writes a generated password to a file that only its user can read, once', async () => {
    const first = await start()
    const file = join(folder(), 'data/admin-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(first.output.text).toContain('"file":"data/admin-password"')
    expect((await first.request('GET', '/museum-hours')).status).toBe(200)
    await first.stop()
    const second = await start()
    expect(second.output.text).not.toContain('admin-password')
    expect(second.password).toBe(first.password)
    expect((await second.request('GET', '/museum-hours')).status).toBe(200)
  })

  it('gives the administrator of the environment the password of the environment', async () => {
    await writeFile(join(folder(), 'secret'), 'pässwörd:1\n')
    const fromFile = await start({ MUSEUM_ADMIN_USERNAME: 'direktør', MUSEUM_ADMIN_PASSWORD_FILE: 'secret' })
    expect(await status(fromFile, basicAuth('direktør', 'pässwörd:1'))).toBe(200)
    expect(fromFile.output.text).not.toContain('admin-password')
    await fromFile.stop()
    const changed = await start({ MUSEUM_ADMIN_USERNAME: 'direktør', MUSEUM_ADMIN_PASSWORD: 'another' })
    expect(await status(changed, basicAuth('direktør', 'another'))).toBe(200)
    expect(await status(changed, basicAuth('direktør', 'pässwörd:1'))).toBe(401)
  })

  it('logs a warning of a former administrator of the environment, who can still log in', async () => {
    const startAs = (name: string) =>
      start({ MUSEUM_ADMIN_USERNAME: name, MUSEUM_ADMIN_PASSWORD: `the password of ${name}` })
    const first = await startAs('alice')
    expect(first.output.text).toContain('"user":"alice","msg":"created the administrator of the environment')
    expect(first.output.text).not.toContain('other administrators')
    await first.stop()
    for (let start = 0; start < 2; start += 1) {
      const next = await startAs('bob')
      expect(await status(next, basicAuth('alice', 'the password of alice'))).toBe(200)
      expect(next.output.text).toMatch(/"level":40.*"users":\["alice"\],"msg":"other administrators are enabled/)
      expect(next.output.text).not.toContain('the password of')
      await next.stop()
    }
  })

  it('accepts a short password of the environment and logs a warning of it', async () => {
    const server = await start({ MUSEUM_ADMIN_PASSWORD: 'x' })
    expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    expect(server.output.text).toMatch(/"level":40.*The administrator’s password has fewer than 10 characters/)
  })

  it('at the same time as two others on one database shares one generated password with them', async () => {
    const all = await Promise.all([start(), start(), start()])
    const made = all.filter(({ output }) => output.text.includes('"file":"data/admin-password"'))
    expect(made).toHaveLength(1)
    const authorization = basicAuth('admin', (await readFile(join(folder(), 'data/admin-password'), 'utf8')).trim())
    for (const server of all) expect(await status(server, authorization)).toBe(200)
  })
})
