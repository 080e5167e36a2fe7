import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { startMuseum } from '../measured-server.ts'
import { buyOneEvent } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { setCapacity } from '../set-capacity.ts'

const [unlimited, limited, soldOut] = [11, 12, 13]

/** Purchases of one event with a capacity, and of one that is sold out, compared with one without a capacity. */
export const limitedPurchases = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases } = bench
  const { rounds, closeRounds, seconds } = settings
  const nameOfCost = 'processor time of buying tickets of one event with a capacity, compared with one without'
  const measureCost = async () => {
    const server = await limitedMuseum(bench)
    const workloads = [buyOneEvent(limited), buyOneEvent(unlimited), buyOneEvent(soldOut, 409)]
    const loads = workloads.map((workload) => ({ server, workload }))
    const series = await compareLoads(generator, loads, { connections: 64, rounds: closeRounds, seconds })
    const [withCapacity, without, refused] = series as [Measured[], Measured[], Measured[]]
    const ratio = ratioByRound('processor')
    const connections = 64
    table.addComparison({
      name: nameOfCost,
      connections,
      measured: withCapacity,
      comparedWith: without,
      ratio,
      bound: { max: 1.15 },
    })
    table.addComparison({
      name: 'processor time of refusing purchases of a sold-out event, compared with selling one without a capacity',
      connections,
      measured: refused,
      comparedWith: without,
      ratio,
    })
  }

  const nameOfTwo = 'buy tickets of one event with a capacity, two servers on one database compared with one'
  const measureTwo = async () => {
    const first = await limitedMuseum(bench)
    const second = await bench.started(startMuseum(await databases.small()))
    const secondGenerator = startLoadGenerator()
    const [two, one]: [Measured[], Measured[]] = [[], []]
    // The first round does not count.
    for (let round = -1; round < rounds; round += 1) {
      const [a, b] = await Promise.all([
        generator.run(first, buyOneEvent(limited), 32, seconds),
        secondGenerator.run(second, buyOneEvent(limited), 32, seconds),
      ])
      const single = await generator.run(first, buyOneEvent(limited), 64, seconds)
      if (round < 0) continue
      two.push({ ...a, rate: a.rate + b.rate, p99: Math.max(a.p99, b.p99), faulty: a.faulty + b.faulty })
      one.push(single)
    }
    await secondGenerator.stop()
    table.addComparison({ name: nameOfTwo, connections: 64, measured: two, comparedWith: one })
  }
  return [
    { name: nameOfCost, measure: measureCost },
    { name: nameOfTwo, measure: measureTwo },
  ]
}

/** The server on the small database, with a capacity of two of its events. */
const limitedMuseum = async (bench: Bench) => {
  const server = await bench.museum()
  await setCapacity(server, limited, 1_000_000)
  await setCapacity(server, soldOut, 0)
  return server
}
