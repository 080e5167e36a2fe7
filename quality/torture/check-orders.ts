import { isDeepStrictEqual } from 'node:util'
import { type Period, overlaps } from './effects.ts'
import { type AvailabilityOfDate, checkEntryTimes } from './check-entry-times.ts'
import { entryTimePeriodsOf } from './entry-time-periods.ts'
import { type StoredCounter, type Violation, checkAttempts, checkCounters, createFindings } from './findings.ts'
import {
  type Attempt,
  firstConfirmed,
  firstSent,
  hasUnknownOutcome,
  isCreated,
  isDone,
  isProblem,
  isRefusal,
  isSoldOut,
  periodOf,
  ticketIdIn,
} from './history.ts'
import {
  type OrderHistory,
  type Payment,
  type Sale,
  type SoldTicket,
  priceOf,
  saleAnswerIn,
  ticketsWanted,
  totalOf,
} from './order-history.ts'
import { type Visit, slotKey, visitKey } from './slots.ts'
import { type StoredTicket, ticketTimesOf } from './ticket-times.ts'

type StoredCancellation = Readonly<{
  ticketId: string
  cause: string
  refund: 'due' | 'sending' | 'settled' | null
  settlement: Payment | null
}>

/** The stored rows after a round, and the responses of the service about them. */
export type StoredOrders = Readonly<{
  tickets: readonly StoredTicket[]
  orders: readonly Readonly<{ orderId: string; ticketIds: readonly string[]; payment: Payment | null }>[]
  /** The tickets that were cancelled themselves. */
  cancellations: readonly StoredCancellation[]
  /** The audit entries about tickets and orders. `cancelled` are the tickets that the cancellation of an order cancelled. */
  audit: readonly Readonly<{
    operation: string
    id: string
    cancelled?: readonly string[] | undefined
    refunded?: readonly string[] | undefined
  }>[]
  counters: readonly StoredCounter[]
  /** Responses to `GET /availability` for the dates of all tickets. */
  availability: readonly AvailabilityOfDate[]
  /** The items of all pages of `GET /refunds`. */
  due: readonly ListedRefund[]
  settled: readonly ListedRefund[]
  /** Responses to `GET /orders/{orderId}`. */
  shown: readonly Readonly<{
    orderId: string
    total: number
    refundDue: number
    tickets: readonly Readonly<{ ticketId: string; state: string; entryTime?: string }>[]
  }>[]
  /** The rows of `GET /sales` for the dates of all tickets. */
  sales: readonly ReportedSales[]
  /** The paths of such requests that never succeeded. */
  unreadable: readonly string[]
}>

export type ReportedSales = Readonly<{
  kind: 'sale' | 'refund'
  tickets: number
  amount: number
  cancelled?: number
  cancelledAmount?: number
}>

type ListedRefund = Readonly<{ ticketId: string; amount: number }>

/** The service answers within 10 seconds; these are milliseconds. */
const maxResponseTime = 15_000

const never = Number.POSITIVE_INFINITY
const hundredths = (amount: number) => Math.round(amount * 100)

