/**
 * Measures the museum's server beside servers written by hand, in one run:
 *
 *     pnpm bench [mariadb] [mysql] [sqlite] [--rows WORD,WORD] [--rounds 5] [--seconds 2] [--quick] [--record]
 *
 * Without names: MariaDB and SQLite. `--rows` keeps the rows whose name holds one of the words. `--quick` is to try the
 * bench itself, on little data. `--record` writes the tables into README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchOf } from './bench-engine.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const names = positionals.length > 0 ? positionals : ['mariadb', 'sqlite']
const isKnown = (name: string) => ['mariadb', 'mysql', 'sqlite'].includes(name)
if (!names.every(isKnown)) throw new Error(`The bench knows mariadb, mysql and sqlite, not ${names.join(' ')}.`)

const sections: string[] = []
let missed = 0
for (const name of names as ('mariadb' | 'mysql' | 'sqlite')[]) {
  const { title, lines, missedRows } = await benchOf(name, {
    rounds: values.quick ? 1 : Number(values.rounds),
    seconds: values.quick ? 0.5 : Number(values.seconds),
    // Longer than a minute, in which a server may do something once.
    steadySeconds: values.quick ? 5 : 120,
    words: values.rows.split(',').filter((word) => word !== ''),
    large: values.quick ? { events: 20_000, tickets: 50_000 } : { events: 1_000_000, tickets: 10_000_000 },
  })
  missed += missedRows
  sections.push(`### ${title}\n\n${lines.join('\n')}\n`)
}

const [{ model } = { model: 'unknown' }] = cpus()
const heading = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} × ${model.trim()}`
const report = `${heading}\n\n${sections.join('\n')}`
console.log(report)
if (values.record) {
  const readme = join(import.meta.dirname, 'README.md')
  const [before] = readFileSync(readme, 'utf8').split(/(?<=## The last run\n)/)
  writeFileSync(readme, `${before}\n${report}`)
}
process.exitCode = missed > 0 ? 1 : 0
