import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const { folder, start, run, runWithInput } = useServers()
const password = 'correct horse'
const settings = { MUSEUM_ADMIN_USERNAME: 'director', MUSEUM_ADMIN_PASSWORD: password }
const add = async (name: string, role: string) => {
  await run('migrate')
  return runWithInput(`${password}\n`, 'users', {}, 'add', name, '--role', role)
}
/** The audit entries about a user, the latest first. */
const auditOf = async (name: string) =>
  (JSON.parse((await run('audit', {}, '--about', `user:${name}`, '--json')).stdout) as Record<string, unknown>[]).map(
    ({ actor, operation }) => `${String(actor)} ${String(operation)}`,
  )

/** The status of a response to a request with these credentials. */
const status = async ({ origin }: { origin: string }, authorization: string) =>
  (await fetch(`${origin}/v1.1/museum-hours`, { headers: { Authorization: authorization, Connection: 'close' } }))
    .status

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

  it('logs a warning about a former administrator of the environment, who can still log in', async () => {
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

  it('accepts a short password of the environment, and an older one, and logs a warning of it', async () => {
    const server = await start({ MUSEUM_ADMIN_PASSWORD: 'x' })
    expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    expect(server.output.text).toMatch(/"level":40.*The administrator’s password has fewer than 10 characters/)
    await server.stop()
    // Without the environment, the stored password is an older one.
    const later = await start()
    expect(await status(later, basicAuth('admin', 'x'))).toBe(200)
    await later.waitForOutput(/"level":40[^\n]*"user":"admin","msg":"the password of this user has fewer than 10 char/)
  })

  it('at the same time as two others on one database shares one generated password with them', async () => {
    const all = await Promise.all([start(), start(), start()])
    const made = all.filter(({ output }) => output.text.includes('"file":"data/admin-password"'))
    expect(made).toHaveLength(1)
    const authorization = basicAuth('admin', (await readFile(join(folder(), 'data/admin-password'), 'utf8')).trim())
    for (const server of all) expect(await status(server, authorization)).toBe(200)
  })

  it('leaves the administrator of the environment disabled when a command disabled it, and says how to enable it', async () => {
    await add('deputy', 'admin')
    await add('director', 'admin')
    expect((await run('users disable director')).code).toBe(0)
    const server = await start(settings)
    expect(server.output.text).toMatch(
      /"level":40[^\n]*"user":"director","msg":"the administrator of the environment is disabled and stays so; to enable it: [^"]*museum users enable director"/,
    )
    expect(await status(server, basicAuth('director', password))).toBe(401)
    expect((await run('users enable director')).code).toBe(0)
    expect(await status(server, basicAuth('director', password))).toBe(200)
  })

  it('leaves the administrator of the environment the role that a command gave it, and says how to change it', async () => {
    await add('deputy', 'admin')
    await add('director', 'reader')
    const server = await start(settings)
    expect(server.output.text).toMatch(
      /"level":40[^\n]*"role":"reader","msg":"the administrator of the environment has the role reader and keeps it; [^"]*museum users role director admin"/,
    )
    expect(await status(server, basicAuth('director', password))).toBe(200)
    expect((await server.request('POST', '/special-events', {})).status).toBe(403)
  })

  it('logs a warning of the other enabled administrators by name, not of other users and disabled ones', async () => {
    for (const [name, role] of [
      ['deputy', 'admin'],
      ['former', 'admin'],
      ['seller', 'box-office'],
    ] as const)
      await add(name, role)
    await run('users disable former')
    const server = await start(settings)
    expect(server.output.text).toMatch(/"level":40[^\n]*"users":\["deputy"\],"msg":"other administrators are enabled/)
    expect(server.output.text).not.toMatch(/former|seller/)
  })

  it('adds the administrator of the environment again when a command removed it', async () => {
    await add('deputy', 'admin')
    await add('director', 'gate')
    expect((await run('users remove director')).code).toBe(0)
    const server = await start(settings)
    expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    expect(await auditOf('director')).toEqual([
      'server addUser',
      expect.stringContaining('removeUser'),
      expect.any(String),
    ])
  })
})
