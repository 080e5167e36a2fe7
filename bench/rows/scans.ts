import { randomUUID } from 'node:crypto'
import type { Bench, Row } from '../bench.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { basePath, buyBothTypes, type Workload } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { type ScannableTicket, addScannableTickets } from '../scannable-tickets.ts'

/** Each scanner has a connection of its own, and so has each buyer. */
const [scanners, buyers] = [64, 64]
/** How many scans each scanner sends in a second beside purchases. */
const scansPerSecond = 2
/**
 * The buyers send their next purchase when the last is answered, so that few of their purchases meet a pause of the server,
 * and every scan that is due then does. So the scans are compared with purchases of other buyers at the rate of the scans.
 */
const steadyBuyers = scanners
/** More scans than a server answers in a second. */
const maxRate = 12_000
/** So that the 99th percentile is that of more than a thousand scans. */
const secondsBesidePurchases = 5

const doors = ['North door', 'South door']
const scan = { method: 'POST', path: `${basePath}/admissions` } as const
/** Each scan admits another ticket. The answer of another scan than the first of a ticket would be shorter. */
const scansOf = (tickets: readonly ScannableTicket[], bodyOf: (ticket: ScannableTicket) => object): Workload => ({
  requests: [scan],
  bodies: tickets.map((ticket, n) => JSON.stringify({ ...bodyOf(ticket), gate: doors[n % 2], scanId: randomUUID() })),
  bodyIncludes: '"admitted":true',
  status: 200,
})
/** The minimal server does not verify codes. */
const withCode = ({ code }: ScannableTicket) => ({ code })
const withTicketId = ({ ticketId }: ScannableTicket) => ({ ticketId })

/** Scans of tickets, beside purchases and alone. Each has a signed code and a scanId, and admits. */
export const scans = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases } = bench
  const { rounds, seconds } = settings

  const besidePurchases = `p99 of scans by ${scanners} scanners beside ${buyers} buyers, compared with that of purchases`
  const measureBesidePurchases = async () => {
    const museum = await bench.museum()
    const length = seconds * secondsBesidePurchases
    const scansPerRound = scanners * Math.ceil(scansPerSecond * length + 2)
    const takeTickets = await addScannableTickets(await databases.small(), scansPerRound * (rounds + 1))
    const [scanGenerator, purchaseGenerator] = [startLoadGenerator(), startLoadGenerator()]
    const steady = { connectionRate: scansPerSecond, warmUpSeconds: 1 }
    const [scanned, bought]: [Measured[], Measured[]] = [[], []]
    // The first round does not count.
    for (let round = -1; round < rounds; round += 1) {
      const scanWorkload = { ...scansOf(takeTickets(scansPerRound), withCode), ...steady }
      const [ofScans, ofPurchases] = await Promise.all([
        scanGenerator.run(museum, scanWorkload, scanners, length),
        purchaseGenerator.run(museum, { ...buyBothTypes, ...steady }, steadyBuyers, length),
        generator.run(museum, { ...buyBothTypes, warmUpSeconds: 1 }, buyers, length),
      ])
      if (round < 0) continue
      scanned.push(ofScans)
      bought.push(ofPurchases)
    }
    await Promise.all([scanGenerator.stop(), purchaseGenerator.stop()])
    table.addComparison({
      name: besidePurchases,
      connections: scanners,
      measured: scanned,
      comparedWith: bought,
      ratio: ratioByRound('p99'),
      bound: { max: 1.5 },
    })
  }

  const alone = 'scan, compared with the minimal server'
  const measureAlone = async () => {
    const [museum, minimal] = [await bench.museum(), await bench.minimal()]
    // Before the loads, since a server would wait for the statements that add them. Two servers; a load that does not
    // count, three times as long as a round, and the rounds.
    const takeTickets = await addScannableTickets(
      await databases.small(),
      2 * Math.ceil(maxRate * seconds) * (3 + rounds),
    )
    const run = async (server: typeof museum, bodyOf: Parameters<typeof scansOf>[1], length: number) =>
      generator.run(
        server,
        scansOf(takeTickets(Math.ceil(maxRate * seconds) * (length / seconds)), bodyOf),
        scanners,
        length,
      )
    const turns = [
      (length: number) => run(museum, withCode, length),
      (length: number) => run(minimal, withTicketId, length),
    ] as const
    const series: [Measured[], Measured[]] = [[], []]
    // A longer load that does not count comes first, as with the other rows.
    for (const turn of turns) await turn(3 * seconds)
    for (let round = 0; round < rounds; round += 1)
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        series[index].push(await turns[index](seconds))
    table.addComparison({
      name: alone,
      connections: scanners,
      measured: series[0],
      comparedWith: series[1],
      bound: { min: 0.8 },
    })
  }
  return [
    { name: besidePurchases, measure: measureBesidePurchases },
    { name: alone, measure: measureAlone },
  ]
}
