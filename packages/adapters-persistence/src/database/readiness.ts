import { Unavailable } from '@museum/application'
import { type Kysely, sql } from 'kysely'
import type { DatabaseErrorKind } from '../engines/database-error-kind.ts'
import type { Engine } from '../engines/engine.ts'
import { withOwnDeadline } from './deadline.ts'
import type { WriteProbeTables } from './write-probe.table.ts'

/** `false` when the database does not answer; otherwise whether it stores what is written. */
export type Readiness = false | Readonly<{ writes: boolean }>

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
  const read = () => withOwnDeadline(statementMilliseconds, () => sql`select 1`.execute(probe))

  return {
    async isReady() {
      let error = await write()
      if (error === 'lost') {
        // The server may have closed the connection while it was idle.
        error = await write()
        // Otherwise the first write is still running and holds the lock, so the server does not complete writes.
        if (error === 'locked') error = 'lost'
      }
      if (error === undefined) return { writes: (writes = performance.now() >= fullUntil) }
      if (error === 'contended' || error === 'locked') return { writes }
      if (error === 'too-many-connections') return engine.isConnected() && { writes }
      try {
        await read()
        return { writes: (writes = false) }
      } catch {
        return false
      }
    },
    noteFailedWrite(error) {
      if (engine.classifyError(causeOf(error)) === 'full') fullUntil = performance.now() + fullMilliseconds
    },
  }
}
