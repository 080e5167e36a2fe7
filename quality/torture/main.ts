/**
 * Kills servers and databases under load, and compares what clients recorded with what is stored:
 *
 *     pnpm torture [kill-server] [kill-database] [kill-connections] [failovers] [races] [node-races] [reads] [retries] [admissions] [orders]
 *         [reservations] [closings] [payments] [entry-times] [last-places] [messages] [ticket-keys] [staff] [hand-over] [--engines mariadb,mysql,sqlite,galera,group] [--rounds N] [--long]
 *
 * Without names it runs every scenario, by default on MariaDB and SQLite, in one to three minutes. The exit code is 1 on a violation.
 */
import { parseArgs } from 'node:util'
import { admissions } from './admissions.ts'
import { closings } from './closings.ts'
import { entryTimes } from './entry-times.ts'
import { failovers } from './failovers.ts'
import { handOver } from './hand-over.ts'
import { killConnections } from './kill-connections.ts'
import { killDatabase } from './kill-database.ts'
import { killServer } from './kill-server.ts'
import { nodeRaces } from './node-races.ts'
import { races } from './races.ts'
import { reads } from './reads.ts'
import { retries } from './retries.ts'
import { lastPlaces } from './last-places.ts'
import { messages } from './messages.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { reservations } from './reservations.ts'
import type { Outcome } from './run-scenario.ts'
import { staff } from './staff.ts'
import { type Engine, engines } from './engine.ts'
import { startEngine } from './start-engine.ts'
import { ticketKeys } from './ticket-keys.ts'

type Scenario = Readonly<{
  run: (engine: Engine, rounds: number) => Promise<Outcome>
  rounds: number
  /** Whether it is run on an engine; on every one without it. */
  isFor?: (engine: Engine) => boolean
}>
/** How many times the rounds are multiplied with `--long`. A round takes longer on a cluster. */
const [timesOnOneServer, timesOnCluster] = [4, 2]
const isCluster = ({ cluster }: Engine) => cluster !== undefined
const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries<Scenario>({
    'kill-server': { run: killServer, rounds: 2 },
    // The embedded engine runs inside the server: kill-server covers it. Failovers are more on a cluster.
    'kill-database': {
      run: killDatabase,
      rounds: 1,
      isFor: ({ cluster, failures }) => cluster === undefined && failures.length > 0,
    },
    'kill-connections': {
      run: killConnections,
      rounds: 1,
      isFor: ({ name }) => name !== 'sqlite' && name !== 'group',
    },
    failovers: { run: failovers, rounds: 2, isFor: isCluster },
    races: { run: races, rounds: 1 },
    'node-races': { run: nodeRaces, rounds: 2, isFor: isCluster },
    reads: { run: reads, rounds: 1, isFor: isCluster },
    retries: { run: retries, rounds: 1 },
    admissions: { run: admissions, rounds: 1 },
    orders: { run: orders, rounds: 1 },
    reservations: { run: reservations, rounds: 1 },
    closings: { run: closings, rounds: 1 },
    payments: { run: payments, rounds: 1 },
    'entry-times': { run: entryTimes, rounds: 1 },
    'last-places': { run: lastPlaces, rounds: 1 },
    messages: { run: messages, rounds: 1 },
    'ticket-keys': { run: ticketKeys, rounds: 1 },
    staff: { run: staff, rounds: 1 },
    'hand-over': { run: handOver, rounds: 1, isFor: (engine) => !isCluster(engine) },
  }),
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'mariadb,sqlite' },
    rounds: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
})
const requestedScenarios = positionals.length > 0 ? positionals : [...scenarios.keys()]
const requestedEngines = values.engines.split(',')
const unknown = [
  ...requestedScenarios.filter((name) => !scenarios.has(name)),
  ...requestedEngines.filter((name) => !engines.some((engine) => engine === name)),
]
if (unknown.length > 0)
  throw new Error(
    `Unknown: ${unknown.join(', ')}. Scenarios: ${[...scenarios.keys()].join(', ')}. Engines: ${engines.join(', ')}.`,
  )

/** The lines of one table for each set of columns. */
const tables = new Map<string, string[]>()
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
const addLine = (name: string, figures: Outcome['figures']) => {
  const heading = row('', ...Object.keys(figures))
  const lines = tables.get(heading) ?? [heading, row('---', ...Object.keys(figures).map(() => '---:'))]
  tables.set(heading, lines)
  lines.push(row(name, ...Object.values(figures).map((figure) => figure.toLocaleString('en'))))
  console.error(lines.at(-1))
}
let violations = 0
const startedAt = performance.now()
for (const engineName of engines.filter((name) => requestedEngines.includes(name))) {
  const engine = await startEngine(engineName)
  let hasViolations = false
  // Also after an error of the suite itself.
  let keepFolder = true
  try {
    for (const scenarioName of requestedScenarios) {
      const scenario = scenarios.get(scenarioName)!
      if (scenario.isFor?.(engine) === false) continue
      const times = !values.long ? 1 : isCluster(engine) ? timesOnCluster : timesOnOneServer
      const rounds = Number(values.rounds ?? scenario.rounds * times)
      const outcome = await scenario.run(engine, rounds)
      addLine(`${scenarioName}, ${engine.description}`, outcome.figures)
      for (const { name, figures } of outcome.details ?? []) addLine(`${name}, ${engine.description}`, figures)
      for (const [fault, alike] of Map.groupBy(outcome.violations, (violation) => violation.fault)) {
        console.error(`${alike.length} × ${fault}`)
        for (const violation of alike.slice(0, 3)) console.error(JSON.stringify(violation, undefined, 2))
      }
      if (outcome.violations.length > 0) {
        hasViolations = true
        console.error(
          `${outcome.violations.length} violations in round ${outcome.rounds}; the logs are in ${engine.folder}.`,
        )
      }
      violations += outcome.violations.length
    }
    keepFolder = hasViolations
  } finally {
    await engine.stop({ keepFolder })
  }
}
console.log(
  `${[...tables.values()].map((lines) => lines.join('\n')).join('\n\n')}\n\n${Math.round((performance.now() - startedAt) / 1_000)} s, ${violations} violations`,
)
process.exitCode = violations > 0 ? 1 : 0
