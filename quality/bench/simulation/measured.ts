import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { mediansOf } from '../scaling/medians-of.ts'

/** The medians of one workload on one shape, from `pnpm bench:scaling`; processor times in microseconds per answer. */
export type Medians = ReturnType<typeof mediansOf>

/** The measurements that the simulation is driven by and compared with. */
export type Measured = Readonly<{
  /** The workload on a shape of a part of the bench; throws an error when it was not measured. */
  find: (part: string, workload: string, shape: string, connections: number) => Medians
  /** The machine and the database of a part. */
  headingOf: (part: string) => string
  /** A flush of the disk, in milliseconds. */
  flush: number
}>

export const readMeasured = (file = join(import.meta.dirname, 'measured.json')): Measured => {
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
    Record<string, Readonly<{ heading: string; flush?: number; measurements: readonly Medians[] }>>
  >
  const flush = parts['times']?.flush
  if (flush === undefined) throw new Error('The service times were not measured: `pnpm bench:scaling times --record`.')
  return {
    headingOf: (part) => parts[part]!.heading,
    flush,
    find(part, workload, shape, connections) {
      const found = parts[part]?.measurements.find(
        (each) => each.workload === workload && each.shape === shape && each.connections === connections,
      )
      if (found === undefined) throw new Error(`${part}: ${workload}, ${shape}, ${connections} was not measured.`)
      return found
    },
  }
}