/** Compares what desks and clerks recorded with what is stored, without any input or output of its own. */
export const checkOrders = (history: OrderHistory, stored: StoredOrders) => {
  const { sales, settlements, absences } = history
  const findings = createFindings(
    'orders',
    'purchases',
    'refused',
    'soldOut',
    'unconfirmed',
    'half',
    'lost',
    'doubled',
    'oversold',
    'settledTwice',
    'expected5xx',
    'unexpected5xx',
  )
  const { count, violations, addViolation, addCounted } = findings

  const ticketById = new Map(stored.tickets.map((ticket) => [ticket.ticketId, ticket]))
  const ticketsByEmail = Map.groupBy(stored.tickets, ({ email }) => email)
  const ticketsOfOrder = Map.groupBy(stored.tickets, ({ orderId }) => orderId)
  const orderById = new Map(stored.orders.map((order) => [order.orderId, order]))
  const cancellationOf = new Map(stored.cancellations.map((row) => [row.ticketId, row]))
  const saleByEmail = new Map(sales.map((sale) => [sale.email, sale]))
  const settlementsOf = Map.groupBy(settlements, ({ ticketId }) => ticketId)
  const absencesOf = Map.groupBy(absences, ({ eventId }) => eventId)

  const { cancellingAttempts, sentAt, confirmedAt, mayBeCancelledFrom, isCancelledBy } = ticketTimesOf(
    history,
    stored.tickets,
  )
  const absencesOfDate = (eventId: string | null | undefined, ticketDate: string) =>
    (absencesOf.get(eventId ?? '') ?? []).filter(({ date }) => date === undefined || date === ticketDate)

  /** For each visit: when its tickets may have been sold first, and were certainly cancelled, ascending. */
  const timesOfVisit = new Map(
    [...Map.groupBy(stored.tickets, visitKey)].map(([visit, tickets]) => {
      const sold = tickets.map(sentAt)
      const cancelled = tickets.map(({ ticketId }) => isCancelledBy(ticketId)).filter((time) => time < never)
      return [visit, { sold: ascending(sold), cancelled: ascending(cancelled) }] as const
    }),
  )
  const offered = entryTimePeriodsOf(history)
  /** Whether too few places may have been left for a visit of a sale. Tickets of removed occurrences count, too. */
  const maySellOut = ({ items }: Sale, { sentAt, receivedAt }: Attempt) =>
    [...Map.groupBy(items, visitKey)].some(([visit, ofVisit]) => {
      const times = timesOfVisit.get(visit)
      const taken = times === undefined ? 0 : countUntil(times.sold, receivedAt) - countUntil(times.cancelled, sentAt)
      const places = offered.placesDuring(ofVisit[0]!, { from: sentAt, until: receivedAt })
      return taken + ticketsWanted(ofVisit) > Math.min(...places)
    })
  const mayLack = ({ eventId, ticketDate }: Visit, period: Period, isDate: boolean) =>
    absencesOfDate(eventId, ticketDate).some(
      ({ date, possible }) => (date !== undefined) === isDate && overlaps(possible, period),
    )
  const isFaultJustified = (sale: Sale, { pointer, code }: Fault, period: Period): boolean => {
    const item = sale.items[Number(/^#\/items\/(\d+)\//.exec(pointer)?.[1] ?? 0)]!
    if (code === 'event-not-on-that-date') return mayLack(item, period, true)
    return offered.mayHaveFault(item, code, period)
  }
  const isJustified = (sale: Sale, refusal: Attempt): boolean => {
    const period = periodOf(refusal)
    if (refusal.status === 404) return sale.items.some((item) => mayLack(item, period, false))
    if (refusal.status === 400) {
      const { errors = [] } = JSON.parse(refusal.body) as { errors?: readonly Fault[] }
      return errors.length > 0 && errors.every((fault) => isFaultJustified(sale, fault, period))
    }
    if (isProblem(refusal, 'total-changed'))
      return sale.total !== undefined && sale.total !== totalOf(history, sale.items)
    return isSoldOut(refusal) && maySellOut(sale, refusal)
  }

  const checkSale = (sale: Sale) => {
    const { kind, attempts, items } = sale
    const rows = (ticketsByEmail.get(sale.email) ?? []).toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1))
    const sold = attempts.filter(isCreated)
    if (sold.length > 0) count[kind === 'order' ? 'orders' : 'purchases'] += 1
    const bodies = new Set(sold.map(({ body }) => body))
    const orderIds = new Set(rows.map(({ orderId }) => orderId))
    const wanted = ticketsWanted(items)
    if (rows.length > wanted || orderIds.size > 1 || bodies.size > 1)
      addCounted('doubled', `doubled: one ${kind}, stored or answered several times`, sale, rows)
    else if (rows.length > 0 && rows.length < wanted)
      addCounted('half', `half there: ${rows.length} of ${wanted} tickets of an order`, sale, rows)
    if ((kind === 'order') !== rows.every(({ orderId }) => orderId !== null) && rows.length > 0)
      addViolation(`stored otherwise than as ${kind === 'order' ? 'an order' : 'a purchase'}`, sale, rows)
    for (const body of bodies) checkAnswer(sale, rows, body)
    if (sold.filter(({ isReplay }) => !isReplay).length > 1)
      addViolation('changed: a repeated sale that is not marked as a replay', sale)

    if (sold.length === 0 && rows.length > 0) {
      if (attempts.some(hasUnknownOutcome)) count.unconfirmed += 1
      else addViolation('stored, although every response said that nothing was', sale, rows)
    }
    const named = attempts.flatMap(({ status, body }) => (status === 503 ? (ticketIdIn(body) ?? []) : []))
    const isNamed = ({ orderId, ticketId }: StoredTicket) => named.includes(orderId ?? ticketId)
    if (sale.idempotencyKey === undefined && named.length > 0 && rows.some((row) => !isNamed(row)))
      addViolation('changed: stored under another identifier than outcome-unknown named', sale, rows)

    const refusals = attempts.filter(isRefusal)
    if (refusals.length > 0) count.refused += 1
    if (refusals.some(isSoldOut)) count.soldOut += 1
    if (!refusals.every((refusal) => isJustified(sale, refusal))) addViolation('refused without a reason', sale)
    if (rows.length > 0) {
      const period = { from: firstSent(attempts), until: firstConfirmed(attempts) }
      const isGone = ({ eventId, ticketDate }: StoredTicket) =>
        absencesOfDate(eventId, ticketDate).some(
          ({ certain }) => certain.from <= period.from && certain.until >= period.until,
        )
      if (rows.some(isGone)) addViolation('sold for a date that the event did not have', sale, rows)
      for (const visit of rows.filter((row) => offered.placesDuring(row, period).length === 0).slice(0, 1))
        addViolation('sold for an entry time that its date did not have', sale, {
          visit,
          changes: history.entryTimes.get(visit.eventId ?? 'general'),
        })
      if (sale.total !== undefined && sale.total !== totalOf(history, items))
        addViolation('sold for another total than the visitor was asked for', sale, rows)
    }
    checkItems(sale, rows)
  }
  /** Compares the rows with the items that were sent. */
  const checkItems = (sale: Sale, rows: readonly StoredTicket[]) => {
    if (rows.length !== ticketsWanted(sale.items)) return
    const expected = sale.items.flatMap((item) =>
      Array.from({ length: item.quantity }, () =>
        JSON.stringify([
          item.ticketType,
          item.ticketDate,
          item.eventId ?? null,
          item.entryTime ?? null,
          item.priceCategory ?? 'full',
          priceOf(history, item),
        ]),
      ),
    )
    const actual = rows.map((row) =>
      JSON.stringify([row.ticketType, row.ticketDate, row.eventId, row.entryTime, row.priceCategory, row.price]),
    )
    if (!isDeepStrictEqual(actual, expected)) addViolation('changed: stored otherwise than sent', sale, rows)
    if (sale.kind === 'order' && !isDeepStrictEqual(orderById.get(rows[0]!.orderId!)?.payment, sale.payment ?? null))
      addViolation('changed: a payment that is stored otherwise than sent', sale, orderById.get(rows[0]!.orderId!))
  }
  /** Compares the rows with a response that confirmed the sale. */
  const checkAnswer = (sale: Sale, rows: readonly StoredTicket[], body: string) => {
    const { orderId, total, tickets } = saleAnswerIn({ body } as Attempt)
    if (!tickets.every(({ ticketId }) => rows.some((row) => row.ticketId === ticketId))) {
      addCounted('lost', `lost: ${sale.kind === 'order' ? 'an order' : 'a purchase'} that was confirmed`, sale, rows)
      return
    }
    const isSame = (ticket: SoldTicket, row: StoredTicket | undefined) =>
      ticket.ticketId === row?.ticketId &&
      ticket.ticketType === row.ticketType &&
      ticket.ticketDate === row.ticketDate &&
      (ticket.eventName ?? null) === row.eventName &&
      ticket.confirmationCode === row.confirmationCode &&
      (sale.kind === 'purchase' ||
        (hundredths(ticket.price!) === row.price &&
          ticket.priceCategory === row.priceCategory &&
          (ticket.entryTime ?? null) === row.entryTime))
    const sum = rows.reduce((all, { price }) => all + price, 0)
    if (
      rows.some(({ orderId: ofRow }) => ofRow !== (orderId ?? null)) ||
      !tickets.every((ticket, n) => isSame(ticket, rows[n])) ||
      (sale.kind === 'order' && hundredths(total!) !== sum)
    )
      addViolation('changed: stored otherwise than confirmed', sale, rows)
  }

  const checkOrderRows = () => {
    for (const order of stored.orders) {
      const ids = ticketsOfOrder.get(order.orderId)?.map(({ ticketId }) => ticketId) ?? []
      if (!isDeepStrictEqual(order.ticketIds, ids.toSorted()))
        addCounted('half', 'half there: an order whose row does not list exactly its tickets', order, ids)
    }
    for (const [orderId, tickets] of ticketsOfOrder)
      if (orderId !== null && !orderById.has(orderId))
        addCounted('half', 'half there: tickets of an order that is not stored', undefined, tickets)
    for (const ticket of stored.tickets)
      if (!saleByEmail.has(ticket.email)) addViolation('a ticket that no client requested', undefined, ticket)
  }

  const cancelTicketEntries = new Map<string, number>()
  const settleEntries = new Map<string, number>()
  for (const { operation, id, cancelled = [], refunded = [] } of stored.audit) {
    for (const ticketId of operation === 'settleRefund' ? [id] : refunded) add(settleEntries, ticketId)
    for (const ticketId of operation === 'cancelTicket' ? [id] : cancelled) add(cancelTicketEntries, ticketId)
  }

  const checkTicket = (ticket: StoredTicket) => {
    const { ticketId, isCancelled, hasOccurrence, eventId, ticketDate, price } = ticket
    const cancellation = cancellationOf.get(ticketId)
    if ((cancellation !== undefined) !== isCancelled)
      addViolation('a cancellation without its row, or a row without its cancellation', ticket, cancellation)
    if (isCancelled && mayBeCancelledFrom(ticketId) === never)
      addViolation('cancelled, although no request cancelled it', ticket)
    if (!isCancelled && isCancelledBy(ticketId) < never)
      addCounted('lost', 'lost: a cancellation or a settlement', cancellingAttempts(ticketId), ticket)
    // A settlement cancels a ticket whose date or event was removed.
    const settlements = settleEntries.get(ticketId) ?? 0
    const cancelling = (cancelTicketEntries.get(ticketId) ?? 0) + (cancellation?.cause === 'ticket' ? 0 : settlements)
    if (cancelling !== (isCancelled ? 1 : 0))
      addViolation(`${cancelling} audit entries of the cancellation of a ticket`, ticket, cancellation)
    if (cancellation !== undefined) {
      const isSettled = cancellation.settlement !== null
      if (cancellation.refund !== (isSettled ? 'settled' : price > 0 ? 'due' : null))
        addViolation('a refund in another state than its ticket and its settlement', ticket, cancellation)
    }
    const sale = saleByEmail.get(ticket.email)
    if (sale === undefined) return
    const soldBy = confirmedAt(ticket)
    const removals = absencesOfDate(eventId, ticketDate)
    if (!isCancelled && hasOccurrence) {
      const isRemoved = removals.some(
        ({ date, possible, certain }) => soldBy < possible.from && (date !== undefined || certain.until === never),
      )
      if (isRemoved)
        addViolation('left valid: its date or its event was removed after it was sold', { sale, removals }, ticket)
    }
    if (!hasOccurrence && !removals.some(({ possible }) => possible.until >= firstSent(sale.attempts)))
      addViolation('cancelled without a reason: its date was not removed', sale, ticket)
  }

  const checkSettlements = () => {
    for (const [ticketId, all] of settlementsOf) {
      const ticket = ticketById.get(ticketId)
      const cancellation = cancellationOf.get(ticketId)
      const paymentText = ({ method, reference }: Payment) => JSON.stringify([method, reference])
      const done = all.filter(({ attempts }) => attempts.some(isDone))
      if (new Set(done.map(({ body }) => paymentText(body))).size > 1)
        addCounted('settledTwice', 'settled twice: two settlements of one refund were acknowledged', all, cancellation)
      const kept = cancellation?.settlement ?? null
      for (const { body } of done)
        if (kept === null) addCounted('lost', 'lost: a settlement', all, cancellation ?? 'nothing')
        else if (paymentText(kept) !== paymentText(body))
          addViolation('changed: another settlement is stored', all, cancellation)
      for (const { body, attempts } of all)
        for (const attempt of attempts.filter(isDone)) {
          const { refund } = JSON.parse(attempt.body) as { refund?: Payment }
          if (refund === undefined || paymentText(refund) !== paymentText(body))
            addViolation('a response to a settlement that shows another one', attempt, cancellation)
        }
      const mayBeStored = ({ body, attempts }: (typeof all)[number]) =>
        kept !== null && paymentText(body) === paymentText(kept) && attempts.some((attempt) => !isRefusal(attempt))
      if (kept !== null && !all.some(mayBeStored))
        addViolation('settled, although every response said that it was not', all, cancellation)
      for (const { body, attempts } of all)
        for (const refusal of attempts.filter(isRefusal)) {
          const period = { from: refusal.sentAt, until: refusal.receivedAt }
          const isOther = (other: (typeof all)[number]) =>
            paymentText(other.body) !== paymentText(body) && firstSent(other.attempts) <= refusal.receivedAt
          const isReasonable =
            (isProblem(refusal, 'refund-settled') && all.some(isOther)) ||
            (isProblem(refusal, 'nothing-due') && ticket?.price === 0) ||
            (isProblem(refusal, 'ticket-not-cancelled') && mayBeValid(ticket, period))
          if (!isReasonable) addViolation('a settlement refused without a reason', all, cancellation)
        }
    }
    for (const { ticketId, settlement } of stored.cancellations) {
      if (settlement !== null && !settlementsOf.has(ticketId))
        addViolation('settled, although no request settled it', ticketId, settlement)
      const entries = settleEntries.get(ticketId) ?? 0
      if (entries > 1) addCounted('settledTwice', `settled twice: ${entries} audit entries`, ticketId, settlement)
      else if (entries !== (settlement === null ? 0 : 1))
        addViolation(`${entries} audit entries of the settlement of a refund`, ticketId, settlement)
    }
  }
  /** Whether a ticket may have been valid at a moment of a period. */
  const mayBeValid = (ticket: StoredTicket | undefined, { from, until }: Period) =>
    ticket !== undefined &&
    isCancelledBy(ticket.ticketId) > from &&
    !absencesOfDate(ticket.eventId, ticket.ticketDate).some(
      ({ certain }) => certain.from <= from && certain.until >= until,
    )

  const checkRefusedCancellations = () => {
    for (const cancellation of [...history.ticketCancellations, ...history.orderCancellations])
      if (cancellation.attempts.some(isRefusal)) addViolation('a cancellation refused without a reason', cancellation)
    for (const cancellation of history.orderCancellations)
      for (const { body } of cancellation.attempts.filter(isDone)) {
        const { tickets } = JSON.parse(body) as { tickets: readonly { state: string }[] }
        if (!tickets.every(({ state }) => state === 'cancelled'))
          addViolation('a cancelled order with a ticket that is not', cancellation)
      }
  }

  /** What is due for a ticket by its rows. Every date is in the future, so each removal makes its refunds due. */
  const dueFor = ({ ticketId, price, isCancelled, hasOccurrence }: StoredTicket) =>
    price > 0 && (isCancelled ? cancellationOf.get(ticketId)?.settlement === null : !hasOccurrence) ? price : 0
  const isSettled = ({ ticketId }: StoredTicket) => (cancellationOf.get(ticketId)?.settlement ?? null) !== null
  const checkSales = () => {
    const reported = (kind: ReportedSales['kind'], member: Exclude<keyof ReportedSales, 'kind'>) =>
      stored.sales.reduce((sum, row) => sum + (row.kind === kind ? (row[member] ?? 0) : 0), 0)
    const countAndAmount = (tickets: readonly StoredTicket[]) => [
      tickets.length,
      tickets.reduce((sum, { price }) => sum + price, 0),
    ]
    const isCancelled = (ticket: StoredTicket) => ticket.isCancelled || !ticket.hasOccurrence
    const expected = {
      sold: countAndAmount(stored.tickets),
      cancelled: countAndAmount(stored.tickets.filter(isCancelled)),
      refunded: countAndAmount(stored.tickets.filter(isSettled)),
    }
    const actual = {
      sold: [reported('sale', 'tickets'), hundredths(reported('sale', 'amount'))],
      cancelled: [reported('sale', 'cancelled'), hundredths(reported('sale', 'cancelledAmount'))],
      refunded: [reported('refund', 'tickets'), hundredths(reported('refund', 'amount'))],
    }
    if (!isDeepStrictEqual(actual, expected))
      addViolation('a report of sales that differs from the tickets', actual, expected)
  }
  const checkRefunds = () => {
    for (const [state, listed, expected] of [
      ['due', stored.due, stored.tickets.filter((ticket) => dueFor(ticket) > 0)],
      ['settled', stored.settled, stored.tickets.filter(isSettled)],
    ] as const) {
      const amounts = new Map(listed.map(({ ticketId, amount }) => [ticketId, hundredths(amount)]))
      if (amounts.size < listed.length)
        addViolation(`a refund that is listed twice as ${state}`, undefined, listed.length)
      for (const ticket of expected)
        if (amounts.get(ticket.ticketId) !== ticket.price)
          addViolation(`a refund that is not listed as ${state}`, ticket, cancellationOf.get(ticket.ticketId))
      const ids = new Set(expected.map(({ ticketId }) => ticketId))
      for (const { ticketId } of listed)
        if (!ids.has(ticketId))
          addViolation(`a refund that is listed as ${state}, and is not`, ticketId, ticketById.get(ticketId))
    }
  }
  const checkShown = () => {
    for (const path of stored.unreadable) addViolation('unreadable: a GET that never succeeded', undefined, path)
    for (const shown of stored.shown) {
      const rows = orderById.get(shown.orderId)?.ticketIds.map((ticketId) => ticketById.get(ticketId)) ?? []
      const tickets = rows.flatMap((row) =>
        row === undefined
          ? []
          : [
              {
                ticketId: row.ticketId,
                state: row.isCancelled || !row.hasOccurrence ? 'cancelled' : 'valid',
                entryTime: row.entryTime,
              },
            ],
      )
      const sumOf = (amount: (row: StoredTicket) => number) =>
        rows.reduce((sum, row) => sum + (row === undefined ? 0 : amount(row)), 0)
      const expected = { total: sumOf(({ price }) => price), refundDue: sumOf(dueFor), tickets }
      const actual = {
        total: hundredths(shown.total),
        refundDue: hundredths(shown.refundDue),
        tickets: shown.tickets.map(({ ticketId, state, entryTime = null }) => ({ ticketId, state, entryTime })),
      }
      if (!isDeepStrictEqual(actual, expected))
        addViolation('an order that is shown otherwise than its rows say', actual, expected)
    }
  }

  /**
   * When a ticket is sold, the counted tickets of its slot must not exceed the places. The last of the tickets that were counted at
   * one moment was sold when the requests of all of them had been sent.
   */
  const checkPlaces = () => {
    checkCounters(stored.counters, findings)
    for (const tickets of Map.groupBy(stored.tickets, slotKey).values()) {
      const counted = tickets.map((ticket) => ({
        ticket,
        sentAt: sentAt(ticket),
        from: confirmedAt(ticket),
        until: ticket.isCancelled ? mayBeCancelledFrom(ticket.ticketId) : undefined,
      }))
      const starts = counted.map((each) => ({ each, at: each.from, isSold: true }))
      const ends = counted.flatMap((each) => (each.until === undefined ? [] : { each, at: each.until, isSold: false }))
      const present = new Set<(typeof counted)[number]>()
      let most = { tickets: 0, places: never }
      for (const { each, at, isSold } of [...ends, ...starts].toSorted(byTime)) {
        present.delete(each)
        if (!isSold || (each.until !== undefined && each.from >= each.until)) continue
        present.add(each)
        const from = Math.max(...[...present].map(({ sentAt }) => sentAt))
        const places = Math.max(...offered.placesDuring(each.ticket, { from, until: at }))
        // Tickets for what is not sold at all are found with their sales.
        if (places < 0) continue
        if (present.size - places > most.tickets - most.places) most = { tickets: present.size, places }
      }
      if (most.tickets > most.places)
        addCounted('oversold', `oversold: ${most.tickets} tickets for ${most.places} places`, slotKey(tickets[0]!))
    }
  }

  for (const sale of sales) checkSale(sale)
  checkOrderRows()
  for (const ticket of stored.tickets) checkTicket(ticket)
  checkSettlements()
  checkRefusedCancellations()
  checkRefunds()
  checkSales()
  checkShown()
  checkPlaces()
  violations.push(...checkEntryTimes(history, stored))

  const attempts = [
    ...[...sales, ...history.ticketCancellations, ...history.orderCancellations, ...settlements].flatMap(
      (request) => request.attempts,
    ),
    ...[...history.entryTimes.values()].flat().flatMap(({ attempts: ofChange }) => ofChange),
    ...history.others,
  ]
  checkAttempts(attempts, findings, { outages: history.outages, maxResponseTime })
  const figures = {
    requests: attempts.length,
    tickets: stored.tickets.length,
    unanswered: attempts.filter(({ status }) => status === 0).length,
    cancelled: stored.cancellations.length,
    settled: stored.cancellations.filter(({ settlement }) => settlement !== null).length,
    ...count,
  }
  return { figures, violations }
}

