import { Unavailable } from '@museum/concurrency'
import type { Kysely } from 'kysely'
import type { DatabaseErrorKind, Engine } from './engines/engine.ts'
import { withOwnDeadline } from './deadlines-and-retries.ts'

/**
 * `false` when the database does not respond; otherwise whether it is writable and, with several hosts, the one in use, such as
 * `db2:3306`.
 */
export type DatabaseReadiness = false | Readonly<{ writes: boolean; databaseHost?: string }>

/** The table that `isReady` writes to: one row, with `id` 1. `written_at` is in milliseconds since 1970, by the clock of this process. */
export type ProbeTables = { write_probe: { id: number; written_at: number } }

/** Milliseconds for each of the two statements: longer than opening a connection may take. */
const statementMilliseconds = 3_000

/** Milliseconds for which the database counts as not writable after a write has failed because it was full. */
const fullMilliseconds = 10_000

const causeOf = (error: unknown) => (error instanceof Unavailable ? error.cause : error)

/**
 * Finds out whether the database responds and is writable, by writing one row over a connection of its own. Only when this
 * fails, it reads.
 */
export const readinessProbe = (engine: Engine, probe: Kysely<ProbeTables>) => {
  /** The last result, for a probe whose write neither succeeds nor fails for good, such as while the row is locked. */
  let writes = true
  let fullUntil = Number.NEGATIVE_INFINITY

  const write = async (): Promise<DatabaseErrorKind | undefined> => {
    try {
      await withOwnDeadline(statementMilliseconds, () =>
        probe.replaceInto('write_probe').values({ id: 1, written_at: Date.now() }).execute(),
      )
      return undefined
    } catch (error) {
      return engine.classifyError(causeOf(error)) ?? 'unavailable'
    }
  }
  const { hosts } = engine
  const ready = () => ({ writes, ...(hosts && { databaseHost: hosts.active() }) })
  // Reads from a table, since a node of Galera that has lost its cluster still executes `select 1`.
  const read = () =>
    withOwnDeadline(statementMilliseconds, () => probe.selectFrom('write_probe').select('id').execute())

  return {
    async isReady(): Promise<DatabaseReadiness> {
      const failovers = hosts?.failovers() ?? 0
      let error = await write()
      const mayBeOfHost = error === 'lost' || error === 'unavailable' || error === 'read-only'
      if (mayBeOfHost && (await hosts?.failedOverSince(failovers))) error = await write()
      else if (error === 'lost') {
        // The server may have closed the connection while it was idle.
        error = await write()
        // Locked by the first write, which is still running: the server does not complete writes.
        if (error === 'locked') error = 'lost'
      }
      if (error === undefined) writes = performance.now() >= fullUntil
      if (error === undefined || error === 'contended' || error === 'locked') return ready()
      if (error === 'too-many-connections') return engine.isConnected() && ready()
      try {
        await read()
        writes = false
        return ready()
      } catch {
        return false
      }
    },
    /** Takes note of the error of a write. InnoDB may have room for the small row of the probe, but none for a ticket. */
    noteFailedWrite(error: unknown) {
      if (engine.classifyError(causeOf(error)) === 'full') fullUntil = performance.now() + fullMilliseconds
    },
  }
}
