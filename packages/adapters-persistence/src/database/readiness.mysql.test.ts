import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/domain/examples'
import { CompiledQuery } from 'kysely'
import { engines } from '../../test/engines.ts'
import { type OwnServer, startOwnServer } from '../../test/start-own-server.ts'
import { migrate } from '../migrations/migrate.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { openDatabase } from './open-database.ts'
import { proxyTo } from '../../test/proxy-to.ts'
import { repositoriesOf } from '../../test/repositories-of.ts'

if (engines.some(({ isMysql }) => isMysql))
  describe('the readiness of MySQL', () => {
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

    it('waits for none of the connections that are in use', async () => {
      const order: string[] = []
      const inUse = [1, 2].map(() => database.query((tables) => sleep(tables, 1)).then(() => order.push('query')))
      const ready = database.isReady().then((readiness) => order.push(JSON.stringify(readiness)))
      await Promise.all([...inUse, ready])
      expect(order).toEqual(['{"writes":true}', 'query', 'query'])
    })

    it('takes one statement, over a connection that stays open', async () => {
      await database.isReady()
      const before = await questions()
      const itself = (await questions()) - before
      const start = await questions()
      for (let n = 0; n < 5; n += 1) expect(await database.isReady()).toEqual({ writes: true })
      expect((await questions()) - start - itself).toBe(5)
    })

    it('is as it was while its row is locked', async () => {
      await database.isReady()
      await database.transaction(async (tables) => {
        await tables.selectFrom('write_probe').selectAll().forUpdate().execute()
        expect(await database.isReady()).toEqual({ writes: true })
      })
    })

    it('stores no writes while a table has no room, although the row of the probe has', async () => {
      const name = new URL(url).pathname.slice(1)
      // A table in memory is full in the same way as one whose file cannot grow.
      await server.run('set global max_heap_table_size = 16384')
      const connection = openDatabase(url)
      const { tickets } = repositoriesOf(connection)
      await server.run(`alter table ${name}.museum_ticket engine = memory`)
      expect(await connection.isReady()).toEqual({ writes: true })
      const sell = async (n: number): Promise<unknown> => {
        const ticket = { ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) }
        return tickets.add(aGeneralTicket(ticket)).then(
          () => (n < 1_000 ? sell(n + 1) : undefined),
          (error: unknown) => error,
        )
      }
      const failed = await sell(1)
      expect(failed).toBeInstanceOf(Unavailable)
      expect(failed).not.toBeInstanceOf(OutcomeUnknown)
      expect(await connection.isReady()).toEqual({ writes: false })
      await connection.close()
    })

    it('is not ready while the server is silent, and ready when it answers again', async () => {
      const silent = await proxyTo(url)
      const behind = openDatabase(silent.url)
      expect(await behind.isReady()).toEqual({ writes: true })
      silent.fallSilent()
      expect(await behind.isReady()).toBe(false)
      await silent.recover()
      expect(await behind.isReady()).toEqual({ writes: true })
      await behind.close()
      silent.close()
    })

    it('is found out over a new connection when the server has closed the one before', async () => {
      expect(await database.isReady()).toEqual({ writes: true })
      const list = await server.run<Record<string, string | number>>('show full processlist')
      const { username } = new URL(url)
      for (const row of list.filter((each) => (each['User'] ?? each['USER']) === username))
        await server.run(`kill ${row['Id'] ?? row['ID']}`)
      expect(await database.isReady()).toEqual({ writes: true })
    })
  })
