import { formatRate, formatShare, markdownTable } from '../markdown-table.ts'
import { median, spreadOf } from '../statistics.ts'
import type { Measurement } from './measure-shapes.ts'
import type { ShapeFigures } from './shape.ts'

const headings = [
  '',
  'connections',
  'a second',
  'of the first',
  'servers, µs',
  'databases, µs',
  'load, µs',
  'statements',
  'conflicts',
  'p50, p99, ms',
  'load; idle; others',
]

/**
 * The measurements in Markdown. Values are medians of the rounds; `of the first` is the median of the rounds' ratios of the
 * rate to that of the first shape with the same workload. Processor times, statements and conflicts are per response.
 */
export const measurementTable = (measurements: readonly Measurement[]): string =>
  markdownTable(
    headings,
    measurements.map((measurement) => cellsOf(measurement, firstShapeOf(measurement, measurements))),
  )

const firstShapeOf = ({ workload, connections }: Measurement, all: readonly Measurement[]) =>
  all.find((each) => each.workload === workload && each.connections === connections)!

const cellsOf = ({ workload, shape, connections, rounds }: Measurement, first: Measurement): readonly string[] => {
  const medianOf = (figure: (figures: ShapeFigures) => number) => median(rounds.map(figure))
  const microseconds = (figure: (figures: ShapeFigures) => number) => medianOf(figure).toFixed(0)
  const percent = (figure: (figures: ShapeFigures) => number) => formatShare(medianOf(figure))
  const faulty = rounds.reduce((sum, figures) => sum + figures.faulty, 0)
  const rates = rounds.map(({ rate }) => rate)
  return [
    `${workload}: ${shape}${faulty > 0 ? ` (**${faulty} faulty responses**)` : ''}`,
    String(connections),
    `${formatRate(median(rates))} ${spreadOf(rates)}`,
    first.rounds === rounds ? '' : median(rates.map((rate, round) => rate / first.rounds[round]!.rate)).toFixed(2),
    microseconds(({ eventLoops, otherThreads }) => eventLoops + otherThreads),
    rounds[0]!.databases.map((_, n) => microseconds(({ databases }) => databases[n]!)).join(' + '),
    microseconds(({ generators }) => generators),
    medianOf(({ statements }) => statements).toFixed(2),
    medianOf(({ conflicts }) => conflicts).toFixed(3),
    `${medianOf(({ p50 }) => p50).toFixed(1)}, ${medianOf(({ p99 }) => p99).toFixed(1)}`,
    [shareOfLoad, ({ idle }: ShapeFigures) => idle, ({ others }: ShapeFigures) => others].map(percent).join('; '),
  ]
}

/** The share of the machine's used processor time that the load generators had. */
const shareOfLoad = ({ generators, eventLoops, otherThreads, databases }: ShapeFigures) =>
  generators / (generators + eventLoops + otherThreads + databases.reduce((sum, each) => sum + each, 0))
