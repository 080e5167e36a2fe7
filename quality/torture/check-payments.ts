import { type Violation, createFindings } from './findings.ts'

import { type Occurrences, isOf } from './occurrences.ts'

/** What the payment provider knows. Amounts are in minor units. */
export type ProviderAccount = Readonly<{
  /** The pages at which something was paid. `reference` is the payment intent. */
  paid: readonly Readonly<{
    page: string
    paymentId: string
    reservationId: string
    reference: string
    amount: number
  }>[]
  /** Those that are pending are `sending`. */
  refunds: readonly Readonly<{
    refundId: string | undefined
    reference: string
    amount: number
    state: RefundState
  }>[]
}>
type RefundState = 'sending' | 'settled' | 'failed'

/** What the museum has stored when no question to the provider is left. Amounts are in minor units. */
export type StoredPayments = Readonly<{
  payments: readonly Readonly<{
    paymentId: string
    reservationId: string
    state: 'open' | 'paid' | 'returned' | 'closed' | 'unknown'
    reference: string | null
  }>[]
  refunds: readonly Readonly<{
    refundId: string
    paymentId: string
    state: RefundState
    amount: number
  }>[]
  orders: readonly Readonly<{
    orderId: string
    method: string | null
    reference: string | null
    /** The sum of the prices of its tickets. */
    total: number
  }>[]
  tickets: readonly StoredTicket[]
  /** The tickets of refunds that failed. */
  failed: readonly Readonly<{ ticketId: string; refundId: string }>[]
  slots: readonly Readonly<{
    slot: string
    capacity: number
    sold: number
    held: number
    /** Those that were not cancelled individually. */
    tickets: number
    /** The sum of the places in the rows of reservations. */
    rows: number
  }>[]
  /** Some orders that were paid online, as the service shows them. */
  shown: readonly Readonly<{
    orderId: string
    tickets: readonly Readonly<{
      ticketId: string
      state: string
      refund?: Readonly<{ state: string; method?: string }>
    }>[]
  }>[]
  /** What `GET /sales` has as refunded online, on all days. */
  reported: Readonly<{ tickets: number; amount: number }>
  /** The reservations that a person must look at, as the service lists them. */
  attention: readonly string[]
  /** The paths of requests that never succeeded. */
  unreadable: readonly string[]
}>

type StoredTicket = Readonly<{
  ticketId: string
  orderId: string | null
  eventId: string | null
  ticketDate: string
  price: number
  /** Whether its own state is that; not whether its event is removed. */
  isCancelled: boolean
  /** How it was cancelled individually. */
  cancellation?:
    | Readonly<{
        refund: 'due' | 'sending' | 'settled' | null
        method: string | null
        refundId: string | null
        failure: string | null
      }>
    | undefined
}>

/** What clients did. The identifiers are those of reservations, unless another is named. */
export type PaymentHistory = Readonly<{
  /** Those whose payment was made, or noticed, after the end of the hold. */
  late: ReadonlySet<string>
  /** Those of which a response said that they are released. */
  released: ReadonlySet<string>
  /** Those for an event or a date that was removed, perhaps for a time. */
  removed: ReadonlySet<string>
  /** The methods with which responses said that refunds of tickets are settled, by ticketId. */
  settled: ReadonlyMap<string, string>
  /** The identifiers of the payments that were `paid` after an earlier round. */
  paid: ReadonlySet<string>
  /** The runs of refunds of occurrences that stayed removed. */
  refundRuns: readonly Occurrences[]
}>

/**
 * Checks that each payment at the provider is one order of its amount or one refund of all of it; that each ticket was given back once
 * at most, and the provider has exactly the refunds that are stored; and that no slot has more places sold and held than there are.
 */
export const checkPayments = (history: PaymentHistory, provider: ProviderAccount, stored: StoredPayments) => {
  const findings = createFindings(
    'paid',
    'orders',
    'refunds',
    'neither',
    'both',
    'refundedTwice',
    'unpaid',
    'refundsOfTickets',
    'failedRefunds',
    'unrefunded',
    'oversold',
  )
  const ofTickets = checkTickets(history, stored, findings)
  checkPaid(history, provider, stored, ofTickets, findings)
  const { released } = history
  const { orders, slots, unreadable } = stored
  const { count, violations, addViolation, addCounted } = findings

  const sold = new Map(orders.map((order) => [order.orderId, order]))
  for (const reservationId of released)
    if (sold.has(reservationId)) addViolation('a released reservation is sold', undefined, sold.get(reservationId))
  for (const slot of slots) {
    if (slot.sold + slot.held > slot.capacity)
      addCounted('oversold', 'more places are sold and held than there are', undefined, slot)
    if (slot.held !== slot.rows) addViolation('held places differ from their rows', undefined, slot)
    if (slot.sold !== slot.tickets) addViolation('sold places differ from the tickets', undefined, slot)
  }
  for (const path of unreadable) addViolation('a request that never succeeded', path)
  return { figures: count, violations: violations as readonly Violation[] }
}

