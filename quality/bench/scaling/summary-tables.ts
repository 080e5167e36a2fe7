import { formatRate, markdownTable } from '../markdown-table.ts'
import { median } from '../statistics.ts'
import type { Measurement } from './measure-shapes.ts'
import type { ShapeFigures } from './shape.ts'

type Figure = (figures: ShapeFigures) => number

const medianOf = ({ rounds }: Measurement, figure: Figure) => median(rounds.map(figure))
const servers: Figure = ({ eventLoops, otherThreads }) => eventLoops + otherThreads
const microseconds = (measurement: Measurement, figure: Figure) => medianOf(measurement, figure).toFixed(0)
const databases = (measurement: Measurement) =>
  measurement.rounds[0]!.databases.map((_, n) => microseconds(measurement, (each) => each.databases[n]!)).join(' + ')

/** What one server does, one request at a time and with 64 connections. */
export const oneServerTable = (measurements: readonly Measurement[]): string => {
  const workloads = [...new Set(measurements.map(({ workload }) => workload))]
  return markdownTable(
    ['', 'a second, 64 connections', 'server, µs', 'database, µs', 'alone: ms', 'server, µs', 'database, µs'],
    workloads.map((workload) => {
      const find = (connections: number) =>
        measurements.find((each) => each.workload === workload && each.connections === connections)
      const [many, alone] = [find(64), find(1)!]
      const inBatches =
        many === undefined
          ? ['', '', '']
          : [formatRate(medianOf(many, ({ rate }) => rate)), microseconds(many, servers), databases(many)]
      const latency = medianOf(alone, ({ p50 }) => p50).toFixed(1)
      return [workload].concat(inBatches, [latency, microseconds(alone, servers), databases(alone)])
    }),
  )
}

/** Several servers on the databases of one part: rates relative to the first shape, processor times of a purchase. */
export const shapesTable = (measurements: readonly Measurement[]): string => {
  const shapes = [...new Set(measurements.map(({ shape }) => shape))]
  const find = (workload: string, shape: string) =>
    measurements.find((each) => each.workload === workload && each.shape === shape && each.connections === 64)!
  const ratio = (workload: string, shape: string) => {
    const [measured, first] = [find(workload, shape), find(workload, shapes[0]!)]
    return median(measured.rounds.map(({ rate }, round) => rate / first.rounds[round]!.rate)).toFixed(2)
  }
  const [buy, buyHot] = ['buy event tickets', 'buy tickets of one event with a capacity']
  return markdownTable(
    [
      '',
      'purchases',
      'servers, µs',
      'databases, µs',
      'reads',
      'visits',
      'one event with a capacity',
      'servers, µs',
      'databases, µs',
      'conflicts',
    ],
    shapes.map((shape) => {
      const [purchases, limited] = [find(buy, shape), find(buyHot, shape)]
      return [
        shape,
        ratio(buy, shape),
        microseconds(purchases, servers),
        databases(purchases),
        ratio('get an event', shape),
        ratio('list, two events, buy', shape),
        ratio(buyHot, shape),
        microseconds(limited, servers),
        databases(limited),
        medianOf(limited, ({ conflicts }) => conflicts).toFixed(3),
      ]
    }),
  )
}

/** Servers at a steady rate that leaves processors idle. */
export const steadyTable = (measurements: readonly Measurement[]): string =>
  markdownTable(
    ['', 'a second', 'servers, µs', 'databases, µs', 'p50, p99, ms'],
    measurements
      .filter(({ workload }) => workload.includes('a second for each server'))
      .map((measurement) => [
        measurement.shape,
        formatRate(medianOf(measurement, ({ rate }) => rate)),
        microseconds(measurement, servers),
        databases(measurement),
        `${medianOf(measurement, ({ p50 }) => p50).toFixed(1)}, ${medianOf(measurement, ({ p99 }) => p99).toFixed(1)}`,
      ]),
  )
