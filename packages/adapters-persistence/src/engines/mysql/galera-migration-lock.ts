import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/application'
import { type Kysely, type MigrationLockOptions, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { withOwnDeadline } from '../../database/deadline.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'
import { waitTimeoutSeconds } from './session-settings.ts'

// A holder whose number has not changed for this time is taken for dead. The server has closed its connection by then, if
// the holder was only suspended, so that it cannot go on with its migration.
const abandonedMilliseconds = 15_000
const idleSeconds = 8
const renewalMilliseconds = 2_000
const renewalTimeout = 5_000
const waitMilliseconds = 30_000
const pollMilliseconds = 100
/** Each holder has numbers of its own, more than it needs in two days. */
const numbersOfHolder = 100_000

/** A lock that is held until it is released. */
type HeldLock = Readonly<{ release: () => Promise<void> }>

/**
 * Acquires a lock that holds on all nodes of a Galera cluster, unlike `get_lock`. It is a row of Kysely's lock table: 0, or
 * a number that its holder increments every two seconds, on a connection of its own. Of two transactions that change the row
 * on different nodes one is rolled back, and one that finds another number changes nothing. Throws `Unavailable` when
 * another process holds the lock for 30 seconds.
 */
export const acquireGaleraLock = async (
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
  /** Changes the number if it is one of these; resolves with whether it was, on every node. */
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
