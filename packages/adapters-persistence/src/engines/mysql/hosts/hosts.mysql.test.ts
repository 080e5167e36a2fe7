import { readFileSync } from 'node:fs'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Ticket } from '@museum/domain'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/domain/examples'
import { sql } from 'kysely'
import { type Proxy, proxyTo } from '../../../../test/proxy-to.ts'
import { startChild } from '../../../../test/start-child.ts'
import { type OwnServer, startOwnServer } from '../../../../test/start-own-server.ts'
import { unavailableAfter } from '../../../../test/unavailable-after.ts'
import { checkServer } from '../../../database/check-server.ts'
import { urlsOfHosts } from '../../../database/database-url.ts'
import type { MuseumDatabase } from '../../../database/museum-database.ts'
import { openDatabase } from '../../../database/open-database.ts'
import { kyselyTicketRepository } from '../../../tickets/kysely-ticket-repository.ts'
import { migrate } from '../../../migrations/migrate.ts'

const numbered = (n: number) =>
  aGeneralTicket({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })

/** One URL with the hosts of several. */
const urlOf = (urls: readonly string[]) =>
  urls[0]!.replace(/@[^/]*/, `@${urls.map((url) => new URL(url).host).join(',')}`)

describe('a database with several hosts', () => {
  let servers: readonly OwnServer[]
  let proxies: readonly Proxy[]
  let database: MuseumDatabase
  let url: string
  let warnings: string[]
  const opened: MuseumDatabase[] = []
  const open = (withUrl = url) => {
    const one = openDatabase(withUrl, { connections: 4, warn: (message) => warnings.push(message) })
    opened.push(one)
    return one
  }
  beforeAll(async () => {
    servers = await Promise.all([startOwnServer(), startOwnServer()])
    for (const { run } of servers) {
      await run('create database museum')
      await run("create user 'visitor'@'127.0.0.1' identified by 'secret'")
      await run("grant all privileges on museum.* to 'visitor'@'127.0.0.1'")
    }
  })
  afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
  beforeEach(async () => {
    warnings = []
    const urls = servers.map(
      (server) =>
        Object.assign(new URL(server.url), { username: 'visitor', password: 'secret', pathname: '/museum' }).href,
    )
    proxies = await Promise.all(urls.map(proxyTo))
    for (const each of urls) {
      const direct = openDatabase(each)
      await migrate(direct)
      await direct.kysely.deleteFrom('museum_ticket').execute()
      await direct.close()
    }
    url = urlOf(proxies.map((proxy) => proxy.url))
    database = open()
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()))
    for (const proxy of proxies) proxy.close()
    for (const { run } of servers) await run('set global read_only = 0')
  })

  const hosts = () => urlsOfHosts(url).map((each) => new URL(each).host)
  const serverInUse = async () => {
    const { rows } = await database.query((tables) => sql<{ port: number }>`select @@port as port`.execute(tables))
    return servers.findIndex((server) => Number(new URL(server.url).port) === rows[0]!.port)
  }
  const buy = (n: number) => kyselyTicketRepository(database).add(numbered(n) as Ticket)
  const stored = (server: OwnServer) =>
    server.run('select ticket_id from museum.museum_ticket').then((rows) => rows.length)
  const connectionsTo = async ({ run }: OwnServer) => {
    const list = await run<Record<string, unknown>>('show full processlist')
    return list.filter((row) => (row['User'] ?? row['USER']) === 'visitor').length
  }
  const untilUsed = async (host: number) => {
    const start = performance.now()
    while (database.activeHost() !== hosts()[host]) {
      expect(performance.now() - start).toBeLessThan(15_000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const processIdOf = async ({ run }: OwnServer) => {
    const [{ file } = { file: '' }] = await run<{ file: string }>('select @@pid_file as file')
    return Number(readFileSync(file, 'utf8'))
  }

  it('uses the first host, and says which', async () => {
    expect(await serverInUse()).toBe(0)
    expect(database.activeHost()).toBe(hosts()[0])
    expect(await database.isReady()).toEqual({ writes: true, databaseHost: hosts()[0] })
    expect(warnings).toEqual([])
  })

  it('uses the first host that takes writes when it is opened, and warns', async () => {
    proxies[0]!.refuse()
    await buy(1)
    expect(await serverInUse()).toBe(1)
    expect(warnings).toEqual([
      `The database server ${hosts()[0]} cannot be used (ECONNREFUSED): from now on, ${hosts()[1]} is used.`,
    ])
  })

  it('is checked at a start although its first host does not respond', async () => {
    proxies[0]!.stopResponding()
    await checkServer(database)
    expect(await serverInUse()).toBe(1)
  })

  it('stays with its host while its own process is blocked', async () => {
    await buy(1)
    for (let n = 0; n < 4; n += 1) {
      const end = performance.now() + 1_000
      while (performance.now() < end);
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await buy(2)
    expect([await serverInUse(), warnings]).toEqual([0, []])
  })

  it('moves without a failed request when its host refuses connections, and does not return by itself', async () => {
    await buy(1)
    proxies[0]!.refuse()
    await Promise.all([buy(2), buy(3), serverInUse()])
    expect(await database.isReady()).toEqual({ writes: true, databaseHost: hosts()[1] })
    await proxies[0]!.recover()
    await buy(4)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await serverInUse()).toBe(1)
    expect([await stored(servers[0]!), await stored(servers[1]!)]).toEqual([1, 3])
  })

  it('moves when its host takes no writes any more', async () => {
    await buy(1)
    await servers[0]!.run('set global read_only = 1')
    await buy(2)
    expect(await serverInUse()).toBe(1)
    expect(warnings).toEqual([
      `The database server ${hosts()[0]} cannot be used (read_only is ON): from now on, ${hosts()[1]} is used.`,
    ])
    expect(await stored(servers[1]!)).toBe(1)
  })

  it('moves without any request when its host does not respond, and ends the statements that wait for it', async () => {
    await buy(1)
    const processId = await processIdOf(servers[0]!)
    const sleeping = database.write((tables) => sql`select sleep(30)`.execute(tables), 'idempotent').then(() => 'ended')
    process.kill(processId, 'SIGSTOP')
    try {
      const purchases = [buy(2), buy(3)]
      await untilUsed(1)
      await Promise.all(purchases)
      expect(await stored(servers[1]!)).toBe(2)
      expect(await unavailableAfter(sleeping)).toBeLessThan(20_000)
    } finally {
      process.kill(processId, 'SIGCONT')
    }
  })

  it('stays while no host takes writes, reads, and goes on when one does', async () => {
    await buy(1)
    for (const { run } of servers) await run('set global read_only = 1')
    expect(await unavailableAfter(buy(2))).toBeLessThan(15_000)
    expect(await serverInUse()).toBe(0)
    expect(await database.isReady()).toEqual({ writes: false, databaseHost: hosts()[0] })
    await servers[1]!.run('set global read_only = 0')
    await untilUsed(1)
    await buy(3)
    expect(warnings).toEqual([
      `No database server takes writes: ${hosts()[0]} (read_only is ON), ${hosts()[1]} (read_only is ON). Until one does, ${hosts()[0]} is used.`,
      `The database server ${hosts()[0]} cannot be used (read_only is ON): from now on, ${hosts()[1]} is used.`,
      `The database server ${hosts()[1]} takes writes.`,
    ])
  })

  it('uses no connection to its former host again: those in use end with their statements, and requests that wait go on', async () => {
    await buy(1)
    const ports = servers.map((server) => Number(new URL(server.url).port))
    const slowReads = Array.from({ length: 4 }, () =>
      database.query(async (tables) => {
        const { rows } = await sql<{ port: number }>`select sleep(1), @@port as port`.execute(tables)
        return rows[0]!.port
      }),
    )
    while (database.connectionUse().inUse < 4) await new Promise((resolve) => setTimeout(resolve, 5))
    const waiting = Array.from({ length: 8 }, serverInUse)
    await servers[0]!.run('set global read_only = 1')
    await untilUsed(1)
    expect(await Promise.all(slowReads)).toEqual(Array.from({ length: 4 }, () => ports[0]))
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => 1))
    const start = performance.now()
    while ((await connectionsTo(servers[0]!)) > 0) expect(performance.now() - start).toBeLessThan(15_000)
  })

  it('closes all connections, and ends its checks, although no host responds', async () => {
    const child = startChild('close.ts', [url])
    expect(await child.line()).toContain('"writes":true')
    for (const proxy of proxies) proxy.stopResponding()
    const start = performance.now()
    child.go()
    await child.end()
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  it('is ready without an interruption while it moves', async () => {
    expect(await database.isReady()).toEqual({ writes: true, databaseHost: hosts()[0] })
    proxies[0]!.refuse()
    expect(await database.isReady()).toEqual({ writes: true, databaseHost: hosts()[1] })
  })

  it('checks nothing when it has one host', async () => {
    const one = open(urlsOfHosts(url)[0])
    await one.query((tables) => sql`select 1`.execute(tables))
    expect([one.activeHost(), one.engine.hosts, await one.isReady()]).toEqual([undefined, undefined, { writes: true }])
    // One for statements, and one for the probe.
    expect(await connectionsTo(servers[0]!)).toBe(2)
  })
})
