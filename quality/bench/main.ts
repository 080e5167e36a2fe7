/**
 * Measures the museum's server and compares it with other servers, in one run:
 *
 *     pnpm bench [mariadb] [mysql] [sqlite] [galera] [group] [--rows TEXT,TEXT] [--rounds 5] [--seconds 2]
 *                [--against CHECKOUT] [--quick] [--record]
 *
 * Without an engine it runs on MariaDB and SQLite. On `galera` and `group` it measures the rows of several servers alone. `--rows` selects the rows whose name contains one of the texts.
 * `--against` names a checkout of the previous version, with its dependencies installed, and adds the rows that compare
 * with it. `--quick` tries the bench itself on little data. `--record` writes the tables into results.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type EngineName, type Settings, benchEngine, flavours } from './bench.ts'
import { measuredRows } from './rows/index.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    against: { type: 'string' },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const engines = positionals.length > 0 ? positionals : ['mariadb', 'sqlite']
const isEngine = (name: string): name is EngineName => Object.hasOwn(flavours, name)
if (!engines.every(isEngine))
  throw new Error(`The engines of the bench are ${Object.keys(flavours).join(', ')}, not ${engines.join(' ')}.`)

if (values.record && (values.quick || values.rows !== ''))
  throw new Error('--record replaces all tables, so it needs all rows, without --quick.')

const data = values.quick
  ? {
      deletionSeconds: 3,
      ticketsPerDeletedEvent: 2_000,
      sales: { largestDay: 2_000, ofEachDay: 20 },
      large: { events: 20_000, tickets: 50_000 },
    }
  : {
      deletionSeconds: 30,
      ticketsPerDeletedEvent: 100_000,
      sales: { largestDay: 100_000, ofEachDay: 5_000 },
      large: { events: 1_000_000, tickets: 10_000_000 },
    }
const settings: Settings = {
  ...data,
  checksBounds: !values.quick,
  rounds: values.quick ? 1 : Number(values.rounds),
  seconds: values.quick ? 0.5 : Number(values.seconds),
  // Longer than a minute: work that a server does once a minute is in it.
  steadySeconds: values.quick ? 5 : 120,
  closeRounds: values.quick ? 1 : 9,
  ...(values.against !== undefined && { against: resolve(values.against) }),
}
const texts = values.rows.split(',').filter((text) => text !== '')
const isSelected = ({ name }: { name: string }) => texts.length === 0 || texts.some((text) => name.includes(text))

const sections: string[] = []
let failed = 0
for (const engine of engines) {
  const load = loadavg()[0]!.toFixed(1)
  const result = await benchEngine(engine, settings, (bench) => measuredRows(bench).filter(isSelected))
  failed += result.failedLines
  sections.push(`### ${result.title}\n\nLoad average before: ${load}\n\n${result.markdown}\n`)
}

const [{ model } = { model: 'unknown' }] = cpus()
const heading = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model.trim()}`
const report = `${heading}\n\n${sections.join('\n')}`
console.log(report)
if (values.record) {
  const results = join(import.meta.dirname, 'results.md')
  const [text] = readFileSync(results, 'utf8').split(/(?<=## The last run\n)/)
  writeFileSync(results, `${text}\n${report}`)
}
process.exitCode = failed > 0 ? 1 : 0
