import { Unavailable } from '@museum/application'
import type { Kysely } from 'kysely'
import type { DatabaseErrorKind } from '../engines/database-error-kind.ts'
import type { Engine } from '../engines/engine.ts'
import { withOwnDeadline } from './deadline.ts'
import type { WriteProbeTables } from './write-probe.table.ts'

/**
 * `false` when the database does not answer; otherwise whether it stores what is written, and, with several hosts, the one
 * in use, such as `db2:3306`.
 */
export type Readiness = false | Readonly<{ writes: boolean; databaseHost?: string }>

export type ReadinessProbe = Readonly<{
  isReady: () => Promise<Readiness>
  /** Takes note of an error of a write: InnoDB may have room for the small row of the probe when it has none for tickets. */
  noteFailedWrite: (error: unknown) => void
}>

/** Milliseconds for each of the two statements: longer than it may take to open a connection. */
const statementMilliseconds = 3_000

/** Milliseconds for which a write that found no room makes the database not ready for writes. */
const fullMilliseconds = 10_000

const causeOf = (error: unknown) => (error instanceof Unavailable ? error.cause : error)

/**
 * Finds out whether the database answers and stores what is written, by writing one row over a connection of its own. It
 * executes a second statement, which reads, only when the first one fails.
 */
export const readinessProbe = (engine: Engine, probe: Kysely<WriteProbeTables>): ReadinessProbe => {
  /** The last result, which is returned when a probe gives none. */
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
  // Of a table: a node of Galera that has lost its cluster answers `select 1`.
  const read = () =>
    withOwnDeadline(statementMilliseconds, () => probe.selectFrom('write_probe').select('id').execute())

  return {
    async isReady() {
      const moves = hosts?.moves() ?? 0
      let error = await write()
      const mayBeOfHost = error === 'lost' || error === 'unavailable' || error === 'read-only'
      if (mayBeOfHost && (await hosts?.movedSince(moves))) error = await write()
      else if (error === 'lost') {
        // The server may have closed the connection while it was idle.
        error = await write()
        // Otherwise the first write is still running and holds the lock, so the server does not complete writes.
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
    noteFailedWrite(error) {
      if (engine.classifyError(causeOf(error)) === 'full') fullUntil = performance.now() + fullMilliseconds
    },
  }
}
