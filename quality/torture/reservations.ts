import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { EventId, Instant } from '@museum/domain'
import {
  type Item,
  type RequestedReservation,
  type ReservationHistory,
  type StoredReservations,
  checkReservations,
  emptyReservationHistory,
  offerOf,
} from './check-reservations.ts'
import { finalSender } from './client.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { type Violation, figureColumns } from './findings.ts'
import { type Attempt, eventIdIn, isCreated } from './history.ts'
import { openMuseumOn, whenAvailable } from './open-museum-on.ts'
import { sellDuring } from './orders.ts'
import { randomBetween, randomItem } from './random.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { startPausingWorkers } from './start-workers.ts'
import { uuidOf } from './uuid-of.ts'

const actor = { username: 'cli:torture' }
/** The places of general entry on each date, and of each date of the two events of a round. */
const [generalPlaces, eventPlaces] = [60, [12, 40]]
/** The last reservations are changed most, so that several clients meet at one of them. */
const hotReservations = 40
/** How long servers may take to give back the places of reservations whose time is over, in milliseconds. */
const maxSweep = 30_000

const integerBetween = (min: number, max: number) => Math.floor(randomBetween(min, max + 1))
const day = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)

/**
 * Desks at two servers (three on a cluster) reserve few places for some seconds or longer, prolong, release and sell reservations, also
 * with fewer tickets, and sell orders for the same dates, while prices change, dates are removed and added again, and events deleted
 * and restored. Connections are cut, and servers and databases killed, as in `orders`. Then the servers give back what has ended.
 */
export const reservations = (engine: Engine, rounds: number) => {
  const history = emptyReservationHistory()
  let roundNumber = 0
  return runScenario(engine, {
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    outages: history.outages,
    async round(museum) {
      roundNumber += 1
      const clients = await reservationClients(museum, history)
      const fail = () => failInTurn(engine, museum, history.outages, roundNumber)
      const kills = await sellDuring(fail, museum, (cut) => [
        startPausingWorkers(10, 20, () => clients.reserve(cut)),
        startPausingWorkers(6, 20, () => clients.sell(cut)),
        startPausingWorkers(3, 20, () => clients.placeOrder(cut)),
        startPausingWorkers(2, 30, () => clients.release(cut)),
        startPausingWorkers(2, 30, () => clients.prolong(cut)),
        startPausingWorkers(1, 200, clients.removeDate),
        startPausingWorkers(1, 200, clients.deleteEvent),
        startPausingWorkers(1, 100, clients.changePrice),
        startPausingWorkers(2, 40, clients.readPlaces),
        startPausingWorkers(3, 40, clients.giveBackEnded),
      ])
      await untilGivenBack(museum.database, clients.violations)
      return { kills, violations: clients.violations }
    },
    async check({ database }) {
      const { figures, violations } = checkReservations(history, await readReservations(database))
      return { figures: figureColumns(figures), violations }
    },
  })
}

type Origin = () => string
type Event = Readonly<{ eventId: string; dates: readonly string[] }>
type Known = Readonly<{ reservationId: string; request: RequestedReservation }>
let lastNumber = 0
/** A number that is unique in this run. */
const nextNumber = () => (lastNumber += 1)

