/** The clients of a run that sell orders and single tickets, cancel them, settle refunds, and change the events. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventId } from '@museum/domain'
import { entryTimesOn } from './entry-time-periods.ts'
import type { Violation } from './findings.ts'
import { finalSender, recordIn, send, untilFinal } from './client.ts'
import { type Attempt, eventIdIn, isCreated, isDone, isFinal, isProblem, isRefusal } from './history.ts'
import { openMuseumOn, whenAvailable } from './open-museum-on.ts'
import {
  type OrderHistory,
  type Payment,
  type Sale,
  type SaleItem,
  priceOf,
  saleAnswerIn,
  totalOf,
} from './order-history.ts'
import { randomBetween, randomItem } from './random.ts'
import type { Museum } from './run-scenario.ts'

const actor = { username: 'cli:torture' }

/** The last sales are cancelled most, so that several clients meet at one ticket. */
const hotSales = 30
/** An order is of one to three items. */
const maxItems = 3

/** An order is for one to `maxTickets` tickets; an event has one of these numbers of `places` on each of its dates. */
type Options = Readonly<{ maxTickets: number; places: readonly number[] }>

type SoldTicket = Readonly<{ ticketId: string; eventId: string | undefined; price: number }>
type Sold = Readonly<{ orderId?: string; tickets: readonly SoldTicket[] }>
type Event = Readonly<{ eventId: string; dates: readonly string[] }>
type Origin = () => string

const day = (n: number) => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)
const integerBetween = (min: number, max: number) => Math.floor(randomBetween(min, max + 1))
let lastNumber = 0
/** A number that is unique in this run. */
const nextNumber = () => (lastNumber += 1)

