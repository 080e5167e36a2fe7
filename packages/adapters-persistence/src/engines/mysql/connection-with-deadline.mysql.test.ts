import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aSpecialEvent } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../../test/a-database.ts'
import { mysql } from '../../../test/engines.ts'
import { proxyTo } from '../../../test/proxy-to.ts'
import { kyselyRepositories } from '../../kysely-repositories.ts'
import { unavailableAfter } from '../../../test/unavailable-after.ts'
import { anAuditEntry } from '@museum/testing'
import type { MuseumDatabase } from '../../database/museum-database.ts'

const event = aSpecialEvent()

describe('a lookup by one identifier', () => {
  let opened: OpenedDatabase
  /** A database with one connection. */
  let database: MuseumDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    database = opened.open(opened.url, { connections: 1 })
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  const find = () => kyselyRepositories(database).specialEvents.find(event.eventId)
  const run = (sql: string) =>
    database.query((tables) => tables.executeQuery<{ Value: string }>(CompiledQuery.raw(sql))).then(({ rows }) => rows)
  const preparedAndExecuted = async () =>
    Promise.all(
      ['prepare', 'execute'].map(async (name) =>
        Number((await run(`show session status like 'Com_stmt_${name}'`))[0]!.Value),
      ),
    )

  it('is prepared once for each connection', async () => {
    for (let n = 0; n < 5; n += 1) expect(await find()).toEqual(event)
    const [prepared, executed] = await preparedAndExecuted()
    // Each `find` is the first of a new repository, so that it reads the event with its occurrences.
    expect([prepared, executed]).toEqual([1, 5])
  })

  it('is executed when the server allows no further prepared statement', async () => {
    const [limit] = await run("show global variables like 'max_prepared_stmt_count'")
    await run('set global max_prepared_stmt_count = 0')
    try {
      expect(await find()).toEqual(event)
    } finally {
      await run(`set global max_prepared_stmt_count = ${limit!.Value}`)
    }
    expect(await preparedAndExecuted()).toEqual([expect.any(Number), 0])
    expect(await find()).toEqual(event)
    expect((await preparedAndExecuted())[1]).toBe(1)
  })

  it.each([
    ['is prepared', false],
    ['is executed', true],
  ])('throws Unavailable when the server stops responding while it %s', async (_, isPrepared) => {
    const proxy = await proxyTo(opened.url)
    try {
      const { specialEvents, museumHours } = kyselyRepositories(opened.open(proxy.url, { connections: 1 }))
      await museumHours.schedule(event.occurrences[0]!.date, event.occurrences[0]!.date)
      if (isPrepared) await specialEvents.find(event.eventId)
      proxy.stopResponding()
      expect(await unavailableAfter(specialEvents.find(event.eventId))).toBeLessThan(6_000)
      await proxy.recover()
      expect(await specialEvents.find(event.eventId)).toEqual(event)
    } finally {
      proxy.close()
    }
  })

  it('is executed after its table has changed', async () => {
    await find()
    await run('alter table special_event add column another int not null default 7')
    expect(await find()).toEqual(event)
    await run('alter table special_event modify column name varchar(400) not null')
    expect(await find()).toEqual(event)
  })
})
