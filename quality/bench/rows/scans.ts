import { randomUUID } from 'node:crypto'
import type { Bench, Row } from '../bench.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { basePath, buyBothTypes, type Workload } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { median } from '../statistics.ts'
import { type ScannableTicket, addScannableTickets } from '../scannable-tickets.ts'

/** The numbers of connections: one for each scanner and for each buyer. */
const [scanners, buyers] = [64, 64]
/** The number of scans that each scanner sends in a second beside purchases. */
const scansPerSecond = 2
/**
 * Buyers send the next purchase when the last is answered, so few purchases meet a pause of the server; but all scans that are
 * due during the pause meet it. So the scans are compared with purchases that other buyers send at the same rate as the scans.
 */
const steadyBuyers = scanners
/** The number of tickets for each second: more scans than a server answers. */
const maxRate = 12_000
/** Long enough that the 99th percentile is taken from more than a thousand scans. */
const secondsBesidePurchases = 5

const doors = ['North door', 'South door']
const scan = { method: 'POST', path: `${basePath}/admissions` } as const
/** Each scan admits another ticket, since the response to a repeated scan would be shorter. */
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
      bound: { max: 1.3 },
    })
  }

  const alone = 'scan, compared with the minimal server'
  const measureAlone = async () => {
    const [museum, minimal] = [await bench.museum(), await bench.minimal()]
    // Added before the loads, since a server would wait for these statements. Enough for two servers, each with a warm-up,
    // three times as long as a round, and the rounds.
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
    // A longer warm-up comes first, as in the other rows.
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

  const asking = 'scan that asks for its order of five tickets, compared with one that does not'
  const measureAsking = async () => {
    const museum = await bench.museum()
    const perRound = Math.ceil(maxRate * seconds)
    const takeTickets = await addScannableTickets(await databases.small(), perRound * (2 * rounds + 6), 5)
    const asksForOrder = { order: true }
    const run = (more: object, length: number) => {
      const tickets = takeTickets(perRound * (length / seconds))
      return generator.run(
        museum,
        scansOf(tickets, ({ code }) => ({ code, ...more })),
        scanners,
        length,
      )
    }
    for (const more of [asksForOrder, {}]) await run(more, 3 * seconds)
    const [asked, plain]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      if (round % 2 === 0) asked.push(await run(asksForOrder, seconds))
      plain.push(await run({}, seconds))
      if (round % 2 === 1) asked.push(await run(asksForOrder, seconds))
    }
    table.addComparison({
      name: asking,
      connections: scanners,
      measured: asked,
      comparedWith: plain,
      ratio: (measured, comparedWith) => 1 / ratioByRound('rate')(measured, comparedWith),
      bound: { max: 1.15 },
    })
  }

  const press = `p99 in milliseconds of presses of 50 tickets, one after the other, beside ${scanners} scanners`
  const measurePresses = async () => {
    const museum = await bench.museum()
    const length = seconds * secondsBesidePurchases
    const pressesPerRound = Math.ceil(30 * length)
    const scansPerRound = scanners * Math.ceil(scansPerSecond * length + 2)
    const takeOrders = await addScannableTickets(await databases.small(), pressesPerRound * rounds, 50)
    const takeTickets = await addScannableTickets(await databases.small(), scansPerRound * rounds)
    const pressGenerator = startLoadGenerator()
    const presses: Measured[] = []
    for (let round = 0; round < rounds; round += 1) {
      const scanned = scansOf(takeOrders(pressesPerRound), ({ code }) => ({ code, wholeOrder: true }))
      const wholeOrder = { ...scanned, bodyIncludes: '"admitted":50' }
      const steady = { connectionRate: scansPerSecond, warmUpSeconds: 1 }
      const [pressed] = await Promise.all([
        pressGenerator.run(museum, { ...wholeOrder, connectionRate: 20, warmUpSeconds: 1 }, 1, length),
        generator.run(museum, { ...scansOf(takeTickets(scansPerRound), withCode), ...steady }, scanners, length),
      ])
      presses.push(pressed)
    }
    await pressGenerator.stop()
    const faulty = presses.reduce((sum, each) => sum + each.faulty, 0)
    table.add({
      name: press,
      connections: 1,
      value: median(presses.map(({ p99 }) => p99)),
      bound: { below: 100 },
      faulty,
    })
  }
  return [
    { name: besidePurchases, measure: measureBesidePurchases },
    { name: alone, measure: measureAlone },
    { name: asking, measure: measureAsking },
    { name: press, measure: measurePresses },
  ]
}