type Findings = ReturnType<
  typeof createFindings<
    | 'paid'
    | 'orders'
    | 'refunds'
    | 'neither'
    | 'both'
    | 'refundedTwice'
    | 'unpaid'
    | 'refundsOfTickets'
    | 'failedRefunds'
    | 'unrefunded'
  >
>

/** Checks each payment at the provider, with its order and its refunds. `ofTickets` are the identifiers of refunds of tickets. */
const checkPaid = (
  { late, removed, paid: paidBefore }: PaymentHistory,
  provider: ProviderAccount,
  { payments, refunds, orders, attention }: StoredPayments,
  ofTickets: ReadonlySet<string>,
  { count, addViolation, addCounted }: Findings,
) => {
  const orderOf = new Map(orders.map((order) => [order.orderId, order]))
  const paymentOf = new Map(payments.map((payment) => [payment.paymentId, payment]))
  const refundsOf = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  const givenBack = Map.groupBy(provider.refunds, ({ reference }) => reference)
  const needAttention = new Set<string>()

  const pages = new Set<string>()
  for (const paid of provider.paid) {
    const { paymentId, reservationId, reference, amount } = paid
    count.paid += 1
    if (pages.has(paymentId)) addViolation('a payment was paid at two pages', paid)
    pages.add(paymentId)
    const order = orderOf.get(reservationId)
    const isOrder = order?.method === 'online' && order.reference === reference
    const ofPayment = refundsOf.get(paymentId) ?? []
    const given = givenBack.get(reference) ?? []
    const returning = ofPayment.filter(({ refundId }) => !ofTickets.has(refundId))
    const stored = { payment: paymentOf.get(paymentId), order, refunds: ofPayment, given }
    if (isOrder) {
      count.orders += 1
      if (order.total !== amount) addViolation('an order costs another sum than was paid', paid, stored)
      if (returning.length > 0) addCounted('both', 'a payment is an order, and was given back', paid, stored)
    } else if (returning.length === 0 || given.length === 0)
      addCounted('neither', 'a payment is neither an order nor given back', paid, stored)
    else {
      count.refunds += 1
      const [refund, ...others] = returning
      if (others.length > 0) addCounted('refundedTwice', 'a payment was given back twice', paid, stored)
      if (refund!.amount !== amount) addViolation('another sum was given back than was paid', paid, stored)
      if (refund!.state === 'failed') needAttention.add(reservationId)
      if (!late.has(reservationId) && !removed.has(reservationId))
        addViolation('a payment in time was given back', paid, stored)
    }
    if (sumOf(given.filter(({ state }) => state !== 'failed')) > amount)
      addCounted('refundedTwice', 'more was given back than was paid', paid, stored)
    for (const refund of ofPayment) {
      const [sent, ...again] = given.filter(({ refundId }) => refundId === refund.refundId)
      if (again.length > 0) addCounted('refundedTwice', 'a refund was given twice', paid, stored)
      else if (sent?.amount !== refund.amount || sent.state !== refund.state)
        addViolation('a refund is stored otherwise than it was made', paid, stored)
    }
    if (given.some(({ refundId }) => ofPayment.every((refund) => refund.refundId !== refundId)))
      addCounted('refundedTwice', 'a refund was given that is not stored', paid, stored)
    if (stored.payment?.state !== (isOrder ? 'paid' : 'returned'))
      addViolation('a payment has another state than what became of it', paid, stored)
  }

  const references = new Set(provider.paid.map(({ reference }) => reference))
  for (const order of orders)
    if (order.method === 'online' && !references.has(order.reference ?? ''))
      addCounted('unpaid', 'an online order was not paid', undefined, order)
  for (const refund of refunds)
    if (!pages.has(refund.paymentId)) addViolation('what was not paid is given back', undefined, refund)
  for (const payment of payments) {
    if (payment.state === 'open') addViolation('a payment is not decided', undefined, payment)
    if ((payment.state === 'paid' || payment.state === 'returned') && !pages.has(payment.paymentId))
      addViolation('a payment that was not made counts as paid', undefined, payment)
    if (payment.state !== 'paid' && paidBefore.has(payment.paymentId))
      addViolation('a payment is paid no longer', undefined, payment)
  }
  for (const reservationId of new Set([...needAttention, ...attention]))
    if (needAttention.has(reservationId) !== attention.includes(reservationId))
      addViolation(
        'a reservation needs attention without a reason, or none with one',
        reservationId,
        payments.filter((payment) => payment.reservationId === reservationId),
      )
}