/**
 * Checks the end of a capacity from which no place was given back: no order was refused that the places left at the end were
 * enough for, and each refusal told a number of places that was too small for its order.
 */
export const checkLastPlaces = (
  { capacities, sales }: Pick<OrderHistory, 'capacities' | 'sales'>,
  { tickets }: Pick<StoredOrders, 'tickets'>,
  { eventId, ticketDate }: Readonly<{ eventId: string; ticketDate: string }>,
) => {
  const places = capacities.get(eventId)!
  const sold = tickets.filter((ticket) => ticket.eventId === eventId && ticket.ticketDate === ticketDate).length
  const left = places - sold
  const violations: Violation[] = []
  if (left < 0) violations.push({ fault: `oversold: ${sold} tickets for ${places} places` })
  for (const sale of sales) {
    const wanted = ticketsWanted(
      sale.items.filter((item) => item.eventId === eventId && item.ticketDate === ticketDate),
    )
    for (const refusal of sale.attempts.filter(isSoldOut)) {
      if (wanted === 0) continue
      const [, told] = /enough places left: \S+ has (none|\d+)/.exec(refusal.body) ?? []
      const toldLeft = told === 'none' ? 0 : Number(told)
      if (wanted <= left)
        violations.push({ fault: `an order for ${wanted} was refused, and ${left} places are left`, recorded: sale })
      else if (!(toldLeft >= left && toldLeft < wanted))
        violations.push({ fault: `an order for ${wanted} was told that ${told} are left, ${left} are`, recorded: sale })
    }
  }
  return { sold, left, violations }
}

type Fault = Readonly<{ pointer: string; code: string }>

const byTime = (a: Readonly<{ at: number }>, b: Readonly<{ at: number }>) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
const add = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)
const ascending = (times: readonly number[]) => Float64Array.from(times).toSorted()
/** How many of the ascending times are not after a moment. */
const countUntil = (times: Float64Array, moment: number) => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= moment) low = middle + 1
    else high = middle
  }
  return low
}
