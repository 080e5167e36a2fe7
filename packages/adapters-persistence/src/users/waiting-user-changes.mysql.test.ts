import { CalendarDate } from '@museum/domain'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { User } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import type { Transaction } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { lockWait } from '../../test/count-lock-waits.ts'
import { mysql } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { kyselyUserRepository } from './kysely-user-repository.ts'

const aUser = (username: string): User => ({ username, role: 'admin', isEnabled: true, passwordHash: 'hash' })
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a change of a user on MySQL', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    for (const username of ['a', 'b']) await opened.users.add(aUser(username), anAuditEntry())
  })
  afterEach(() => opened.close())

  /** Counts the attempts to execute a transaction. */
  const counting = (database: MuseumDatabase) => {
    const counted = { attempts: 0 }
    const transaction: MuseumDatabase['transaction'] = (work, kind) =>
      database.transaction((tables, isOutcomeUnknown) => {
        counted.attempts += 1
        return work(tables, isOutcomeUnknown)
      }, kind)
    return { counted, database: { ...database, transaction } }
  }
  const disable = (database: MuseumDatabase, username: string) =>
    kyselyUserRepository(database).update(
      username,
      (user) => ({ ...user, isEnabled: false }),
      () => [anAuditEntry()],
    )
  const lock = (tables: Transaction<MuseumTables>) =>
    tables.updateTable('change_lock').set({ changes: 0 }).where('kind', '=', 'user').execute()
  const entries = async () => (await opened.audit.list({}, { page: 1, limit: 10 })).items.length

  it('waits longer than one lock wait for another transaction', async () => {
    const { counted, database } = counting(opened.open())
    let change: Promise<unknown> | undefined
    await opened.database.transaction(async (tables) => {
      await lock(tables)
      change = disable(database, 'a')
      // The second attempt begins when the lock wait of the first one has ended.
      for (let n = 0; n < 500 && counted.attempts < 2; n += 1) await pause(10)
    })
    expect(await change).toMatchObject({ after: { isEnabled: false } })
    expect(counted.attempts).toBeGreaterThan(1)
    expect(await entries()).toBe(3)
  })

  it('is repeated after a deadlock has rolled it back, and has one audit entry', async () => {
    const { counted, database } = counting(opened.open())
    let change: Promise<unknown> | undefined
    await opened.database.transaction(async (tables) => {
      // Many changed rows, so that the database rolls back the other transaction.
      for (let n = 0; n < 50; n += 1)
        await tables
          .insertInto('hours_exception')
          .values({ exception_date: CalendarDate(`${2040 + n}-01-01`), time_open: null, time_close: null })
          .execute()
      await tables.updateTable('user_account').set({ password_hash: 'another' }).execute()
      change = disable(database, 'a')
      // The deadlock needs a change that waits for this transaction already.
      await lockWait(opened.database)
      await lock(tables)
    })
    expect(await change).toMatchObject({ after: { isEnabled: false, passwordHash: 'another' } })
    expect(counted.attempts).toBeGreaterThan(1)
    expect(await entries()).toBe(3)
    expect(await kyselyRepositories(opened.open()).users.find('a')).toMatchObject({ isEnabled: false })
  })
})