/** Checks the tickets that were cancelled, and their refunds. Returns the identifiers of the refunds that are or were of tickets. */
const checkTickets = (
  { settled, refundRuns }: PaymentHistory,
  { tickets, refunds, failed, orders, shown, reported }: StoredPayments,
  { count, addViolation, addCounted }: Findings,
): ReadonlySet<string> => {
  const ticketOf = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]))
  const refundOf = new Map(refunds.map((refund) => [refund.refundId, refund]))
  const givenOf = Map.groupBy(tickets, ({ cancellation }) => cancellation?.refundId ?? undefined)
  const failedOf = Map.groupBy(failed, ({ refundId }) => refundId)
  const ofTickets = new Set([...givenOf.keys(), ...failedOf.keys()].filter((refundId) => refundId !== undefined))
  const paidOnline = new Set(orders.flatMap(({ orderId, method }) => (method === 'online' ? orderId : [])))

  const asked = { tickets: 0, amount: 0 }
  for (const refundId of ofTickets) {
    const refund = refundOf.get(refundId)
    const given = givenOf.get(refundId) ?? []
    const returned = (failedOf.get(refundId) ?? []).map(({ ticketId }) => ticketOf.get(ticketId)!)
    const stored = { refund, given, returned }
    count.refundsOfTickets += 1
    if (refund?.state === 'failed') {
      count.failedRefunds += 1
      if (given.length > 0 || returned.some(({ cancellation }) => !cancellation || cancellation.refund === null))
        addCounted('unrefunded', 'a refund failed, and its tickets are not due again', undefined, stored)
      if (sumOfPrices(returned) !== refund.amount)
        addCounted('unrefunded', 'a refund that failed has another amount than its tickets', undefined, stored)
      continue
    }
    asked.tickets += given.length
    asked.amount += refund?.amount ?? 0
    if (sumOfPrices(given) !== refund?.amount)
      addCounted('refundedTwice', 'a refund has another amount than its tickets', undefined, stored)
    if (returned.length > 0 || given.some(({ cancellation }) => cancellation!.refund !== refund?.state))
      addViolation('a ticket has another state than its refund', undefined, stored)
  }
  if (asked.tickets !== reported.tickets || asked.amount !== reported.amount)
    addViolation('the report has other refunds than were given', reported, asked)

  for (const ticket of tickets) {
    const { ticketId, orderId, cancellation } = ticket
    if (cancellation !== undefined && !ticket.isCancelled)
      addViolation('a ticket is valid after it was cancelled', undefined, ticket)
    const isGiven = cancellation?.refund === 'sending' || cancellation?.refund === 'settled'
    if (isGiven && (cancellation.method === 'online') !== (cancellation.refundId !== null))
      addViolation('a ticket is refunded online without a refund, or otherwise with one', undefined, ticket)
    const method = settled.get(ticketId)
    if (method !== undefined && (cancellation?.refund !== 'settled' || cancellation.method !== method))
      addCounted('refundedTwice', 'a ticket is refunded otherwise than a response said', method, ticket)
    const isLeft = cancellation === undefined || (cancellation.refund === 'due' && cancellation.failure === null)
    if (isLeft && paidOnline.has(orderId ?? '') && refundRuns.some((occurrences) => isOf(occurrences, ticket)))
      addCounted('unrefunded', 'a run of refunds left a ticket', undefined, ticket)
  }
  for (const order of shown)
    for (const each of order.tickets) {
      const cancellation = ticketOf.get(each.ticketId)?.cancellation
      if (cancellation === undefined) continue
      const { refund, method } = cancellation
      if (each.state !== 'cancelled' || each.refund?.state !== refund || (each.refund.method ?? null) !== method)
        addViolation('a ticket is shown otherwise than it is stored', each, cancellation)
    }
  return ofTickets
}

const sumOf = (given: readonly Readonly<{ amount: number }>[]) => given.reduce((sum, { amount }) => sum + amount, 0)
const sumOfPrices = (tickets: readonly StoredTicket[]) => tickets.reduce((sum, { price }) => sum + price, 0)
