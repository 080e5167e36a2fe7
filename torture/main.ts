/**
 * Kills servers and databases in mid-sale, and looks whether what people were told is what is stored:
 *
 *     pnpm torture [kill-server] [kill-database] [races] [retries] [--engines mariadb,mysql,sqlite] [--rounds N] [--long]
 *
 * Without names: all of them; on MariaDB and SQLite, in a minute. The exit code is 1 on any violation.
 */
import { parseArgs } from 'node:util'
import { killDatabase } from './kill-database.ts'
import { killServer } from './kill-server.ts'
import { type Engine, type Outcome, engines, startEngine } from './run-rounds.ts'
import { races } from './races.ts'
import { retries } from './retries.ts'

type Kind = Readonly<{
  torture: (engine: Engine, rounds: number) => Promise<Outcome>
  rounds: number
  /** In a long run. */
  manyRounds: number
}>
const kinds: Readonly<Record<string, Kind>> = {
  'kill-server': { torture: killServer, rounds: 5, manyRounds: 100 },
  'kill-database': { torture: killDatabase, rounds: 4, manyRounds: 40 },
  races: { torture: races, rounds: 3, manyRounds: 30 },
  retries: { torture: retries, rounds: 3, manyRounds: 30 },
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'mariadb,sqlite' },
    rounds: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
})
const wantedKinds = positionals.length > 0 ? positionals : Object.keys(kinds)
const wantedEngines = engines.filter((name) => values.engines.split(',').includes(name))
const strange = [
  ...wantedKinds.filter((name) => !(name in kinds)),
  ...values.engines.split(',').filter((name) => !engines.some((known) => known === name)),
]
if (strange.length > 0)
  throw new Error(
    `There is no ${strange.join(' ')}: kinds are ${Object.keys(kinds).join(' ')}, engines ${engines.join(' ')}.`,
  )

const columns = [
  ['rounds', ({ rounds }) => rounds],
  ['kills', ({ kills }) => kills],
  ['requests', ({ figures }) => figures.requests],
  ['acknowledged', ({ figures }) => figures.acknowledged],
  ['refused', ({ figures }) => figures.refusal],
  ['cut', ({ figures }) => figures.cut],
  ['unheard', ({ figures }) => figures.unheard],
  ['lost', ({ figures }) => figures.lost],
  ['doubled', ({ figures }) => figures.doubled],
  ['left valid', ({ figures }) => figures.leftValid],
  ['5xx excused', ({ figures }) => figures.excused],
  ['5xx unexcused', ({ figures }) => figures.unexcused],
] as const satisfies readonly (readonly [string, (outcome: Outcome) => number])[]

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = [row('', ...columns.map(([name]) => name)), row('---', ...columns.map(() => '---:'))]
let violations = 0
const begin = performance.now()
for (const engineName of wantedEngines) {
  const engine = await startEngine(engineName)
  let isSpotless = true
  try {
    for (const kindName of wantedKinds) {
      const kind = kinds[kindName]!
      // On the embedded engine, killing the server kills the database.
      if (kindName === 'kill-database' && engineName === 'sqlite') continue
      const rounds = Number(values.rounds ?? (values.long ? kind.manyRounds : kind.rounds))
      const outcome = await kind.torture(engine, rounds)
      const line = row(
        `${kindName}, ${engine.description}`,
        ...columns.map(([, of]) => of(outcome).toLocaleString('en')),
      )
      table.push(line)
      console.error(line)
      for (const violation of outcome.violations.slice(0, 10)) console.error(JSON.stringify(violation, undefined, 2))
      if (outcome.violations.length > 0) {
        isSpotless = false
        console.error(
          `${outcome.violations.length} violations in round ${outcome.rounds}; the logs are in ${engine.folder}.`,
        )
      }
      violations += outcome.violations.length
    }
  } finally {
    await engine.stop(!isSpotless)
  }
}
console.log(`${table.join('\n')}\n\n${Math.round((performance.now() - begin) / 1_000)} s, ${violations} violations`)
process.exitCode = violations > 0 ? 1 : 0