/** Clients that record what they send in the history. `prepare` comes first; each other function is one step of a client. */
export const orderClients = (
  { servers, database }: Museum,
  history: OrderHistory,
  { maxTickets, places }: Options = { maxTickets: 6, places: [12, 150] },
) => {
  const { museum } = openMuseumOn(database)
  const violations: Violation[] = []
  const origin = () => randomItem(servers).origin
  const percentages = Object.entries(history.prices.percentages)
  const categories = percentages.map(([priceCategory, percentage]) => ({
    priceCategory,
    name: priceCategory,
    percentage,
  }))

  /** The events that a client is changing: one at a time changes an event. */
  const changing = new Set<string>()
  let events: readonly Event[] = []
  let ended: readonly Event[] = []
  let days: readonly string[] = []
  let sold: readonly Sold[] = []
  /** The tickets of sales that are in `sold`, by event. */
  const ticketsOfEvents = new Map<string, SoldTicket[]>()
  /** Tickets that are cancelled, or were when they were added. */
  let cancelled: readonly SoldTicket[] = []
  const addCancelled = (...tickets: SoldTicket[]) => void (cancelled = [...cancelled, ...tickets].slice(-40))

  const sendUntilFinal = finalSender(origin, violations)
  /** Sends a change that must succeed. */
  const change = async (...request: [method: string, path: string, body?: object, key?: string]) => {
    const attempts: Attempt[] = []
    const response = await sendUntilFinal(attempts, ...request)
    history.others.push(...attempts)
    // An attempt before it, without a response or with a 503, may have deleted the event.
    const isDeletedBefore = request[0] === 'DELETE' && response.status === 404 && attempts.length > 1
    if (isFinal(response) && response.status >= 400 && !isDeletedBefore)
      violations.push({ fault: 'a change refused without a reason', recorded: { request, response } })
    return response
  }

  const createEvent = async (capacity: number) => {
    const first = integerBetween(0, 300)
    const dates = [0, 1, 2].map((n) => day(first + n))
    const draft = {
      name: `Night ${nextNumber()}`,
      location: 'Main Hall',
      eventDescription: '',
      dates,
      price: history.prices.event / 100,
    }
    const eventId = eventIdIn((await change('POST', '/special-events', draft, randomUUID())).body)
    await change('PUT', `/special-events/${eventId}/capacity`, { capacity })
    history.capacities.set(eventId, capacity)
    events = [...events, { eventId, dates }]
    return { eventId, dates }
  }

  /** An entry time of an offer on a date, in most cases by its last change; undefined in most cases where it has none. */
  const someEntryTime = (offer: string, day: Readonly<{ eventId?: string; ticketDate: string }>) => {
    const changes = (history.entryTimes.get(offer) ?? []).slice(-4).filter(({ attempts }) => !attempts.some(isRefusal))
    const chosen = Math.random() < 0.9 ? changes.at(-1) : randomItem(changes)
    if (chosen === undefined || Math.random() < 0.02) return {}
    const entryTime = randomItem([...entryTimesOn(chosen.settings, day).keys()])
    return entryTime === undefined ? {} : { entryTime }
  }
  const someItem = (quantity: number): SaleItem => {
    const event = randomItem(Math.random() < 0.03 && ended.length > 0 ? ended : events)
    const { priceCategory } = randomItem(categories)
    const category = Math.random() < 0.6 ? { priceCategory } : {}
    if (event !== undefined && Math.random() < 0.7) {
      const day = { eventId: event.eventId, ticketDate: randomItem(event.dates) }
      return { ticketType: 'event', ...day, ...someEntryTime(event.eventId, day), ...category, quantity }
    }
    const day = { ticketDate: randomItem(days) }
    return { ticketType: 'general', ...day, ...someEntryTime('general', day), ...category, quantity }
  }
  const addSale = (sale: Omit<Sale, 'email' | 'attempts'>): Sale => {
    const added: Sale = { ...sale, email: `visitor-${nextNumber()}@example.org`, attempts: [] }
    history.sales.push(added)
    return added
  }
  const sendSale = async (through: Origin, sale: Sale) => {
    const { kind, items, email, payment, total, idempotencyKey } = sale
    const body =
      kind === 'order'
        ? { items, email, payment, ...(total !== undefined && { total: total / 100 }) }
        : { ...items[0], quantity: undefined, email }
    const path = kind === 'order' ? '/orders' : '/tickets'
    return recordIn(sale.attempts, await send(through(), 'POST', path, body, idempotencyKey))
  }
  const learn = (sale: Sale) => {
    const confirmed = sale.attempts.find(isCreated)
    if (confirmed === undefined) return
    const { orderId, tickets } = saleAnswerIn(confirmed)
    const itemOfTickets = sale.items.flatMap((item) => Array.from({ length: item.quantity }, () => item))
    const learnt = tickets.map(({ ticketId }, n) => {
      const item = itemOfTickets[n]!
      return { ticketId, eventId: item.eventId, price: priceOf(history, item) }
    })
    sold = [...sold, { ...(orderId !== undefined && { orderId }), tickets: learnt }].slice(-300)
    for (const ticket of learnt)
      if (ticket.eventId !== undefined) {
        const ofEvent = ticketsOfEvents.get(ticket.eventId) ?? []
        ticketsOfEvents.set(ticket.eventId, [...ofEvent, ticket].slice(-12))
      }
  }
  /**
   * Sends a sale with a key until its outcome is known, over connections that are cut and by up to three clients at once, and
   * perhaps once more afterwards; one without a key once.
   */
  const sell = async (sale: Sale, overCutConnections: Origin) => {
    if (sale.idempotencyKey === undefined) await sendSale(origin, sale)
    else {
      const repeat = () => untilFinal(() => sendSale(overCutConnections, sale))
      const clients = Math.random() < 0.3 ? 3 : 1
      const final = await Promise.all(Array.from({ length: clients }, repeat))
      if (Math.random() < 0.3) final.push(await repeat())
      if (final.includes(undefined)) violations.push({ fault: 'no final response in many attempts', recorded: sale })
    }
    learn(sale)
  }
  const hotSale = () => randomItem(Math.random() < 0.7 ? sold.slice(-hotSales) : sold)

  const settle = async ({ ticketId }: SoldTicket, body: Payment) => {
    const settlement = { ticketId, body, attempts: [] }
    history.settlements.push(settlement)
    await sendUntilFinal(settlement.attempts, 'POST', `/tickets/${ticketId}/refund`, body)
  }
  /** Two clerks settle the refund of a ticket at once, in most cases in different ways; perhaps one of them does it again. */
  const settleByTwo = async (ticket: SoldTicket) => {
    const paymentBody = (method: string): Payment => ({
      method,
      ...(Math.random() < 0.8 && { reference: `Receipt ${nextNumber()}` }),
    })
    const [cash, card] = [paymentBody('cash'), paymentBody('card')]
    await Promise.all([settle(ticket, cash), settle(ticket, Math.random() < 0.7 ? card : cash)])
    if (Math.random() < 0.3) await settle(ticket, randomItem([cash, card]))
  }
  /** Records that a change of an order settled refunds: those that its response shows, or that it may have settled. */
  const addSettlements = (tickets: readonly SoldTicket[], body: Payment, attempts: readonly Attempt[]) => {
    type Shown = Readonly<{ ticketId: string; refund?: Payment & Readonly<{ state: string }> }>
    for (const { ticketId, price } of tickets) {
      const shownIn = (attempt: Attempt) =>
        (JSON.parse(attempt.body) as { tickets: readonly Shown[] }).tickets.find(
          (ticket) => ticket.ticketId === ticketId,
        )
      const isSettled = (refund: Shown['refund']) =>
        refund?.state === 'settled' && refund.method === body.method && refund.reference === body.reference
      if (price === 0 || attempts.some((attempt) => isDone(attempt) && !isSettled(shownIn(attempt)?.refund))) continue
      const ofTicket = attempts.map((attempt) =>
        isDone(attempt) ? { ...attempt, body: JSON.stringify(shownIn(attempt)) } : attempt,
      )
      history.settlements.push({ ticketId, body, attempts: ofTicket })
    }
  }
  /** Settles refunds of tickets of an event, some of which may be valid. */
  const settleOfEvent = async (eventId: string) => {
    const tickets = (ticketsOfEvents.get(eventId) ?? []).toSorted(() => Math.random() - 0.5).slice(0, 4)
    await Promise.all(tickets.map(settleByTwo))
  }
  /** Calls a function with an event that no other client changes. */
  const withEvent = async (step: (event: Event) => Promise<void>) => {
    const event = randomItem(events.filter(({ eventId }) => !changing.has(eventId)))
    if (event === undefined) return
    changing.add(event.eventId)
    await step(event)
    changing.delete(event.eventId)
  }

  return {
    violations,
    /** Prepares a round: the first call sets prices and a capacity; each adds an event for each of `places`, and takes two new days. */
    async prepare() {
      if (history.others.length === 0) {
        // On each server, since the others may use the former prices for some seconds.
        for (const server of servers) {
          const response = recordIn(history.others, await send(server.origin, 'PUT', '/price-categories', categories))
          if (response === undefined || !isDone(response)) throw new Error(`The prices are not set: ${response?.body}`)
        }
        await change('PUT', '/museum-hours/capacity', { capacity: history.generalCapacity })
      }
      events = []
      for (const capacity of places) await createEvent(capacity)
      const first = integerBetween(0, 300)
      days = [day(first), day(first + 1)]
    },
    /** Creates an event with this many places on each of its dates. */
    createEvent,
    /** The events that tickets are sold for, and the days of general entry. */
    onSale: () => ({ events, days }),
    sendUntilFinal,
    /** Sells one order. */
    async placeOrder(overCutConnections: Origin) {
      let left = integerBetween(1, maxTickets)
      const items: SaleItem[] = []
      while (left > 0) {
        const quantity = items.length === maxItems - 1 ? left : integerBetween(1, left)
        items.push(someItem(quantity))
        left -= quantity
      }
      const [right, chance] = [totalOf(history, items), Math.random()]
      const sale = addSale({
        kind: 'order',
        items,
        ...(Math.random() < 0.6 && { payment: { method: 'card', reference: `Receipt ${nextNumber()}` } }),
        ...(chance < 0.3 && { total: chance < 0.02 ? right + 1 : right }),
        ...(Math.random() < 0.5 && { idempotencyKey: randomUUID() }),
      })
      await sell(sale, overCutConnections)
    },
    /** Sells one ticket by itself. */
    async buyTicket(overCutConnections: Origin) {
      const key = Math.random() < 0.3 ? { idempotencyKey: randomUUID() } : {}
      await sell(addSale({ kind: 'purchase', items: [someItem(1)], ...key }), overCutConnections)
    },
    /** Sells an order of these items once. Returns its only attempt. */
    async placeOrderOf(through: Origin, items: readonly SaleItem[]) {
      const sale = addSale({ kind: 'order', items })
      return sendSale(through, sale)
    },
    async cancelTicket() {
      const sale = hotSale()
      if (sale === undefined) return
      const ticket = randomItem(sale.tickets)
      const cancellation = { ticketId: ticket.ticketId, attempts: [] }
      history.ticketCancellations.push(cancellation)
      const body = Math.random() < 0.5 ? { reason: 'The visitor is ill.' } : undefined
      await sendUntilFinal(cancellation.attempts, 'POST', `/tickets/${ticket.ticketId}/cancellation`, body)
      addCancelled(ticket)
    },
    /** The ticketId of one of the last tickets, which may be cancelled. */
    someTicket: () => randomItem(hotSale()?.tickets ?? [])?.ticketId,
    /** Cancels an order, at times by two clients at once. */
    async cancelOrder() {
      const { orderId, tickets } = hotSale() ?? {}
      if (orderId === undefined) return
      const cancelOnce = async () => {
        const cancellation = { orderId, attempts: [] }
        history.orderCancellations.push(cancellation)
        await sendUntilFinal(cancellation.attempts, 'POST', `/orders/${orderId}/cancellation`)
      }
      await Promise.all(Math.random() < 0.3 ? [cancelOnce(), cancelOnce()] : [cancelOnce()])
      addCancelled(...tickets!)
    },
    /** Undoes an order: cancels it, and settles its refunds. Orders with a payment were paid by card. */
    async reverseOrder() {
      const { orderId, tickets } = hotSale() ?? {}
      if (orderId === undefined) return
      const [body, reversal] = [{ method: 'card' }, { orderId, attempts: [] }]
      history.orderCancellations.push(reversal)
      await sendUntilFinal(reversal.attempts, 'POST', `/orders/${orderId}/reversal`, body)
      addSettlements(tickets!, body, reversal.attempts)
      addCancelled(...tickets!)
    },
    /** Settles all that is due of an order, which may be nothing. */
    async refundOrder() {
      const { orderId, tickets } = hotSale() ?? {}
      if (orderId === undefined) return
      const body = { method: 'cash', reference: `Receipt ${nextNumber()}` }
      const attempts: Attempt[] = []
      const response = await sendUntilFinal(attempts, 'POST', `/orders/${orderId}/refund`, body)
      if (!isProblem(response, 'nothing-due')) addSettlements(tickets!, body, attempts)
    },
    async settleRefund() {
      if (cancelled.length > 0) await settleByTwo(randomItem(cancelled))
    },
    /** Deletes an event, settles refunds of its tickets, and in most cases restores it, perhaps meanwhile. */
    deleteEvent: () =>
      withEvent(async (event) => {
        const { eventId } = event
        const possibleFrom = performance.now()
        await change('DELETE', `/special-events/${eventId}`)
        const certainFrom = performance.now()
        await sleep(randomBetween(0, 60))
        const settling = settleOfEvent(eventId)
        if (Math.random() < 0.5) await settling
        const isRestored = Math.random() < 0.8
        const certainUntil = performance.now()
        if (isRestored) await whenAvailable(database, () => museum.restoreSpecialEvent(EventId(eventId), actor))
        else {
          events = events.filter((each) => each !== event)
          ended = [...ended, event].slice(-3)
        }
        const end = Number.POSITIVE_INFINITY
        history.absences.push({
          eventId,
          possible: { from: possibleFrom, until: isRestored ? performance.now() : end },
          certain: { from: certainFrom, until: isRestored ? certainUntil : end },
        })
        await settling
        if (!isRestored) await createEvent(randomItem(places))
      }),
    /** Removes a date from an event, settles refunds of its tickets, and adds the date again, perhaps meanwhile. */
    removeDate: () =>
      withEvent(async ({ eventId, dates }) => {
        const date = randomItem(dates)
        const possibleFrom = performance.now()
        await change('PATCH', `/special-events/${eventId}`, { dates: dates.filter((each) => each !== date) })
        const certainFrom = performance.now()
        const settling = settleOfEvent(eventId)
        if (Math.random() < 0.5) await settling
        const certainUntil = performance.now()
        await change('PATCH', `/special-events/${eventId}`, { dates })
        history.absences.push({
          eventId,
          date,
          possible: { from: possibleFrom, until: performance.now() },
          certain: { from: certainFrom, until: certainUntil },
        })
        await settling
      }),
  }
}
