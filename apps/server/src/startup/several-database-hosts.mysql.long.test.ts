import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { type MysqlServer, provideMysqlServer } from '../../../../tools/mysql-server/provide-mysql-server.ts'
import { useServers } from '../../test/use-servers.ts'
import type { Finding } from '../doctor/finding.ts'

const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }

describe('with several hosts in MUSEUM_DATABASE_URL', () => {
  const { start, run } = useServers()
  let servers: readonly MysqlServer[]
  let hosts: readonly string[]
  let settings: Readonly<Record<string, string>>
  const execute = async ({ url }: MysqlServer, ...statements: readonly string[]) => {
    const connection = await createConnection(url)
    for (const statement of statements) await connection.query(statement)
    await connection.end()
  }
  const urlOf = (host: string) => `mysql://visitor:secret@${host}/museum`
  beforeEach(async () => {
    const startOne = () => provideMysqlServer({ ignoresTestMysqlUrl: true })
    servers = await Promise.all([startOne(), startOne()])
    hosts = servers.map(({ url }) => new URL(url).host)
    for (const server of servers)
      await execute(
        server,
        'create database museum',
        "create user 'visitor'@'127.0.0.1' identified by 'secret'",
        "grant all on museum.* to 'visitor'@'127.0.0.1'",
      )
    settings = { MUSEUM_DATABASE_URL: urlOf(hosts.join(',')), MUSEUM_ADMIN_PASSWORD: 'one and the same' }
  })
  afterEach(() => Promise.all(servers.map(({ stop }) => stop())))

  it('a server sells on the second when the first ends, names it at /readyz, and logs why', async () => {
    for (const host of hosts) expect((await run('migrate', { MUSEUM_DATABASE_URL: urlOf(host) })).code).toBe(0)
    const server = await start(settings)
    const second = await start({ ...settings, MUSEUM_DATABASE_URL: urlOf(hosts[1]!) })
    const readiness = async () => {
      const response = await fetch(`${server.origin}/readyz`)
      return [response.status, await response.json()]
    }
    expect(server.output.text).toMatch(`"databaseHost":"${hosts[0]}"`)
    expect(await readiness()).toEqual([200, { status: 'ready', writes: true, databaseHost: hosts[0] }])
    expect((await server.request('POST', '/tickets', order)).status).toBe(201)
    await servers[0]!.stop()
    const { ticketId } = (await (await server.request('POST', '/tickets', order)).json()) as { ticketId: string }
    expect((await second.request('GET', `/tickets/${ticketId}`)).status).toBe(200)
    expect((await readiness())[0]).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    expect(await readiness()).toEqual([200, { status: 'ready', writes: true, databaseHost: hosts[1] }])
    const [, line] = await server.waitForOutput(/(.*from now on.*)\n/)
    expect(JSON.parse(line!)).toMatchObject({
      level: 40,
      msg: expect.stringMatching(
        `^The database server ${hosts[0]} cannot be used \\(.+\\): from now on, ${hosts[1]} is used\\.$`,
      ),
    })
    expect(server.output.text).not.toContain('secret')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect((await fetch(`${second.origin}/readyz`).then((response) => response.json())) as unknown).toEqual({
      status: 'ready',
      writes: true,
    })
  })

  it('migrate uses the first writable host, and doctor inspects each', async () => {
    await execute(servers[0]!, 'set global read_only = 1')
    const migrated = await run('migrate', settings)
    expect([migrated.code, migrated.stderr]).toEqual([
      0,
      `The database server ${hosts[0]} cannot be used (read_only is ON): from now on, ${hosts[1]} is used.\n`,
    ])
    const findingsOf = async () => {
      const { stdout } = await run('doctor', { ...settings, MUSEUM_PORT: '0' }, '--json')
      const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] }
      return findings.filter(({ check }) => check === 'database').map(({ level, message }) => `${level} ${message}`)
    }
    expect(await findingsOf()).toEqual(
      expect.arrayContaining([
        `ok The tables are those of this version.`,
        expect.stringMatching(`^ok ${hosts[1]}, which is used: Connected to `),
        expect.stringMatching(`^ok ${hosts[0]}: Connected to `),
        `ok ${hosts[0]}: It is not writable at present (read_only is ON).`,
      ]),
    )
    await servers[0]!.stop()
    expect(await findingsOf()).toContainEqual(
      expect.stringMatching(`^warning ${hosts[0]}: No server listens at the host and port .* \\(ECONNREFUSED\\)\\.$`),
    )
    await servers[1]!.stop()
    expect(await findingsOf()).toContainEqual(
      expect.stringMatching(`^serious ${hosts[0]}, which is used: No server listens at the host and port `),
    )
  })
})
