import type { Bench, Row } from '../bench.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { startMuseum } from '../measured-server.ts'
import { buyGeneralTickets } from '../requests.ts'

/** Two of the museum's servers on one database, compared with one. */
export const twoServers = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases } = bench
  const { rounds, seconds } = settings
  const name = 'buy a general ticket, two servers on one database compared with one'
  const measure = async () => {
    const museum = await bench.museum()
    const second = await bench.started(startMuseum(await databases.small()))
    const secondGenerator = startLoadGenerator()
    const [two, one]: [Measured[], Measured[]] = [[], []]
    // The first round does not count.
    for (let round = -1; round < rounds; round += 1) {
      const [a, b] = await Promise.all([
        generator.run(museum, buyGeneralTickets, 32, seconds),
        secondGenerator.run(second, buyGeneralTickets, 32, seconds),
      ])
      const single = await generator.run(museum, buyGeneralTickets, 64, seconds)
      if (round < 0) continue
      two.push({ ...a, rate: a.rate + b.rate, p99: Math.max(a.p99, b.p99), faulty: a.faulty + b.faulty })
      one.push(single)
    }
    await secondGenerator.stop()
    table.addComparison({ name, connections: 64, measured: two, comparedWith: one })
  }
  return [{ name, measure }]
}
