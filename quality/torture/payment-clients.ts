/** The visitors and desks of a run whose reservations are paid online. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import { PaymentId } from '@museum/domain'
import { finalSender, recordIn, send, sendForm } from './client.ts'
import type { Violation } from './findings.ts'
import { type Attempt, type Outage, eventIdIn } from './history.ts'
import { type Occurrences, isOf } from './occurrences.ts'
import { randomBetween, randomItem } from './random.ts'
import type { Museum } from './run-scenario.ts'
import { uuidOf } from './uuid-of.ts'

/** What clients did in a run. */
export type PaymentRun = Readonly<{
  attempts: Attempt[]
  outages: Outage[]
  /** The capacities of events, and of general entry under `general`. */
  capacities: Map<string, number>
  /** See `PaymentHistory`. */
  late: Set<string>
  released: Set<string>
  /** The payment pages that visitors have seen. */
  pages: Page[]
  /** The occurrences that were removed, also those that were restored; see `isOf`. */
  removals: Occurrences[]
  /** The runs of refunds of occurrences that stayed removed. */
  refundRuns: Occurrences[]
  /** See `PaymentHistory`. */
  settled: Map<string, string>
  paid: Set<string>
}>
type Item = Readonly<{ ticketType: string; ticketDate: string; eventId?: string; quantity: number }>
/** `path` is the path of the review in the shop, for a visitor who reserved there. */
type Reserved = Readonly<{ reservationId: string; items: readonly Item[]; path?: string }>
type Page = Reserved & Readonly<{ paymentId: PaymentId }>

export const emptyPaymentRun = (): PaymentRun => ({
  attempts: [],
  outages: [],
  capacities: new Map(),
  late: new Set(),
  released: new Set(),
  pages: [],
  removals: [],
  refundRuns: [],
  settled: new Map(),
  paid: new Set(),
})

/** The minutes after which the limit of a reservation is over, but not the hold of its payment; and after which both are. */
const [overLimit, overHold] = [20, 40]
const minute = 60_000
/** The latest reservations, in which desks meet visitors. */
const hotReservations = 20
/** The dates of each event and of general entry in a round, and the capacities of the events. */
const [datesOfRound, generalCapacity] = [10, 12]
const eventCapacities = [1, 1, 3]

type Origin = () => string
type Fields = Readonly<Record<string, string>>
type Day = Readonly<{ ticketDate: string; eventId?: string; capacity: number }>
type EventDay = Day & Readonly<{ eventId: string }>

const day = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)

