import type { Measured } from './load-generator.ts'
import { median, spreadOf } from './statistics.ts'

/** A limit for a value of the table. */
export type Bound = Readonly<{ min: number }> | Readonly<{ max: number }> | Readonly<{ below: number }>

/** One line of the table. `bound` limits `value`. */
export type Line = Readonly<{
  name: string
  connections?: number
  measured?: string
  comparedWith?: string
  value?: number
  digits?: number
  bound?: Bound
  latency?: string
  processor?: string
  faulty?: number
}>

/** A line of two series of loads. `ratio` is the ratio of the rates unless it is given. */
export type Comparison = Readonly<{
  name: string
  connections: number
  measured: readonly Measured[]
  comparedWith: readonly Measured[]
  ratio?: Ratio
  bound?: Bound
}>

/** A ratio of one series to another. */
export type Ratio = (measured: readonly Measured[], comparedWith: readonly Measured[]) => number

const rates = (all: readonly Measured[]) => all.map(({ rate }) => rate)
const p50 = (all: readonly Measured[]) => median(all.map((each) => each.p50))
const p99 = (all: readonly Measured[]) => median(all.map((each) => each.p99))
const processor = (all: readonly Measured[]) => median(all.map((each) => each.processor))

export const rateRatio: Ratio = (measured, comparedWith) => median(rates(measured)) / median(rates(comparedWith))
export const p99Ratio: Ratio = (measured, comparedWith) => p99(measured) / p99(comparedWith)

/**
 * The median of the rounds' own ratios. The two loads of a round run one after the other, so that a slow change of the
 * machine's speed does not count.
 */
export const ratioByRound =
  (figure: 'rate' | 'p99' | 'processor'): Ratio =>
  (measured, comparedWith) =>
    median(measured.map((each, round) => each[figure] / comparedWith[round]![figure]))

const headings = [
  '',
  'connections',
  'measured',
  'compared with',
  'value',
  'bound',
  'p50 and p99, measured / compared with',
  'processor time per request, measured / compared with',
]

const formatRates = (all: readonly Measured[]) =>
  `${Math.round(median(rates(all))).toLocaleString('en')}/s ${spreadOf(rates(all))}`

const microseconds = (milliseconds: number) => Math.round(milliseconds * 1_000).toLocaleString('en')

const isMet = (value: number, bound: Bound) =>
  'min' in bound ? value >= bound.min : 'max' in bound ? value <= bound.max : value < bound.below
const formatBound = (bound: Bound) =>
  'min' in bound ? `at least ${bound.min}` : 'max' in bound ? `at most ${bound.max}` : `under ${bound.below}`

export type ResultTable = ReturnType<typeof resultTable>

/**
 * The table of one engine, in Markdown. Each line is also written to standard error when it is added. A line fails when it has
 * faulty responses, and with `checksBounds` when it misses its bound.
 */
export const resultTable = (checksBounds: boolean) => {
  const rows = [headings, headings.map(() => '---')].map((cells) => `| ${cells.join(' | ')} |`)
  let failed = 0
  const add = (line: Line) => {
    const { name, connections, value, digits = 2, bound, faulty = 0 } = line
    const isMissed = checksBounds && bound !== undefined && !isMet(value!, bound)
    if (isMissed || faulty > 0) failed += 1
    const cells = [
      name + (faulty > 0 ? ` (**${faulty} faulty responses**)` : ''),
      connections,
      line.measured,
      line.comparedWith,
      value?.toFixed(digits),
      bound && `${isMissed ? '**missed**: ' : ''}${formatBound(bound)}`,
      line.latency,
      line.processor,
    ]
    rows.push(`| ${cells.map((cell) => cell ?? '').join(' | ')} |`)
    console.error(rows.at(-1))
  }
  return {
    add,
    addComparison: ({ name, connections, measured, comparedWith, ratio = rateRatio, bound }: Comparison) =>
      add({
        name,
        connections,
        measured: formatRates(measured),
        comparedWith: formatRates(comparedWith),
        value: ratio(measured, comparedWith),
        ...(bound && { bound }),
        latency: `${microseconds(p50(measured))} / ${microseconds(p50(comparedWith))} µs, ${p99(measured).toFixed(1)} / ${p99(comparedWith).toFixed(1)} ms`,
        processor: `${processor(measured).toFixed(0)} / ${processor(comparedWith).toFixed(0)} µs`,
        faulty: [...measured, ...comparedWith].reduce((sum, each) => sum + each.faulty, 0),
      }),
    markdown: () => rows.join('\n'),
    failedLines: () => failed,
  }
}
