import { describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/application'
import { createConnection } from 'mysql2/promise'
import { mysql } from '../../../test/engines.ts'
import { openDatabase } from '../../database/museum-database.ts'
import { migrate } from '../../migrations/migrate.ts'

describe('the migration lock on MySQL', () => {
  it('a migration waits for another process on the same database, and not for one on another database of the server', async () => {
    const [created, other] = [await mysql.createDatabase(), await mysql.createDatabase()]
    const [database, second] = [openDatabase(created.url), openDatabase(other.url)]
    const holder = await createConnection(created.url)
    await holder.query("select get_lock(concat('museum ', left(sha2(database(), 256), 40)), 0)")
    await migrate(second)
    const waiting = migrate(database)
    expect(await Promise.race([waiting, sleep(300, 'still waiting')])).toBe('still waiting')
    await holder.end()
    await waiting
    for (const each of [database, second]) await each.close()
    for (const each of [created, other]) await each.drop()
  })

  it('a migration throws Unavailable when the lock cannot be acquired', async () => {
    const created = await mysql.createDatabase()
    const { engine, kysely, close } = openDatabase(created.url)
    const adapter = engine.dialect.createAdapter()
    const noLock = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: [{ acquired: 0 }] }),
    })
    const options = { lockTable: '', lockRowId: '' }
    await expect(adapter.acquireMigrationLock(noLock, options)).rejects.toThrow(Unavailable)
    await close()
    await created.drop()
  })
})
