import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { sellAlone } from '@museum/testing'
import { Unavailable } from '@museum/application'
import { CalendarDate, ConfirmationCode, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { type OwnServer, startOwnServer } from '../../../../../tools/mysql-server/start-own-server.ts'
import { migrate } from '../../migrations/migrate.ts'
import { type MuseumDatabase, openDatabase } from '../../database/museum-database.ts'
import { kyselyRepositories } from '../../kysely-repositories.ts'

let lastNumber = 1_000
/** Makes a purchase for a day of its own: it is not grouped with others, so it needs a connection of its own. */
const buy = (database: MuseumDatabase) => {
  const n = (lastNumber += 1)
  const ticket = aGeneralTicket({
    ticketId: TicketId(exampleId(n)),
    confirmationCode: ConfirmationCode(`code-${n}`),
    ticketDate: CalendarDate.plusDays(CalendarDate('2030-05-17'), n),
  })
  const record = { username: 'admin', idempotencyKey: `key-${n}`, fingerprint: 'f', answer: '{}' }
  return sellAlone(kyselyRepositories(database).tickets, ticket, { record })
}

/** Makes `count` purchases, `maxConcurrent` at a time, in turn on each database. Returns the errors. */
const buyMany = async (databases: readonly MuseumDatabase[], count: number, maxConcurrent: number) => {
  let started = 0
  const errors: unknown[] = []
  const buyer = async () => {
    while ((started += 1) <= count)
      await buy(databases[started % databases.length]!).catch((error: unknown) => errors.push(error))
  }
  await Promise.all(Array.from({ length: maxConcurrent }, buyer))
  return errors
}

/** Makes purchases, 64 at a time, until the condition holds. Fails after 90 s. */
const buyUntil = async (database: MuseumDatabase, condition: () => Promise<boolean>) => {
  const start = performance.now()
  while (!(await condition())) {
    expect(await buyMany([database], 64, 64)).toEqual([])
    expect(performance.now() - start).toBeLessThan(90_000)
  }
}

describe('limits of connections', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(() => server.stop())
  let databases: MuseumDatabase[] = []
  afterEach(async () => {
    await Promise.all(databases.map((each) => each.close()))
    databases = []
  })
  const open = (url: string, options = {}) => {
    const database = openDatabase(url, options)
    databases.push(database)
    return database
  }
  const migrated = async () => {
    const { name, url } = await server.createDatabase()
    const database = openDatabase(url)
    await migrate(database)
    await database.close()
    return { name, url }
  }
  /** The number of open connections of a user. */
  const countConnections = async (url: string) => {
    const list = await server.run<Record<string, string>>('show full processlist')
    return list.filter((row) => (row['User'] ?? row['USER']) === new URL(url).username).length
  }
  const countTickets = async (name: string) => {
    const [{ count } = { count: 0 }] = await server.run<{ count: number }>(
      `select count(*) as count from ${name}.museum_ticket`,
    )
    return count
  }

  it('no purchase fails under a limit for the user below the setting of the museum, and connections are added when the limit is raised', async () => {
    const { name } = await migrated()
    const url = await server.urlOfUser(name, 'with max_user_connections 4')
    const database = open(url)
    expect(await buyMany([database], 320, 64)).toEqual([])
    expect(await countTickets(name)).toBe(320)
    // One connection is left to other clients under the same limit, except at the moment when one more is tried.
    await buyUntil(database, async () => (await countConnections(url)) < 4)
    expect(await database.isReady()).toEqual({ writes: true })

    await server.run(`alter user '${new URL(url).username}'@'127.0.0.1' with max_user_connections 0`)
    await buyUntil(database, async () => (await countConnections(url)) > 4)
  })

  it('no purchase fails under a limit for a user that two servers of the museum share', async () => {
    const { name } = await migrated()
    const url = await server.urlOfUser(name, 'with max_user_connections 4')
    expect(await buyMany([open(url), open(url)], 320, 64)).toEqual([])
    expect(await countTickets(name)).toBe(320)
  })

  it('no purchase fails under a limit for all users', async () => {
    const { name } = await migrated()
    const url = await server.urlOfUser(name)
    await server.run('set global max_connections = 10')
    const others = Array.from({ length: 5 }, () => open(url, { connections: 1 }))
    try {
      for (const other of others) await other.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1')))
      expect(await buyMany([open(url)], 320, 64)).toEqual([])
    } finally {
      await server.run('set global max_connections = 200')
    }
    expect(await countTickets(name)).toBe(320)
  })

  it('a purchase waits while a limit leaves no connection, and throws Unavailable when its time is over', async () => {
    const { name } = await migrated()
    const url = await server.urlOfUser(name, 'with max_user_connections 1')
    const [holder, database] = [open(url), open(url)]
    const hold = (seconds: number) =>
      holder.kysely.connection().execute(async (connection) => {
        await connection.executeQuery(CompiledQuery.raw(`select sleep(${seconds})`))
      })
    const held = hold(1)
    while ((await countConnections(url)) === 0) await sleep(5)
    expect(await database.isReady()).toBe(false)
    // `holder` would keep its idle connection open.
    const waiting = buyMany([database], 16, 16)
    await held
    await holder.close()
    expect(await waiting).toEqual([])

    const late = open(url)
    const start = performance.now()
    await expect(buy(late)).rejects.toBeInstanceOf(Unavailable)
    expect(performance.now() - start).toBeLessThan(9_000)
  })

  it('a setting of one connection suffices for migrations, purchases and readiness', async () => {
    const { url } = await server.createDatabase()
    const database = open(url, { connections: 1 })
    await migrate(database)
    const plain = Array.from({ length: 50 }, (_, n) => {
      const ticket: Partial<Ticket> = {
        ticketId: TicketId(exampleId(n + 1)),
        confirmationCode: ConfirmationCode(`plain-${n}`),
      }
      return sellAlone(kyselyRepositories(database).tickets, aGeneralTicket(ticket as object))
    })
    const keyed = buyMany([database], 50, 50)
    await Promise.all(plain)
    expect(await keyed).toEqual([])
    expect(await database.isReady()).toEqual({ writes: true })
  })

  it('the setting of the museum is never exceeded', async () => {
    const { name } = await migrated()
    const url = await server.urlOfUser(name)
    const database = open(url, { connections: 3 })
    let maxOpen = 0
    const buying = buyMany([database], 320, 16)
    const isOver = () => Promise.race([buying.then(() => true), sleep(5, false)])
    while (!(await isOver())) maxOpen = Math.max(maxOpen, await countConnections(url))
    expect(await buying).toEqual([])
    expect(maxOpen).toBeGreaterThan(0)
    expect(maxOpen).toBeLessThan(4)
  })
})
