import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MuseumDatabase, migrate, openDatabase } from '@museum/adapters-persistence'
import { checkAudit } from './check-audit.ts'
import type { Violation } from './check-history.ts'
import { closeConnections } from './client.ts'
import { readAudit } from './read-audit.ts'
import type { Engine } from './start-engine.ts'
import { type Server, startServer } from './start-server.ts'

/** The servers of a scenario, and the database that they share. */
export type Museum = Readonly<{ servers: readonly Server[]; databaseUrl: string; database: MuseumDatabase }>

/** What a round, or the check after it, found. */
type Found = Readonly<{ violations?: readonly Violation[] }>

/** What a scenario found. `figures` are the columns of its table. */
export type Outcome = Readonly<{
  rounds: number
  figures: Readonly<Record<string, number>>
  violations: readonly Violation[]
}>

type Scenario = Readonly<{
  /** How many servers share the database. */
  servers: number
  rounds: number
  /** The museum's present day. */
  today?: string
  /** Puts the servers under load, and kills some of them or the database. */
  round: (museum: Museum) => Promise<Found & Readonly<{ kills: number }>>
  /** Compares what clients recorded with what is stored. The figures are those of all rounds. */
  check: (museum: Museum) => Promise<Found & Readonly<{ figures: Readonly<Record<string, number>> }>>
}>

/** How long a database may still execute the last statement of a server that was killed, in milliseconds. */
const lastStatements = 200

/** Runs a scenario on a new database. Checks what is stored after each round, and ends at the first violation. */
export const runScenario = async (
  engine: Engine,
  { servers, rounds, today, round, check }: Scenario,
): Promise<Outcome> => {
  const databaseUrl = await engine.createDatabase()
  const database = openDatabase(databaseUrl)
  await migrate(database)
  const museum: Museum = {
    servers: await Promise.all(
      Array.from({ length: servers }, (_, n) =>
        startServer(databaseUrl, join(engine.folder, `server-${n + 1}.log`), today),
      ),
    ),
    databaseUrl,
    database,
  }
  let [done, kills, auditEntries] = [0, 0, 0]
  let figures: Readonly<Record<string, number>> = {}
  const violations: Violation[] = []
  try {
    do {
      const result = await round(museum)
      done += 1
      // A server closes idle connections: a request of the next round could meet one that is being closed.
      closeConnections()
      await sleep(lastStatements)
      kills += result.kills
      const checked = await check(museum)
      figures = checked.figures
      const audit = await readAudit(database)
      auditEntries = audit.entries.length
      violations.push(...(result.violations ?? []), ...(checked.violations ?? []), ...checkAudit(audit))
    } while (done < rounds && violations.length === 0)
  } finally {
    await Promise.all(museum.servers.map((server) => server.stop()))
    await database.close()
  }
  const failures = museum.servers.flatMap((server) => server.failures).map((fault) => ({ fault }))
  return {
    rounds: done,
    figures: { rounds: done, kills, ...figures, 'audit entries': auditEntries },
    violations: [...violations, ...failures],
  }
}
