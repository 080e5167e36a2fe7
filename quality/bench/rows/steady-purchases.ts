import type { Bench, Row } from '../bench.ts'
import { buyGeneralTickets } from '../requests.ts'
import { median } from '../statistics.ts'

/** One long run: whether some seconds of it are much slower than the others. */
export const steadyPurchases = (bench: Bench): readonly Row[] => {
  const { generator, table, settings } = bench
  const { steadySeconds, seconds } = settings
  const name = `steady: p99 of purchases in ${steadySeconds} s, worst second compared with the median second`
  const measure = async () => {
    const museum = await bench.museum()
    await generator.run(museum, buyGeneralTickets, 64, 3 * seconds)
    const figures = await generator.run(museum, buyGeneralTickets, 64, steadySeconds)
    const { rate, p99, p99OfSeconds, slowest, faulty, processor } = figures
    const [worst, usual] = [Math.max(...p99OfSeconds), median(p99OfSeconds)]
    table.add({
      name,
      connections: 64,
      measured: `${Math.round(rate).toLocaleString('en')}/s`,
      value: worst / usual,
      bound: { max: 2 },
      // A pause that delays every connection once affects fewer than 1 % of a second's responses if there are many.
      latency: `${p99.toFixed(1)} ms; worst second ${worst.toFixed(1)}, median ${usual.toFixed(1)}, slowest ${slowest.toFixed(1)} ms`,
      processor: `${processor.toFixed(0)} µs`,
      faulty,
    })
  }
  return [{ name, measure }]
}
