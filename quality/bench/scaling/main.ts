/**
 * Measures several of the museum's servers together, on one database and on clusters:
 *
 *     pnpm bench:scaling [times] [servers] [processes] [galera] [group] [--rounds 3] [--seconds 2] [--record]
 *
 * Without names it measures all parts, in about twelve minutes. Each part can be measured alone: its figures are kept in
 * `quality/bench/data/scaling` until it is measured again. `--record` writes those of all parts into `results.md`, and their
 * medians into `quality/bench/simulation/measured.json`, which the simulation reads.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository } from '../measured-server.ts'
import type { Measurement } from './measure-shapes.ts'
import { recordBlock } from '../record-block.ts'
import { measurementTable } from './measurement-table.ts'
import { mediansOf } from './medians-of.ts'
import { type PartName, isPartName, partNames, parts } from './parts.ts'
import { oneServerTable, shapesTable, steadyTable } from './summary-tables.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    record: { type: 'boolean', default: false },
  },
})
const requested = positionals.length > 0 || values.record ? positionals : partNames
if (!requested.every(isPartName)) throw new Error(`The parts are ${partNames.join(', ')}, not ${requested.join(' ')}.`)

type Recorded = Readonly<{ heading: string; flush?: number; measurements: readonly Measurement[] }>

const folder = join(repository, 'quality/bench/data/scaling')
mkdirSync(folder, { recursive: true })
const fileOf = (part: PartName) => join(folder, `${part}.json`)

for (const part of requested) {
  const load = loadavg()[0]!.toFixed(1)
  const { description, measurements, flush } = await parts[part](folder, {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  })
  const [{ model } = { model: 'unknown' }] = cpus()
  const heading =
    `${description}; ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ` +
    `${availableParallelism()} × ${model.trim()}, load average before ${load}` +
    (flush === undefined ? '' : `; a flush of the disk takes ${flush} ms`)
  const result: Recorded = { heading, measurements, ...(flush !== undefined && { flush }) }
  writeFileSync(fileOf(part), JSON.stringify(result))
  console.log(`\n### ${part}\n\n${heading}\n\n${measurementTable(measurements)}\n`)
}

if (values.record) {
  const present = partNames.filter((part) => existsSync(fileOf(part)))
  const recorded = new Map(present.map((part) => [part, JSON.parse(readFileSync(fileOf(part), 'utf8')) as Recorded]))
  const tableOf = (part: PartName, table: (measurements: readonly Measurement[]) => string) => {
    const found = recorded.get(part)
    return found === undefined ? 'Not measured.' : `${found.heading}\n\n${table(found.measurements)}`
  }
  const sections = present.map((part) => `### ${part}\n\n${tableOf(part, measurementTable)}`)
  const document = join(import.meta.dirname, 'results.md')
  recordBlock(document, 'measurements', sections.join('\n\n'))
  recordBlock(document, 'one server', tableOf('times', oneServerTable))
  recordBlock(document, 'several servers', tableOf('servers', shapesTable))
  recordBlock(document, 'steady servers', tableOf('servers', steadyTable))
  recordBlock(document, 'processes', tableOf('processes', shapesTable))
  recordBlock(document, 'galera', tableOf('galera', shapesTable))
  recordBlock(document, 'group', tableOf('group', shapesTable))
  const medians = [...recorded].map(
    ([part, { measurements, ...rest }]) => [part, { ...rest, measurements: measurements.map(mediansOf) }] as const,
  )
  const file = join(repository, 'quality/bench/simulation/measured.json')
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(medians), undefined, 2)}\n`)
}
