import { Unavailable } from '@museum/application'
import { type Kysely, type MysqlAdapter, sql } from 'kysely'
import { acquireGaleraLock } from './galera-migration-lock.ts'
import { executeWith } from './execute-statement.ts'
import { isGaleraNode } from './is-galera-node.ts'
import { lockWaitSeconds } from './session-settings.ts'

const lockName = sql`concat('museum ', left(sha2(database(), 256), 40))`
const migrationLockSeconds = 30

/**
 * The lock that a process holds while it migrates. Kysely's own lock has one name for all databases of a server, and
 * after an hour of waiting the migration goes on without it. `get_lock` holds on one node of a Galera cluster, which gets a
 * second lock; `openRenewals` opens a connection for it.
 */
export const migrationLock = (
  openRenewals: () => Kysely<unknown>,
): Pick<MysqlAdapter, 'acquireMigrationLock' | 'releaseMigrationLock'> => {
  let ofCluster: Awaited<ReturnType<typeof acquireGaleraLock>> | undefined
  return {
    async acquireMigrationLock(db, options) {
      const lock = sql<{ acquired: number | null }>`select get_lock(${lockName}, ${migrationLockSeconds}) as acquired`
      const { rows } = await lock.execute(db)
      if (rows[0]?.acquired !== 1) throw new Unavailable('Another process is migrating the database')
      if (await isGaleraNode(executeWith(db))) ofCluster = await acquireGaleraLock(db, options, openRenewals)
      // A change of a table waits for the transactions that use it, which take 6 seconds at most.
      await sql`set session lock_wait_timeout = 10`.execute(db)
    },
    async releaseMigrationLock(db) {
      const held = ofCluster
      ofCluster = undefined
      await held?.release()
      await sql`set session lock_wait_timeout = ${sql.lit(lockWaitSeconds)}`.execute(db)
      await sql`select release_lock(${lockName})`.execute(db)
    },
  }
}
