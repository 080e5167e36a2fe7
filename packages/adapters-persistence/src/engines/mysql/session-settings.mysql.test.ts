import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CompiledQuery, sql } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { mysql } from '../../../test/engines.ts'
import type { MuseumDatabase } from '../../database/museum-database.ts'

const rowsOf = async <Row>(database: MuseumDatabase, statement: string) =>
  (await database.kysely.executeQuery<Row>(CompiledQuery.raw(statement))).rows

describe('on MySQL,', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
  })
  afterEach(() => opened.close())

  it('a connection has the session settings that the repositories rely on', async () => {
    const { database } = opened
    const names = [
      'transaction_isolation',
      'tx_isolation',
      'autocommit',
      'sql_mode',
      'innodb_lock_wait_timeout',
      'lock_wait_timeout',
      'group_concat_max_len',
      'wait_timeout',
      'collation_connection',
      'character_set_client',
    ]
    const rows = await rowsOf<{ Variable_name: string; Value: string }>(
      database,
      `show session variables where variable_name in (${names.map((name) => `'${name}'`).join()})`,
    )
    const { transaction_isolation, tx_isolation, sql_mode, ...settings } = Object.fromEntries(
      rows.map(({ Variable_name, Value }) => [Variable_name, Value]),
    )
    expect(transaction_isolation ?? tx_isolation).toBe('READ-COMMITTED')
    expect(sql_mode?.split(',')).toEqual(
      expect.arrayContaining(['STRICT_ALL_TABLES', 'NO_ZERO_DATE', 'NO_ZERO_IN_DATE', 'ONLY_FULL_GROUP_BY']),
    )
    expect(settings).toEqual({
      autocommit: 'ON',
      innodb_lock_wait_timeout: '1',
      lock_wait_timeout: '1',
      group_concat_max_len: '16384',
      wait_timeout: '70',
      collation_connection: 'utf8mb4_bin',
      character_set_client: 'utf8mb4',
    })
  })

  it('tables are created in InnoDB with a binary collation, whatever the defaults of the server', async () => {
    const { database } = opened
    const other = sql`select table_name, column_name from information_schema.columns
      where table_schema = database() and table_name not like 'kysely%' and collation_name <> 'utf8mb4_bin'`
    expect((await other.execute(database.kysely)).rows).toEqual([])
    const engine = sql`select table_name from information_schema.tables
      where table_schema = database() and engine <> 'InnoDB'`
    expect((await engine.execute(database.kysely)).rows).toEqual([])
  })

  it('a transaction that a deadlock has rolled back is retried', async () => {
    const { database } = opened
    const attempts = [0, 0]
    let lockHolders = 0
    let bothHoldALock: () => void
    const both = new Promise<void>((resolve) => (bothHoldALock = resolve))
    const lock = (weekday: string) => sql`update weekly_hours set time_open = '08:00' where weekday = ${weekday}`
    const lockBoth = (first: string, second: string, n: 0 | 1) =>
      database.transaction(async (tables) => {
        attempts[n]! += 1
        await lock(first).execute(tables)
        if ((lockHolders += 1) === 2) bothHoldALock()
        await both
        await lock(second).execute(tables)
      })
    await Promise.all([lockBoth('monday', 'tuesday', 0), lockBoth('tuesday', 'monday', 1)])
    expect(attempts.toSorted()).toEqual([1, 2])
  })
})