/** `prepare` comes first; each other function is one step of a client. */
export const paymentClients = ({ servers, database }: Museum, run: PaymentRun, stripe: FakeStripe) => {
  const violations: Violation[] = []
  const { attempts, capacities, late, released, pages } = run
  const anyServer = () => randomItem(servers).origin
  const sendUntilFinal = finalSender(anyServer, violations)
  const hot: string[] = []
  let days: readonly Day[] = []
  let events = 0

  const call = async (origin: Origin, verb: string, path: string, body?: object) =>
    recordIn(attempts, await send(origin(), verb, path, body))
  const someItem = (): Item => {
    const { capacity, ...item } = randomItem(days)
    const quantity = Math.min(capacity, Math.floor(randomBetween(1, 4)))
    return { ...item, ticketType: item.eventId === undefined ? 'general' : 'event', quantity }
  }
  const someItems = () => (Math.random() < 0.3 ? [someItem(), someItem()] : [someItem()])

  const onPage = async (origin: Origin, ...request: [method: 'GET' | 'POST', path: string, fields?: Fields]) =>
    recordIn(attempts, await sendForm(origin(), ...request))

  const reserve = async (origin: Origin): Promise<Reserved | undefined> => {
    const reserved = await (Math.random() < 0.5 ? reserveByApi : reserveOnPage)(origin)
    if (reserved === undefined) return undefined
    hot.push(reserved.reservationId)
    if (hot.length > hotReservations) hot.shift()
    return reserved
  }
  const reserveByApi = async (origin: Origin): Promise<Reserved | undefined> => {
    const items = someItems()
    const placed = await call(origin, 'POST', '/reservations', { items })
    if (placed?.status !== 201) return undefined
    const { reservationId } = JSON.parse(placed.body) as { reservationId: string }
    return { reservationId, items }
  }
  /** Sends the form of the shop, again while its outcome is unknown. */
  const reserveOnPage = async (origin: Origin): Promise<Reserved | undefined> => {
    const item = someItem()
    const form = {
      key: randomUUID(),
      date: item.ticketDate,
      event: item.eventId ?? '',
      email: 'visitor@example.org',
      terms: 'yes',
      'quantity-full': String(item.quantity),
    }
    for (let n = 0; n < 4; n += 1) {
      const placed = await onPage(origin, 'POST', '/buy', form)
      const [path] = placed?.location?.split('?') ?? []
      if (path !== undefined) return { reservationId: uuidOf(linkedId(path)), items: [item], path }
      if (placed !== undefined && placed.status >= 400 && placed.status < 500) return undefined
      await sleep(randomBetween(20, 300))
    }
    return undefined
  }
  const release = async (origin: Origin, reservationId: string) => {
    const answer = await call(origin, 'POST', `/reservations/${reservationId}/release`)
    if (answer?.status === 200 && (JSON.parse(answer.body) as { state: string }).state === 'released')
      released.add(reservationId)
  }
  /** Opens the payment page, or gives up after some attempts. */
  const open = async (origin: Origin, reserved: Reserved): Promise<Page | undefined> => {
    const { reservationId, path } = reserved
    for (let n = 0; n < 4; n += 1) {
      // The form leads to the payment page; the API knows the identifier of the payment.
      if (path !== undefined) await onPage(origin, 'POST', `${path}/payment`)
      const answer = await call(origin, 'POST', `/reservations/${reservationId}/payment`, {})
      if (answer?.status === 200 || answer?.status === 201) {
        const { paymentId } = JSON.parse(answer.body) as { paymentId: string }
        const page = { ...reserved, paymentId: PaymentId(paymentId) }
        pages.push(page)
        return page
      }
      if (answer !== undefined && answer.status >= 400 && answer.status < 500) return undefined
      await sleep(randomBetween(20, 300))
    }
    return undefined
  }
  const pay = async ({ paymentId, path }: Page, maxPause: number) => {
    await sleep(randomBetween(0, maxPause))
    if (Math.random() < 0.1) stripe.decline(paymentId)
    stripe.pay(paymentId)
    if (path !== undefined) await comeBack(path)
  }
  /** The provider sends the visitor back: the page leads to the tickets, or says what became of the payment. */
  const comeBack = async (path: string) => {
    const returned = await onPage(anyServer, 'GET', path)
    if (returned?.location === undefined) return
    const shown = await onPage(anyServer, 'GET', returned.location)
    if (shown !== undefined && ![0, 200, 503].includes(shown.status))
      violations.push({ fault: 'the tickets of a payment are not shown', recorded: shown })
  }
  const sellItems = (origin: Origin, items: readonly Item[]) =>
    call(origin, 'POST', '/orders', { items, payment: { method: 'cash' } })
  /** Some minutes pass for a reservation; then a desk sells the same, if there are places. */
  const pass = async (origin: Origin, { reservationId, items }: Reserved, minutes: number) => {
    if (minutes >= overHold) late.add(reservationId)
    await passTime(database, reservationId, minutes)
    for (let n = 0; n < 4 && Math.random() < 0.8; n += 1) await sellItems(origin, items)
  }

  /** What a visitor does with a payment page. */
  const atPage: readonly ((page: Page, origin: Origin) => Promise<unknown>)[] = [
    (page) => pay(page, 50),
    (page) => pay(page, 1_000),
    (page, origin) => Promise.all([pay(page, 300), read(origin, page.reservationId)]),
    (page, origin) => Promise.all([pay(page, 100), release(origin, page.reservationId)]),
    async (page, origin) => {
      await release(origin, page.reservationId)
      await pay(page, 300)
    },
    async (page, origin) => {
      await pass(origin, page, overLimit)
      await pay(page, 800)
    },
    async (page, origin) => {
      await pay(page, 0)
      await pass(origin, page, overHold)
    },
    async (page, origin) => {
      await pass(origin, page, overHold)
      await pay(page, 800)
    },
    async (page, origin) => {
      if (page.path === undefined) await call(origin, 'POST', `/reservations/${page.reservationId}/extension`, {})
      else await onPage(origin, 'POST', `${page.path}/extension`)
      await pay(page, 300)
    },
    (page, origin) => pass(origin, page, overHold),
  ]
  const read = (origin: Origin, reservationId: string) => call(origin, 'GET', `/reservations/${reservationId}`)
  const change = async (...request: [verb: string, path: string, body: object]) => {
    const last = await sendUntilFinal(attempts, ...request)
    if (last.status >= 300) throw new Error(`${request[0]} ${request[1]}: ${last.status} ${last.body}`)
    return last
  }
  /** Creates an event with places on each of these dates, and sells it. */
  const createEvent = async (capacity: number, dates: readonly string[]) => {
    events += 1
    const draft = { name: `Night ${events}`, location: 'Main Hall', eventDescription: '', dates, price: 12.55 }
    const eventId = eventIdIn((await change('POST', '/special-events', draft)).body)
    await change('PUT', `/special-events/${eventId}/capacity`, { capacity })
    capacities.set(eventId, capacity)
    days = [...days, ...dates.map((ticketDate) => ({ ticketDate, eventId, capacity }))]
  }

  return {
    violations,
    sendUntilFinal,
    createEvent,
    /** A day of an event that is sold. */
    someEventDay: () => randomItem(days.filter((each): each is EventDay => each.eventId !== undefined)),
    /** No longer sells these occurrences. Returns the dates that they had. */
    stopSelling(occurrences: Occurrences): readonly string[] {
      const ended = days.filter((each) => isOf(occurrences, each))
      days = days.filter((each) => !ended.includes(each))
      return ended.map(({ ticketDate }) => ticketDate)
    },
    /** Creates events of some capacities, and chooses days of general entry. */
    async prepare() {
      if (events === 0) {
        await change('PUT', '/museum-hours/capacity', { capacity: generalCapacity })
        capacities.set('general', generalCapacity)
      }
      const dates = Array.from({ length: datesOfRound }, (_, n) => day((events * datesOfRound + n) % 350))
      days = dates.map((ticketDate) => ({ ticketDate, capacity: generalCapacity }))
      for (const capacity of eventCapacities) await createEvent(capacity, dates)
    },
    /** A visitor reserves, opens a payment page, and pays there, or not. */
    async visit(origin: Origin) {
      const reserved = await reserve(origin)
      if (reserved === undefined) return
      const { reservationId } = reserved
      const path = Math.random()
      if (path < 0.1) await pass(origin, reserved, overLimit)
      // Released while the payment page is being opened.
      const releasing = path > 0.8 ? sleep(randomBetween(0, 500)).then(() => release(origin, reservationId)) : undefined
      const opened = await Promise.all([
        open(origin, reserved),
        ...(Math.random() < 0.3 ? [open(origin, reserved)] : []),
      ])
      const page = opened.find((each) => each !== undefined)
      if (page !== undefined) await randomItem(atPage)(page, origin)
      await releasing
    },
    /** A desk sells without a reservation. */
    sell: (origin: Origin) => sellItems(origin, someItems()),
    /** A desk sells a reservation, releases or reads it. */
    async changeReservation(origin: Origin) {
      if (hot.length === 0) return
      const reservationId = randomItem(hot)
      const action = Math.random()
      if (action < 0.4)
        await call(origin, 'POST', `/reservations/${reservationId}/order`, { payment: { method: 'cash' } })
      else if (action < 0.5) await release(origin, reservationId)
      else await read(origin, reservationId)
    },
    /** Lets the hold of every open payment pass. */
    async passAll() {
      const open = await database.kysely
        .selectFrom('online_payment')
        .select('reservation_id')
        .where('state', '=', 'open')
        .execute()
      for (const { reservation_id } of open) await passTime(database, uuidOf(reservation_id), overHold, true)
    },
    /** A page that visitors saw lately. */
    somePage: () => (pages.length === 0 ? undefined : randomItem(pages.slice(-hotReservations))),
  }
}

