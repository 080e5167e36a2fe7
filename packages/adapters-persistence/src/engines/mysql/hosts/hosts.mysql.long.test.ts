import { readFileSync } from 'node:fs'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { IdempotencyRecord } from '@museum/application'
import { sellAlone, anAuditEntry, addScan } from '@museum/testing'
import { type Ticket, AdmissionId, Capacity, ConfirmationCode, EventId, Instant, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { sql } from 'kysely'
import { type Proxy, proxyTo } from '../../../../test/proxy-to.ts'
import { startChild } from '../../../../test/start-child.ts'
import { type OwnServer, startOwnServer } from '../../../../../../tools/mysql-server/start-own-server.ts'
import { unavailableAfter } from '../../../../test/unavailable-after.ts'
import { checkMysqlServer, urlsOfHosts } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../../../database/museum-database.ts'
import { kyselyRepositories } from '../../../kysely-repositories.ts'
import { kyselyTicketRepository } from '../../../tickets/kysely-ticket-repository.ts'
import { migrate } from '../../../migrations/migrate.ts'

const own = (n: number) => ({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })
const numbered = (n: number) => aGeneralTicket(own(n))

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
  const buy = (n: number) => sellAlone(kyselyTicketRepository(database), numbered(n) as Ticket)
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

  it('uses the first host, and names it', async () => {
    expect(await serverInUse()).toBe(0)
    expect(database.activeHost()).toBe(hosts()[0])
    expect(await database.isReady()).toEqual({ writes: true, databaseHost: hosts()[0] })
    expect(warnings).toEqual([])
  })

  it('uses the first writable host when it is opened, and warns', async () => {
    proxies[0]!.refuse()
    await buy(1)
    expect(await serverInUse()).toBe(1)
    expect(warnings).toEqual([
      `The database server ${hosts()[0]} cannot be used (ECONNREFUSED): from now on, ${hosts()[1]} is used.`,
    ])
  })

  it('is checked when a server starts although its first host does not respond', async () => {
    proxies[0]!.stopResponding()
    await checkMysqlServer(database)
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

  it('fails over without a failed request when its host refuses connections, and does not fail back', async () => {
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

  it('fails over when its host becomes read-only', async () => {
    await buy(1)
    await servers[0]!.run('set global read_only = 1')
    await buy(2)
    expect(await serverInUse()).toBe(1)
    expect(warnings).toEqual([
      `The database server ${hosts()[0]} cannot be used (read_only is ON): from now on, ${hosts()[1]} is used.`,
    ])
    expect(await stored(servers[1]!)).toBe(1)
  })

  it('fails over without any request when its host stops responding, and ends the statements that wait for it', async () => {
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

  it('keeps its host for reads while none is writable, and stores writes when one is', async () => {
    await buy(1)
    for (const { run } of servers) await run('set global read_only = 1')
    expect(await unavailableAfter(buy(2))).toBeLessThan(15_000)
    expect(await serverInUse()).toBe(0)
    expect(await database.isReady()).toEqual({ writes: false, databaseHost: hosts()[0] })
    await servers[1]!.run('set global read_only = 0')
    await untilUsed(1)
    await buy(3)
    expect(warnings).toEqual([
      `No database server is writable: ${hosts()[0]} (read_only is ON), ${hosts()[1]} (read_only is ON). Until one is, ${hosts()[0]} is used.`,
      `The database server ${hosts()[0]} cannot be used (read_only is ON): from now on, ${hosts()[1]} is used.`,
      `The database server ${hosts()[1]} is writable.`,
    ])
  })

  it('stores writes that begin up to five and a half seconds before a host is writable again', async () => {
    const [limited, changed] = [
      aSpecialEvent({ eventId: EventId(exampleId(900)) }),
      aSpecialEvent({ eventId: EventId(exampleId(901)) }),
    ]
    const limitedTicket = (n: number) => anEventTicket({ ...own(n), event: limited })
    const scanned = [1, 2, 3].map(numbered)
    // The two servers are not a cluster, so both get the same rows first.
    for (const { url: serverUrl } of servers) {
      const { tickets, specialEvents, capacities } = kyselyRepositories(
        open(Object.assign(new URL(serverUrl), { pathname: '/museum' }).href),
      )
      for (const event of [limited, changed]) await specialEvents.add(event, anAuditEntry())
      await capacities.setForEvent(limited.eventId, Capacity(10), () => anAuditEntry())
      for (const ticket of scanned) await sellAlone(tickets, ticket)
    }
    const { tickets, specialEvents, admissions } = kyselyRepositories(database)
    const record: IdempotencyRecord = { username: 'visitor', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
    const scan = (n: number) =>
      addScan(admissions, {
        admissionId: AdmissionId(exampleId(800 + n)),
        at: Instant(0),
        date: scanned[0]!.ticketDate,
        ticketId: scanned[n]!.ticketId,
        scannedBy: 'scanner',
        isOffline: false,
      })
    for (const { run } of servers) await run('set global read_only = 1')
    const writes = {
      'a purchase with a key': [sellAlone(tickets, numbered(10), { record })],
      'a group of purchases': [sellAlone(tickets, numbered(11)), sellAlone(tickets, numbered(12))],
      'a purchase with a key under a capacity': [
        sellAlone(tickets, limitedTicket(13), { record: { ...record, idempotencyKey: 'b' } }),
      ],
      'a group of purchases under a capacity': [
        sellAlone(tickets, limitedTicket(14)),
        sellAlone(tickets, limitedTicket(15)),
      ],
      'a group of scans': [scan(0), scan(1)],
      'a change of an event': [
        specialEvents.update(
          changed.eventId,
          (event) => ({ ...event, name: limited.name }),
          () => anAuditEntry(),
        ),
      ],
    }
    const failed: string[] = []
    const ended = Promise.all(
      Object.entries(writes).flatMap(([name, all]) =>
        all.map((write) => Promise.resolve(write).catch((error: Error) => failed.push(`${name}: ${error.message}`))),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 5_500))
    await servers[1]!.run('set global read_only = 0')
    await ended
    expect(failed).toEqual([])
    expect(await stored(servers[1]!)).toBe(scanned.length + 6)
  })

  it('uses no connection to its former host again: those in use end with their statements, and waiting requests get new ones', async () => {
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

  it('closes all connections and ends its checks although no host responds', async () => {
    const child = startChild('close.ts', [url])
    expect(await child.line()).toContain('"writes":true')
    for (const proxy of proxies) proxy.stopResponding()
    const start = performance.now()
    child.go()
    await child.end()
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  it('is ready without an interruption while it fails over', async () => {
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
