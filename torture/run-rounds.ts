import { join } from 'node:path'
import { migrate, openDatabase } from '@museum/adapters-persistence'
import { checkAudit } from './check-audit.ts'
import { type Figures, type Violation, checkHistory } from './check-history.ts'
import { closeConnections } from './client.ts'
import { type History, emptyHistory } from './history.ts'
import { ownEventName } from './own-event-name.ts'
import { readAudit } from './read-audit.ts'
import { readStored } from './read-stored.ts'
import type { Engine } from './start-engine.ts'
import { type Server, startServer } from './start-server.ts'

/** The servers of a scenario, which share one database, and what clients record. */
export type TestRun = Readonly<{ servers: readonly Server[]; databaseUrl: string; history: History }>

/** What a scenario found. */
export type Outcome = Readonly<{
  rounds: number
  kills: number
  figures: Figures
  auditEntries: number
  violations: readonly Violation[]
}>

/** `servers` and `rounds` are numbers; `mayMissResponses` as in `History`. */
type Options = Readonly<{ servers: number; rounds: number; mayMissResponses: boolean }>

/** Runs a scenario on a new database. Checks what is stored after each round, and ends at the first violation. */
export const runRounds = async (
  engine: Engine,
  { servers, rounds, mayMissResponses }: Options,
  round: (run: TestRun) => Promise<Readonly<{ kills: number; violations?: readonly Violation[] }>>,
): Promise<Outcome> => {
  const url = await engine.createDatabase()
  const database = openDatabase(url)
  await migrate(database)
  const run = {
    servers: await Promise.all(
      Array.from({ length: servers }, (_, n) => startServer(url, join(engine.folder, `server-${n + 1}.log`))),
    ),
    databaseUrl: url,
    history: emptyHistory(mayMissResponses),
  }
  let [done, kills, auditEntries] = [0, 0, 0]
  const violations: Violation[] = []
  const cancelled = new Set<string>()
  let check: ReturnType<typeof checkHistory>
  try {
    do {
      const result = await round(run)
      done += 1
      // A server closes idle connections: a request of the next round could meet one that is being closed.
      closeConnections()
      kills += result.kills
      violations.push(...(result.violations ?? []))
      const stored = await readStored(database)
      const events = stored.events.filter(({ name }) => name !== ownEventName)
      check = checkHistory(run.history, { ...stored, events }, cancelled)
      const audit = await readAudit(database)
      auditEntries = audit.entries.length
      violations.push(...checkAudit(audit))
      for (const { ticketId, state } of stored.tickets) if (state === 'cancelled') cancelled.add(ticketId)
    } while (done < rounds && check.violations.length + violations.length === 0)
  } finally {
    await Promise.all(run.servers.map((server) => server.stop()))
    await database.close()
  }
  const failures = run.servers.flatMap((server) => server.failures).map((fault) => ({ fault }))
  return {
    rounds: done,
    kills,
    figures: check.figures,
    auditEntries,
    violations: [...violations, ...check.violations, ...failures],
  }
}
