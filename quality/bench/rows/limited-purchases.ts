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

  const nameOfThree = 'buy tickets of one event with a capacity, three servers on one database compared with one'
  const measureThree = async () => {
    const first = await limitedMuseum(bench)
    const url = await databases.small()
    const others = [await bench.started(startMuseum(url)), await bench.started(startMuseum(url))]
    const generators = [generator, startLoadGenerator(), startLoadGenerator()]
    const [three, one]: [Measured[], Measured[]] = [[], []]
    // The first round does not count.
    for (let round = -1; round < rounds; round += 1) {
      const each = await Promise.all(
        [first, ...others].map((server, n) =>
          generators[n]!.run(server, buyOneEvent(limited), n === 0 ? 22 : 21, seconds),
        ),
      )
      const single = await generator.run(first, buyOneEvent(limited), 64, seconds)
      if (round < 0) continue
      three.push({
        ...each[0]!,
        rate: each.reduce((sum, { rate }) => sum + rate, 0),
        p99: Math.max(...each.map(({ p99 }) => p99)),
        faulty: each.reduce((sum, { faulty }) => sum + faulty, 0),
      })
      one.push(single)
    }
    for (const each of generators.slice(1)) await each.stop()
    table.addComparison({
      name: nameOfThree,
      connections: 64,
      measured: three,
      comparedWith: one,
      ratio: ratioByRound('rate'),
      bound: { min: 0.8 },
    })
  }
  return [
    { name: nameOfCost, measure: measureCost },
    { name: nameOfThree, measure: measureThree },
  ]
}

/** The server on the small database, with a capacity set for two of its events. */
const limitedMuseum = async (bench: Bench) => {
  const server = await bench.museum()
  await setCapacity(server, limited, 1_000_000)
  await setCapacity(server, soldOut, 0)
  return server
}
