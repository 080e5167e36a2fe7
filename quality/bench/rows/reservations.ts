import { setTimeout as sleep } from 'node:timers/promises'
import { type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { Instant } from '@museum/domain'
import { CompiledQuery } from 'kysely'
import type { Bench, Row } from '../bench.ts'
import { bulkLoad } from '../bulk-load.ts'
import { databasePid } from '../database-pid.ts'
import type { Measured } from '../load-generator.ts'
import { measureInTurn, newSeries } from '../measure-in-turn.ts'
import { type MeasuredServer, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { buyBothTypes, buyGeneralTicketsOn, ordersOfFour, reserveOfFour, sellReservations } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { datesOf, day, idLiteral, insertHeldPlaces, insertReservations } from '../test-data.ts'

/** How many reservations hold places, or have ended. */
const count = 10_000
const connections = 64
/** Milliseconds until the time of the reservations of a sweep is over: their round has begun then. */
const untilEnd = 1_500

/** Reservations: what they cost beside orders that are sold at once, and what held and ended ones cost purchases. */
export const reservations = (bench: Bench): readonly Row[] => {
  const { engine, databases, generator, table, settings, started } = bench
  const { closeRounds, rounds, seconds, deletionSeconds } = settings
  const urlOf = once(() => databases.make('bench_reservations', { events: 1_000, tickets: 0 }))
  const museum = once(async () => started(startMuseum(await urlOf())))
  const of = engine === 'sqlite' ? 'the server' : 'server and database'

  const cost = `processor time of ${of} for a reservation of four tickets and its sale, compared with an order of these`
  const measureCost = async () => {
    const pid = engine === 'sqlite' ? {} : { databasePid: await databasePid(await urlOf()) }
    const server: MeasuredServer = { ...(await museum()), ...pid }
    const database = openDatabase(await urlOf())
    const { orders } = ordersOfFour['of an event and general entry']!
    const reserveAndSell = async (length: number, each: number) => {
      const reserved = await generator.run(server, reserveOfFour, each, length)
      const sales = sellReservations(await heldReservations(database))
      // Shorter, so that no reservation is sold twice.
      return together(reserved, await generator.run(server, sales, each, length / 2))
    }
    const order = (length: number, each: number) => generator.run(server, orders, each, length)
    for (const each of [connections, 1]) {
      for (const measure of [reserveAndSell, order]) await measure(3 * seconds, each)
      const series = newSeries()
      const turns = [
        async () => series.measured.push(await reserveAndSell(seconds, each)),
        async () => series.comparedWith.push(await order(seconds, each)),
      ]
      for (let round = 0; round < closeRounds; round += 1)
        for (const measure of round % 2 === 0 ? turns : turns.toReversed()) await measure()
      const ratio = ratioByRound('processor')
      table.addComparison({ name: cost, connections: each, ...series, ratio, bound: { max: 1.8 } })
    }
    await database.close()
  }

  const held = `processor time of purchases of a day with ${count.toLocaleString('en')} held reservations, compared with a day without any`
  const measureHeld = async () => {
    const [server, database] = [await museum(), openDatabase(await urlOf())]
    const [busy, quiet] = [day(3_000), day(3_001)]
    // Each day has a row from its first sale on.
    for (const date of [busy, quiet]) await generator.run(server, buyGeneralTicketsOn(date), 1, seconds)
    await addReservations(database, Date.now() + 86_400_000, [generalSlot(busy)])
    await database.close()
    const loads = [
      { server, workload: buyGeneralTicketsOn(busy) },
      { server, workload: buyGeneralTicketsOn(quiet) },
    ] as const
    for (const { workload } of loads) await generator.run(server, workload, connections, 3 * seconds)
    const series = newSeries()
    for (let round = 0; round < rounds; round += 1) await measureInTurn(bench, loads, connections, series)
    table.addComparison({ name: held, connections, ...series, ratio: ratioByRound('processor'), bound: { max: 1.05 } })
  }

  const swept = `p99 of purchases while the places of ${count.toLocaleString('en')} ended reservations are given back, compared with none`
  const measureSwept = async () => {
    const [server, database] = [await museum(), openDatabase(await urlOf())]
    // The slots of the purchases.
    const slots = [generalSlot(datesOf(3, 1_000)[0]), ...Array.from({ length: 10 }, (_, n) => eventSlot(n))]
    // Servers look for ended ones every 5 seconds.
    const length = Math.max(deletionSeconds, 8)
    const purchases = () => generator.run(server, buyBothTypes, connections, length)
    const measureSweep = async () => {
      await addReservations(database, Date.now() + untilEnd, slots)
      const measured = await purchases()
      while (await hasEnded(database)) await sleep(100)
      return measured
    }
    await generator.run(server, buyBothTypes, connections, 3 * seconds)
    while (await hasEnded(database)) await sleep(100)
    const series = newSeries()
    const turns = [
      async () => series.measured.push(await measureSweep()),
      async () => series.comparedWith.push(await purchases()),
    ]
    for (let round = 0; round < rounds; round += 1)
      for (const measure of round % 2 === 0 ? turns : turns.toReversed()) await measure()
    await database.close()
    table.addComparison({ name: swept, connections, ...series, ratio: ratioByRound('p99'), bound: { max: 1.1 } })
  }

  return [
    { name: cost, measure: measureCost },
    { name: held, measure: measureHeld },
    { name: swept, measure: measureSwept },
  ]
}

/** A request that is made by one of each. */
const together = (one: Measured, other: Measured): Measured => ({
  ...one,
  rate: 1 / (1 / one.rate + 1 / other.rate),
  p50: one.p50 + other.p50,
  p99: one.p99 + other.p99,
  processor: one.processor + other.processor,
  faulty: one.faulty + other.faulty,
})

/** The identifiers of the reservations that are not sold. */
const heldReservations = async ({ kysely }: MuseumDatabase): Promise<readonly string[]> => {
  const rows = await kysely.selectFrom('reservation').select('reservation_id').where('state', '=', 'held').execute()
  return rows.map(({ reservation_id }) => {
    const hex = Buffer.from(reservation_id).toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  })
}

/** Whether reservations whose time is over, or will be in a moment, hold places. */
const hasEnded = async ({ kysely }: MuseumDatabase): Promise<boolean> => {
  const moment = Instant(Date.now() + untilEnd)
  const found = await kysely
    .selectFrom('held_place')
    .select('places')
    .where('expires_at', '<=', moment)
    .limit(1)
    .execute()
  return found.length > 0
}

/** A slot of general entry or of an event, whose offer is an SQL literal. */
type BenchSlot = Readonly<{ offer: string; date: string; number: number }>
const generalSlot = (date: string): BenchSlot => ({ offer: `x'${'0'.repeat(32)}'`, date, number: 0 })
const eventSlot = (event: number): BenchSlot => ({
  offer: idLiteral('event', event),
  date: datesOf(event, 1_000)[0],
  number: 1,
})

let added = 0
/** Adds reservations that hold a place each, in these slots in turn, by SQL. `heldUntil` is in milliseconds since 1970. */
const addReservations = async (database: MuseumDatabase, heldUntil: number, slots: readonly BenchSlot[]) => {
  const first = added
  added += count
  const id = (n: number) => idLiteral('reservation', first + n)
  const reservationRow = (n: number) => `(${id(n)},'held',${heldUntil},${heldUntil},0,0,0,'[]','EUR')`
  const heldPlaceRow = (n: number) => {
    const { offer, date, number } = slots[n % slots.length]!
    return `(${id(n)},${offer},'${date}',${number},-1,1,${heldUntil})`
  }
  await bulkLoad(database, insertReservations, count, reservationRow)
  await bulkLoad(database, insertHeldPlaces, count, heldPlaceRow)
  for (const [n, { offer, date, number }] of slots.entries()) {
    const places = Math.ceil((count - n) / slots.length)
    const update = `update slot set held = held + ${places}
      where offer_id = ${offer} and slot_date = '${date}' and number = ${number} and slot_minute = -1`
    await database.kysely.executeQuery(CompiledQuery.raw(update))
  }
}