/** The clients of a round, with events and days of their own. Each function is one step of a client. */
const reservationClients = async ({ servers, database }: Museum, history: ReservationHistory) => {
  const { museum } = openMuseumOn(database)
  const { reservations: repository } = kyselyRepositories(database)
  const violations: Violation[] = []
  const origin = () => randomItem(servers).origin
  const senderThrough = (through: Origin) => finalSender(through, violations)
  const change = (...request: [method: string, path: string, body?: object, key?: string]) =>
    senderThrough(origin)(history.others, ...request)
  const events: Event[] = []
  for (const capacity of eventPlaces) {
    const first = integerBetween(0, 300)
    const dates = [0, 1, 2].map((n) => day(first + n))
    const draft = { name: `Night ${nextNumber()}`, location: 'Hall', eventDescription: '', dates, price: 12.55 }
    const eventId = eventIdIn((await change('POST', '/special-events', draft, randomUUID())).body)
    await change('PUT', `/special-events/${eventId}/capacity`, { capacity })
    history.capacities.set(eventId, capacity)
    events.push({ eventId, dates })
  }
  if (!history.capacities.has('general')) {
    await change('PUT', '/museum-hours/capacity', { capacity: generalPlaces })
    history.capacities.set('general', generalPlaces)
  }
  const days = [0, 1].map(() => day(integerBetween(0, 300)))
  const changing = new Set<string>()
  let known: readonly Known[] = []

  const someItems = (): readonly Item[] =>
    Array.from({ length: integerBetween(1, 3) }, () => {
      const quantity = integerBetween(1, 4)
      if (Math.random() < 0.3) return { ticketType: 'general', ticketDate: randomItem(days), quantity }
      const { eventId, dates } = randomItem(events)
      return { ticketType: 'event', eventId, ticketDate: randomItem(dates), quantity }
    })
  const payment = () => (Math.random() < 0.5 ? { payment: { method: 'cash' } } : {})
  const inSeconds = (min: number, max: number) => new Date(Date.now() + 1_000 * randomBetween(min, max)).toISOString()
  const some = () => randomItem(Math.random() < 0.7 ? known.slice(-hotReservations) : known)
  /** Sends a request over connections that are cut, at times through two clients at once. */
  const sendByOneOrTwo = async (through: Origin, attempts: Attempt[], path: string, body: object) => {
    const sendOnce = () => senderThrough(through)(attempts, 'POST', path, body)
    await Promise.all(Math.random() < 0.3 ? [sendOnce(), sendOnce()] : [sendOnce()])
  }
  /** Calls a function with an event that no other client changes. */
  const withEvent = async (step: (event: Event) => Promise<void>) => {
    const event = randomItem(events.filter(({ eventId }) => !changing.has(eventId)))
    if (event === undefined) return
    changing.add(event.eventId)
    history.removedEvents.add(event.eventId)
    await step(event)
    changing.delete(event.eventId)
  }

  return {
    violations,
    async reserve(overCutConnections: Origin) {
      const number = nextNumber()
      const [items, chance] = [someItems(), Math.random()]
      const until = chance < 0.6 ? inSeconds(0.3, 3) : chance < 0.7 ? inSeconds(3_600, 7_200) : undefined
      const request: RequestedReservation = {
        label: `Class ${number}`,
        items,
        isShort: chance < 0.6,
        attempts: [],
        sales: [],
        releases: [],
      }
      history.reservations.push(request)
      const body = {
        items,
        label: request.label,
        ...(until !== undefined && { until }),
        ...(Math.random() < 0.5 && { email: `teacher-${number}@example.org` }),
      }
      const final = await senderThrough(overCutConnections)(
        request.attempts,
        'POST',
        '/reservations',
        body,
        randomUUID(),
      )
      if (!isCreated(final)) return
      known = [...known, { reservationId: (JSON.parse(final.body) as Known).reservationId, request }]
    },
    async sell(overCutConnections: Origin) {
      const { reservationId, request } = some() ?? {}
      if (request === undefined) return
      const all = request.items.map(({ quantity }) => quantity)
      const fewer = all.map((quantity) => integerBetween(0, quantity))
      const quantities = Math.random() < 0.3 && fewer.some((quantity) => quantity > 0) ? { quantities: fewer } : {}
      const sale = { ...quantities, attempts: [] }
      request.sales.push(sale)
      const body = { ...quantities, ...payment() }
      await sendByOneOrTwo(overCutConnections, sale.attempts, `/reservations/${reservationId}/order`, body)
    },
    async placeOrder(overCutConnections: Origin) {
      const request = { email: `visitor-${nextNumber()}@example.org`, items: someItems(), attempts: [] }
      history.orders.push(request)
      const { email, items } = request
      const body = { items, email, ...payment() }
      await senderThrough(overCutConnections)(request.attempts, 'POST', '/orders', body, randomUUID())
    },
    async release(overCutConnections: Origin) {
      const { reservationId, request } = some() ?? {}
      if (request === undefined) return
      const release = { attempts: [] }
      request.releases.push(release)
      await sendByOneOrTwo(overCutConnections, release.attempts, `/reservations/${reservationId}/release`, {})
    },
    async prolong(overCutConnections: Origin) {
      const { reservationId, request } = some() ?? {}
      if (request === undefined) return
      const body = request.isShort ? { until: inSeconds(0.5, 4) } : {}
      await sendByOneOrTwo(overCutConnections, history.others, `/reservations/${reservationId}/extension`, body)
    },
    /** Removes a date, and adds it again: what was reserved for it has ended. */
    removeDate: () =>
      withEvent(async ({ eventId, dates }) => {
        const removed = randomItem(dates)
        await change('PATCH', `/special-events/${eventId}`, { dates: dates.filter((date) => date !== removed) })
        await sleep(randomBetween(0, 100))
        await change('PATCH', `/special-events/${eventId}`, { dates })
      }),
    /** Deletes an event, and restores it: what was reserved for it is held as before. */
    deleteEvent: () =>
      withEvent(async ({ eventId }) => {
        await change('DELETE', `/special-events/${eventId}`)
        await sleep(randomBetween(0, 100))
        await whenAvailable(database, () => museum.restoreSpecialEvent(EventId(eventId), actor))
      }),
    changePrice: () =>
      withEvent(async ({ eventId }) => {
        await change('PATCH', `/special-events/${eventId}`, { price: randomItem([9.9, 12.55, 20]) })
      }),
    /** As more servers would do, and more often. */
    giveBackEnded: () => whenAvailable(database, repository.giveBackEnded),
    /** Reads the places of a date, which are never more than there are. */
    async readPlaces() {
      const date = randomItem([...days, ...events.flatMap((event) => event.dates)])
      const response = await senderThrough(origin)([], 'GET', `/availability?startDate=${date}&endDate=${date}`)
      if (response?.status !== 200) return
      type Places = Readonly<{ eventId?: string; sold: number; held?: number }>
      type Body = readonly Readonly<{ generalEntry: Places | null; events: readonly Places[] }>[]
      for (const { generalEntry, events: ofEvents } of JSON.parse(response.body) as Body)
        for (const places of [...(generalEntry === null ? [] : [generalEntry]), ...ofEvents])
          if (places.sold + (places.held ?? 0) > (history.capacities.get(offerOf(places)) ?? Number.POSITIVE_INFINITY))
            violations.push({ fault: 'more places are shown as taken than there are', recorded: { date, places } })
    },
  }
}