/**
 * Changes what is stored as if this number of minutes had passed for a reservation. One whose payment page is just being opened stays
 * as it is, unless this is of all.
 */
const passTime = ({ write }: MuseumDatabase, reservationId: string, minutes: number, isOfAll = false) => {
  const id = bytesOf(reservationId) as never
  const passed = (minutes * minute) as never
  // So that it happens once also when the transaction is repeated.
  const once = (Date.now() - (minutes - 1) * minute) as never
  return write(async (tables) => {
    const { numUpdatedRows } = await tables
      .updateTable('reservation')
      .set(({ eb }) => ({
        own_limit: eb('own_limit', '-', passed),
        held_until: eb('held_until', '-', passed),
        created_at: eb('created_at', '-', passed),
      }))
      .where('reservation_id', '=', id)
      .where('state', '=', 'held')
      .$if(!isOfAll, (all) =>
        all
          .where('created_at', '>', once)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('online_payment')
                  .select('amount')
                  .where('online_payment.reservation_id', '=', id)
                  .where('online_payment.state', '=', 'open')
                  .where('url', 'is', null),
              ),
            ),
          ),
      )
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) === 0) return
    await tables
      .updateTable('online_payment')
      .set(({ eb }) => ({ held_until: eb('held_until', '-', passed), expires_at: eb('expires_at', '-', passed) }))
      .where('reservation_id', '=', id)
      .execute()
    await tables
      .updateTable('held_place')
      .set(({ eb }) => ({ expires_at: eb('expires_at', '-', passed) }))
      .where('reservation_id', '=', id)
      .execute()
  }, 'idempotent').catch(() => undefined)
}

/** The bytes of the identifier that a link of visitors leads to: it stands after the kind. */
const linkedId = (path: string): Uint8Array => Buffer.from(path.split('/').at(-1)!, 'base64url').subarray(1, 17)

/** The bytes of a UUID, as they are stored. */
export const bytesOf = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll('-', ''), 'hex')
