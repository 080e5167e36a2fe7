import { median } from '../statistics.ts'
import type { Measurement } from './measure-shapes.ts'
import type { ShapeFigures } from './shape.ts'

/** The medians of a measurement's rounds, for the simulation. */
export const mediansOf = ({ rounds, ...measurement }: Measurement) => {
  const of = (figure: (figures: ShapeFigures) => number) => Number(median(rounds.map(figure)).toPrecision(4))
  return {
    ...measurement,
    rate: of(({ rate }) => rate),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    eventLoops: of(({ eventLoops }) => eventLoops),
    otherThreads: of(({ otherThreads }) => otherThreads),
    databases: rounds[0]!.databases.map((_, n) => of(({ databases }) => databases[n]!)),
    generators: of(({ generators }) => generators),
    statements: of(({ statements }) => statements),
    conflicts: of(({ conflicts }) => conflicts),
  }
}
