import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  buyTicket,
  createSpecialEvent,
  deleteSpecialEvent,
  newPurchase,
  newSpecialEvent,
  setCapacity,
  untilFinal,
  updateDates,
} from './client.ts'
import type { SpecialEvent } from './history.ts'
import { inTurn, randomBetween, randomItem } from './random.ts'
import { type TestRun, runRounds } from './run-rounds.ts'
import { eventIdOf } from './staff-clients.ts'
import type { Engine } from './engine.ts'
import { startWorkers } from './start-workers.ts'

/** A round is this many races, of which some run at the same time. */
const [racesPerRound, concurrentRaces] = [12, 3]
const buyersPerServer = 3

/** The changes that the servers of a race make to its event at the same moment. `places` is the initial capacity. */
type Race = Readonly<{
  places?: number
  change: (event: SpecialEvent, origins: readonly [string, string, string]) => Promise<unknown>
}>

const removeDate = async (event: SpecialEvent, origin: string, otherOrigin: string) => {
  const eventId = eventIdOf(event)
  const without = event.dates.filter((date) => date !== event.dates[0])
  if (!(await updateDates(() => origin, event, eventId, without))) return
  await sleep(randomBetween(0, 20))
  await updateDates(() => otherOrigin, event, eventId, event.dates)
}
const limit = (event: SpecialEvent, origin: string, places: number | null) =>
  setCapacity(() => origin, event.capacities, places, eventIdOf(event))
const remove = (event: SpecialEvent, origin: string) => deleteSpecialEvent(() => origin, event, eventIdOf(event))

const kinds: readonly Race[] = [
  // A deletion while tickets are sold.
  { change: (event, [a]) => remove(event, a) },
  { change: (event, [a, b]) => Promise.all([remove(event, a), remove(event, b)]) },
  // A date that is removed, and added again through another server.
  { change: (event, [a, b]) => removeDate(event, a, b) },
  // A first capacity while tickets are sold.
  { change: (event, [a]) => limit(event, a, Math.floor(randomBetween(0, 12))) },
  // The last places, which are sold through all servers at once.
  { places: 5, change: async () => undefined },
  // A capacity that is raised, and lowered through another server.
  {
    places: 3,
    async change(event, [a, b]) {
      await limit(event, a, 12)
      await limit(event, b, 4)
    },
  },
  { change: (event, [a, b]) => Promise.all([limit(event, a, 4), remove(event, b)]) },
  { places: 40, change: (event, [a, b, c]) => Promise.all([limit(event, a, 6), removeDate(event, b, c)]) },
]

/**
 * Each race has an event of its own. Tickets to it are bought through all servers, some with the same key through two of them
 * at once, while the event is deleted, loses a date or gets a capacity through one or two of them.
 */
export const nodeRaces = (engine: Engine, rounds: number) => {
  let races = 0
  return runRounds(engine, { servers: 3, rounds, mayMissResponses: false, figures: () => ({ races }) }, async (run) => {
    let left = racesPerRound
    const runRaces = async () => {
      while (left > 0) {
        left -= 1
        await runRace(run, inTurn(kinds, races++)!)
      }
    }
    await Promise.all(Array.from({ length: concurrentRaces }, runRaces))
    return { kills: 0 }
  })
}

const runRace = async ({ servers, history }: TestRun, { places, change }: Race) => {
  const origins = servers.map(({ origin }) => origin).toSorted(() => Math.random() - 0.5) as [string, string, string]
  const event = newSpecialEvent(history, randomUUID())
  await untilFinal(() => createSpecialEvent(origins[0], event))
  if (places !== undefined) await limit(event, origins[1], places)
  const eventId = eventIdOf(event)
  const buyThrough = (origin: string) => async () => {
    const isKeyed = Math.random() < 0.3
    const purchase = newPurchase(history, {
      ticketType: 'event',
      // Most purchases are for one date, so that they conflict.
      ticketDate: Math.random() < 0.7 ? event.dates[0]! : randomItem(event.dates),
      eventId,
      ...(isKeyed && { idempotencyKey: randomUUID() }),
    })
    const through = isKeyed ? [origin, randomItem(origins)] : [origin]
    await Promise.all(
      through.map((each) => (isKeyed ? untilFinal(() => buyTicket(each, purchase)) : buyTicket(each, purchase))),
    )
  }
  const stops = origins.map((origin) => startWorkers(buyersPerServer, buyThrough(origin)))
  await sleep(randomBetween(0, 60))
  await change(event, [origins[2], origins[0], origins[1]])
  await sleep(randomBetween(20, 100))
  await Promise.all(stops.map((stop) => stop()))
}
