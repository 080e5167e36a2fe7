import { checkHistory } from './check-history.ts'
import { type Violation, figureColumns } from './findings.ts'
import { type History, emptyHistory } from './history.ts'
import { ownEventName } from './own-event-name.ts'
import { readStored } from './read-stored.ts'
import { type Museum, type Outcome, runScenario } from './run-scenario.ts'
import type { Engine } from './engine.ts'

/** The servers of a scenario, which share one database, and what clients record. */
export type TestRun = Omit<Museum, 'database'> & Readonly<{ history: History }>

/**
 * `servers` and `rounds` are numbers; `mayMissResponses` and `maxResponseTime` as in `History`; `figures` are further
 * columns.
 */
type Options = Readonly<{
  servers: number
  rounds: number
  mayMissResponses: boolean
  maxResponseTime?: number
  figures?: () => Readonly<Record<string, number>>
}>
/** Runs a scenario of purchases and changes of events. */
export const runRounds = (
  engine: Engine,
  { servers, rounds, mayMissResponses, maxResponseTime, figures: furtherFigures }: Options,
  round: (run: TestRun) => Promise<Readonly<{ kills: number; violations?: readonly Violation[] }>>,
): Promise<Outcome> => {
  const history = emptyHistory(mayMissResponses, maxResponseTime)
  const cancelled = new Set<string>()
  return runScenario(engine, {
    servers,
    rounds,
    outages: history.outages,
    round: (museum) => round({ ...museum, history }),
    async check({ database }) {
      const stored = await readStored(database)
      const events = stored.events.filter(({ name }) => name !== ownEventName)
      const { figures, violations } = checkHistory(history, { ...stored, events }, cancelled)
      for (const { ticketId, state } of stored.tickets) if (state === 'cancelled') cancelled.add(ticketId)
      return { figures: { ...furtherFigures?.(), ...figureColumns(figures) }, violations }
    },
  })
}
