import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { type OwnServer, startOwnServer } from '../../../../../tools/mysql-server/start-own-server.ts'
import { migrate } from '../../migrations/migrate.ts'
import { type MuseumDatabase, openDatabase } from '../../database/museum-database.ts'
import { proxyTo } from '../../../test/proxy-to.ts'
import { kyselyRepositories } from '../../kysely-repositories.ts'

describe('on MySQL,', () => {
  let server: OwnServer
  let database: MuseumDatabase
  let url: string
  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    const { name } = await server.createDatabase()
    url = await server.urlOfUser(name)
    database = openDatabase(url, { connections: 2 })
    await migrate(database)
  })
  afterEach(() => database.close())
  const sleep = (tables: MuseumDatabase['kysely'], seconds: number) =>
    tables.executeQuery(CompiledQuery.raw(`select sleep(${seconds})`))
  const questions = async () => {
    const [{ Value } = { Value: '' }] = await server.run<{ Value: string }>("show global status like 'Questions'")
    return Number(Value)
  }

  it('isReady does not wait for connections that are in use', async () => {
    const order: string[] = []
    const inUse = [1, 2].map(() => database.query((tables) => sleep(tables, 1)).then(() => order.push('query')))
    const ready = database.isReady().then((readiness) => order.push(JSON.stringify(readiness)))
    await Promise.all([...inUse, ready])
    expect(order).toEqual(['{"writes":true}', 'query', 'query'])
  })

  it('isReady executes one statement, over a connection that stays open', async () => {
    await database.isReady()
    const before = await questions()
    const ofQuestions = (await questions()) - before
    const start = await questions()
    for (let n = 0; n < 5; n += 1) expect(await database.isReady()).toEqual({ writes: true })
    expect((await questions()) - start - ofQuestions).toBe(5)
  })

  it('isReady returns its last value while its row is locked', async () => {
    await database.isReady()
    await database.transaction(async (tables) => {
      await tables.selectFrom('write_probe').selectAll().forUpdate().execute()
      expect(await database.isReady()).toEqual({ writes: true })
    })
  })

  it('isReady returns that nothing can be written while a table is full, although the row of the probe can be written', async () => {
    const name = new URL(url).pathname.slice(1)
    // A full table in memory causes the same error as a table whose file cannot grow.
    await server.run('set global max_heap_table_size = 16384')
    const connection = openDatabase(url)
    const { tickets } = kyselyRepositories(connection)
    await server.run(`alter table ${name}.museum_ticket engine = memory`)
    expect(await connection.isReady()).toEqual({ writes: true })
    const sellUntilError = async (n: number): Promise<unknown> => {
      const ticket = { ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) }
      return sellAlone(tickets, aGeneralTicket(ticket)).then(
        () => (n < 1_000 ? sellUntilError(n + 1) : undefined),
        (error: unknown) => error,
      )
    }
    const failed = await sellUntilError(1)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).not.toBeInstanceOf(OutcomeUnknown)
    expect(await connection.isReady()).toEqual({ writes: false })
    await connection.close()
  })

  it('isReady returns false while the server does not respond, and writes again when it does', async () => {
    const proxy = await proxyTo(url)
    const behind = openDatabase(proxy.url)
    expect(await behind.isReady()).toEqual({ writes: true })
    proxy.stopResponding()
    expect(await behind.isReady()).toBe(false)
    await proxy.recover()
    expect(await behind.isReady()).toEqual({ writes: true })
    await behind.close()
    proxy.close()
  })

  it('isReady opens a new connection when the server has closed the one before', async () => {
    expect(await database.isReady()).toEqual({ writes: true })
    const list = await server.run<Record<string, string | number>>('show full processlist')
    const { username } = new URL(url)
    for (const row of list.filter((each) => (each['User'] ?? each['USER']) === username))
      await server.run(`kill ${row['Id'] ?? row['ID']}`)
    expect(await database.isReady()).toEqual({ writes: true })
  })
})