/**
 * Resolves when no reservation whose time is over holds places, nor one whose time is over soon. It is a violation if servers take too
 * long.
 */
const untilGivenBack = async ({ kysely }: MuseumDatabase, violations: Violation[]): Promise<void> => {
  const endedBy = (moment: number) =>
    kysely.selectFrom('held_place').selectAll().where('expires_at', '<=', Instant(moment)).execute()
  const startedAt = performance.now()
  while ((await endedBy(Date.now() + 10_000)).length > 0) {
    await sleep(100)
    if (performance.now() - startedAt < maxSweep) continue
    const stored = await endedBy(Date.now())
    violations.push({ fault: 'the places of ended reservations are not given back', stored })
    return
  }
}

/** Reads what is stored, row by row, and leaves every sum to the check. */
const readReservations = async (database: MuseumDatabase): Promise<StoredReservations> => {
  const { kysely } = database
  const offer = (id: Uint8Array) => (id.every((byte) => byte === 0) ? 'general' : uuidOf(id))
  const found = await kysely
    .selectFrom('reservation')
    .select(['reservation_id', 'state', 'label', 'held_until'])
    .execute()
  const held = await kysely.selectFrom('held_place').selectAll().execute()
  const slots = await kysely.selectFrom('slot').selectAll().execute()
  const tickets = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'order_id', 'price', 'email', 'event_id', 'ticket_date', 'occurrence_number'])
    .execute()
  const orders = await kysely.selectFrom('museum_order').select(['order_id', 'ticket_ids', 'label']).execute()
  const idsOf = (bytes: Uint8Array) =>
    Array.from({ length: bytes.length / 16 }, (_, n) => uuidOf(bytes.subarray(16 * n, 16 * (n + 1))))
  return {
    now: Date.now(),
    reservations: found.map(({ reservation_id, state, label, held_until }) => ({
      reservationId: uuidOf(reservation_id),
      state,
      label,
      heldUntil: held_until,
    })),
    heldPlaces: held.map((row) => ({
      reservationId: uuidOf(row.reservation_id),
      offer: offer(row.offer_id),
      date: row.slot_date,
      number: row.number,
      places: row.places,
      expiresAt: row.expires_at,
    })),
    slots: slots.map((row) => ({
      offer: offer(row.offer_id),
      date: row.slot_date,
      number: row.number,
      sold: row.sold,
      held: row.held,
    })),
    tickets: tickets.map((row) => ({
      ticketId: uuidOf(row.ticket_id),
      orderId: row.order_id && uuidOf(row.order_id),
      offer: row.event_id === null ? 'general' : uuidOf(row.event_id),
      date: row.ticket_date,
      number: row.occurrence_number ?? 0,
      price: row.price,
      email: row.email,
    })),
    orders: orders.map((row) => ({
      orderId: uuidOf(row.order_id),
      ticketIds: idsOf(row.ticket_ids),
      label: row.label,
    })),
  }
}
