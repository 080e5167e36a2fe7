import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/concurrency'
import {
  type Kysely,
  type MigrationLockOptions,
  type MysqlAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely'
import { withOwnDeadline } from '../../deadlines-and-retries.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'
import { executeWith, isGaleraNode } from './cluster-membership.ts'
import { lockWaitSeconds, waitTimeoutSeconds } from './session-settings.ts'

const lockName = sql`concat('museum ', left(sha2(database(), 256), 40))`
const migrationLockSeconds = 30

/**
 * The lock that a process holds while it migrates. Kysely's own lock has one name for all databases of a server, and after an
 * hour of waiting Kysely migrates without it. `get_lock` holds on one node of a Galera cluster only, so a cluster gets a second
 * lock; `openRenewals` opens a connection for it.
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
      // `alter table` waits for the transactions that use the table, 8 seconds at most.
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

// A holder that has not incremented its number for this time counts as dead. If it was only suspended, the server has closed
// its connection by then, so that it cannot continue its migration.
const abandonedMilliseconds = 15_000
const idleSeconds = 8
const renewalMilliseconds = 2_000
const renewalTimeout = 5_000
const waitMilliseconds = 30_000
const pollMilliseconds = 100
/** Each holder has a range of numbers of its own, more than it needs in two days. */
const numbersOfHolder = 100_000

/** A lock that is held until it is released. */
type HeldLock = Readonly<{ release: () => Promise<void> }>

/**
 * Acquires a lock that holds on all nodes of a Galera cluster, unlike `get_lock`. The lock is a row of Kysely's lock table with
 * a number: 0 while it is free; otherwise its holder increments the number every two seconds, on a connection of its own. When
 * two nodes change the row at the same time, one of the transactions is rolled back; a transaction that finds an unexpected
 * number changes nothing. Throws `Unavailable` when another process holds the lock for 30 seconds.
 */
const acquireGaleraLock = async (
  connection: QueryExecutorProvider,
  { lockTable, lockRowId }: MigrationLockOptions,
  openRenewals: () => Kysely<unknown>,
): Promise<HeldLock> => {
  const row = sql`${sql.table(lockTable)}`
  const read = async (): Promise<number> => {
    const { rows } = await sql<{ is_locked: number }>`select is_locked from ${row} where id = ${lockRowId}`.execute(
      connection,
    )
    return rows[0]!.is_locked
  }
  /** Changes the number if it is in this range. Resolves to whether it was, on every node. */
  const change = async (on: QueryExecutorProvider, to: RawBuilder<unknown>, from: number, last: number) => {
    const condition = sql`id = ${lockRowId} and is_locked between ${from} and ${last}`
    try {
      const { numAffectedRows } = await sql`update ${row} set is_locked = ${to} where ${condition}`.execute(on)
      return numAffectedRows === 1n
    } catch (error) {
      if (classifyMysqlError(error) !== 'contended') throw error
      return false
    }
  }

  const first = (1 + Math.floor(Math.random() * 20_000)) * numbersOfHolder
  const last = first + numbersOfHolder - 1
  const deadline = performance.now() + waitMilliseconds
  let [found, since] = [await read(), performance.now()]
  for (;;) {
    const isFree = found === 0 || performance.now() - since > abandonedMilliseconds
    if (isFree && (await change(connection, sql`${first}`, found, found))) break
    if (performance.now() > deadline) throw new Unavailable('Another process is migrating the database')
    await sleep(pollMilliseconds)
    const current = await read()
    if (current !== found) [found, since] = [current, performance.now()]
  }

  await sql`set session wait_timeout = ${sql.lit(idleSeconds)}`.execute(connection)
  const renewals = openRenewals()
  let renewed: Promise<unknown> = Promise.resolve()
  const renew = () =>
    withOwnDeadline(renewalTimeout, () => change(renewals, sql`is_locked + 1`, first, last)).catch(() => {
      // After an error, such as a lost connection, the next renewal may succeed.
    })
  const timer = setInterval(() => {
    renewed = renewed.then(renew)
  }, renewalMilliseconds)
  return {
    async release() {
      clearInterval(timer)
      await renewed
      await renewals.destroy()
      await sql`set session wait_timeout = ${sql.lit(waitTimeoutSeconds)}`.execute(connection)
      await change(connection, sql`0`, first, last)
    },
  }
}
