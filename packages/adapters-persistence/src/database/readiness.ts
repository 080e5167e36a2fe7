import { Unavailable } from '@museum/application'
import { type Kysely, sql } from 'kysely'
import { withDeadline } from './deadline.ts'
import type { Engine } from '../engines/engine.ts'
import type { WriteProbeTables } from './write-probe.table.ts'

/** What the database does now: false when it does not answer, otherwise whether it stores what is written. */
export type Readiness = false | Readonly<{ writes: boolean }>

// Each of the two steps has so long, in milliseconds: longer than a connection may take to open.
const stepMilliseconds = 3_000

// The row of the probe always has its room. So a write that found no room counts for so long, in milliseconds.
const fullMilliseconds = 10_000

/** The error of the engine behind what was thrown. */
const causeOf = (error: unknown) => (error instanceof Unavailable ? error.cause : error)

/**
 * Finds out whether the database answers and stores what is written, by writing one row over a connection of its own. It
 * takes one statement; a second one, which reads, only where the first one fails.
 */
export const readinessOf = (engine: Engine, probe: Kysely<WriteProbeTables>) => {
  const write = () =>
    withDeadline(stepMilliseconds, () =>
      probe.replaceInto('write_probe').values({ id: 1, written_at: Date.now() }).execute(),
    )
  const read = () => withDeadline(stepMilliseconds, () => sql`select 1`.execute(probe))
  /** The last known answer, which stands while a probe cannot tell. */
  let writes = true
  let fullUntil = Number.NEGATIVE_INFINITY

  const complaintOfWrite = async () => {
    try {
      await write()
      return undefined
    } catch (error) {
      return engine.classifyError(causeOf(error)) ?? 'away'
    }
  }

  const isReady = async (): Promise<Readiness> => {
    let complaint = await complaintOfWrite()
    if (complaint === 'lost') {
      // The server may have closed the connection while it was idle.
      complaint = await complaintOfWrite()
      // Otherwise the first write is still under way, and holds the lock: the server does not get it done.
      if (complaint === 'locked') complaint = 'lost'
    }
    if (complaint === undefined) return { writes: (writes = performance.now() >= fullUntil) }
    if (complaint === 'contended' || complaint === 'locked') return { writes }
    if (complaint === 'too-many-connections') return engine.isConnected() && { writes }
    try {
      await read()
      return { writes: (writes = false) }
    } catch {
      return false
    }
  }
  return {
    isReady,
    /** Takes note of what a write of the museum has thrown: InnoDB finds room for a small row when it has none for tickets. */
    noteFailedWrite: (error: unknown) => {
      if (engine.classifyError(causeOf(error)) === 'full') fullUntil = performance.now() + fullMilliseconds
    },
  }
}
