import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MuseumDatabase, migrate, openDatabase } from '@museum/adapters-persistence'
import { checkAudit } from './check-audit.ts'
import type { Violation } from './findings.ts'
import { closeConnections } from './client.ts'
import { compareNodes } from './compare-nodes.ts'
import type { Outage } from './history.ts'
import { unexpected5xx } from './is-expected-5xx.ts'
import { readAudit } from './read-audit.ts'
import type { Engine } from './engine.ts'
import { type Server, startServer } from './start-server.ts'
import { watchWrites } from './watch-writes.ts'

/** The servers of a scenario, and the database that they share. */
export type Museum = Readonly<{
  servers: readonly Server[]
  /** The URL of the database for a process of the suite by its number, from 0 on. */
  databaseUrlOf: (process: number) => string
  database: MuseumDatabase
}>

/** The findings of a round, or of the check after it. */
type Found = Readonly<{ violations?: readonly Violation[] }>

/** The findings of a scenario. `figures` are the columns of its table. */
export type Outcome = Readonly<{
  rounds: number
  figures: Readonly<Record<string, number>>
  /** Lines of further tables. */
  details?: readonly Detail[]
  violations: readonly Violation[]
}>

export type Detail = Readonly<{ name: string; figures: Readonly<Record<string, number>> }>

type Scenario = Readonly<{
  /** How many servers share the database. */
  servers: number
  rounds: number
  /** Settings of the servers, beside the settings of every scenario. */
  settings?: Readonly<Record<string, string>>
  /** Where the periods are recorded in which a cluster is slow to commit writes. */
  outages?: Outage[]
  /** Puts the servers under load, and kills some of them or the database. */
  round: (museum: Museum) => Promise<Found & Readonly<{ kills: number }>>
  /**
   * Compares the clients' records with the stored rows; on a cluster with those of one node, another one after each round. The
   * figures count all rounds so far.
   */
  check: (museum: Museum) => Promise<Found & Readonly<{ figures: Readonly<Record<string, number>> }>>
}>

/** How long a database may still execute the last statement of a server that was killed, in milliseconds. */
const lastStatements = 200

/**
 * Runs a scenario on a new database. Checks what is stored after each round, and that all nodes of a cluster hold the same.
 * Ends at the first violation other than an unexpected 5xx.
 */
export const runScenario = async (
  engine: Engine,
  { servers, rounds, settings, outages = [], round, check }: Scenario,
): Promise<Outcome> => {
  const { urlOf, nodes } = await engine.createDatabase()
  const database = openDatabase(urlOf(0))
  await migrate(database)
  const museum: Museum = {
    servers: await startServers(servers, (n) =>
      startServer(urlOf(n), join(engine.folder, `server-${n + 1}.log`), settings),
    ),
    databaseUrlOf: urlOf,
    database,
  }
  /** Calls a function with the museum on the database of one node. */
  const withNode = async <T>(url: string | undefined, step: (museum: Museum) => Promise<T>): Promise<T> => {
    if (url === undefined) return step(museum)
    const ofNode = openDatabase(url)
    try {
      return await step({ ...museum, database: ofNode })
    } finally {
      await ofNode.close()
    }
  }
  let [done, kills, auditEntries] = [0, 0, 0]
  let figures: Readonly<Record<string, number>> = {}
  /** The findings of each round, and of the last check of all rounds. */
  const foundInRounds: Violation[] = []
  let foundInAll: readonly Violation[] = []
  try {
    do {
      const stopWatching = watchWrites(engine, outages)
      const result = await round(museum)
      await stopWatching()
      done += 1
      // A server closes idle connections: a request of the next round could meet one that is being closed.
      closeConnections()
      await sleep(lastStatements)
      kills += result.kills
      if (engine.cluster !== undefined) foundInRounds.push(...(await compareNodes(engine.cluster, nodes)))
      const [checked, audit] = await withNode(nodes[done % nodes.length]?.url, async (each) => [
        await check(each),
        await readAudit(each.database),
      ])
      figures = checked.figures
      auditEntries = audit.entries.length
      foundInRounds.push(...(result.violations ?? []))
      foundInAll = [...(checked.violations ?? []), ...checkAudit(audit)]
    } while (done < rounds && [...foundInRounds, ...foundInAll].every(({ fault }) => fault === unexpected5xx))
  } finally {
    await Promise.all(museum.servers.map((server) => server.stop()))
    await database.close()
  }
  const failures = museum.servers.flatMap((server) => server.failures).map((fault) => ({ fault }))
  return {
    rounds: done,
    figures: {
      rounds: done,
      kills,
      ...figures,
      'audit entries': auditEntries,
      ...(engine.cluster !== undefined && { 'outages, s': Math.round(totalOf(outages) / 1_000) }),
    },
    violations: [...foundInRounds, ...foundInAll, ...failures],
  }
}

/** One after the other: three at once would take all of the processor, and their first connections would time out. */
const startServers = async (servers: number, start: (number: number) => Promise<Server>) => {
  const started: Server[] = []
  for (let n = 0; n < servers; n += 1) started.push(await start(n))
  return started
}

/** How long the outages are together, in milliseconds; they may overlap. */
const totalOf = (outages: readonly Outage[]) => {
  let [total, end] = [0, Number.NEGATIVE_INFINITY]
  for (const { from, until } of outages.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, until - Math.max(from, end))
    end = Math.max(end, until)
  }
  return total
}
