import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondsLeft } from './deadline.ts'
import type { Engine } from './engines/engine.ts'
import { outcomeUnknown, unavailable } from './unavailable.ts'

/**
 * Attempts something again, after a growing pause with jitter, while another transaction is in its way and time is
 * left for another attempt. When the database is away, or stays too busy, it throws `Unavailable`, and where a write was
 * under way when the connection was lost `OutcomeUnknown`.
 */
export const insist = async <T>(engine: Engine, attempt: () => Promise<T>, writes = false): Promise<T> => {
  for (let ceiling = 8; ; ceiling = Math.min(ceiling * 2, 200)) {
    try {
      return await attempt()
    } catch (error) {
      const complaint = engine.complaintOf(error)
      if (complaint === 'lost' && writes) throw outcomeUnknown(error)
      if (complaint === 'away' || complaint === 'lost') throw unavailable('The database is away', error)
      if (complaint !== 'contended') throw error
      const pause = Math.random() * ceiling
      if (millisecondsLeft() < pause + engine.shortestStatement) throw unavailable('The database is too busy', error)
      await sleep(pause)
    }
  }
}
