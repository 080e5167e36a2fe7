import { type Violation, createFindings } from './findings.ts'

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
  refunds: readonly Readonly<{ refundId: string | undefined; reference: string; amount: number }>[]
}>

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
    state: 'sending' | 'settled' | 'failed'
    amount: number
  }>[]
  orders: readonly Readonly<{
    orderId: string
    method: string | null
    reference: string | null
    /** The sum of the prices of its tickets. */
    total: number
  }>[]
  slots: readonly Readonly<{
    slot: string
    capacity: number
    sold: number
    held: number
    tickets: number
    /** The sum of the places in the rows of reservations. */
    rows: number
  }>[]
}>

/** What clients did. All are identifiers of reservations. */
export type PaymentHistory = Readonly<{
  /** Those whose payment was made, or noticed, after the end of the hold. */
  late: ReadonlySet<string>
  /** Those of which a response said that they are released. */
  released: ReadonlySet<string>
}>

/**
 * Checks that each payment at the provider is one order of its amount or one refund of all of it, and that no slot has more places sold
 * and held than there are.
 */
export const checkPayments = (
  { late, released }: PaymentHistory,
  provider: ProviderAccount,
  { payments, refunds, orders, slots }: StoredPayments,
) => {
  const { count, violations, addViolation, addCounted } = createFindings(
    'paid',
    'orders',
    'refunds',
    'neither',
    'both',
    'refundedTwice',
    'unpaid',
    'oversold',
  )
  const orderOf = new Map(orders.map((order) => [order.orderId, order]))
  const paymentOf = new Map(payments.map((payment) => [payment.paymentId, payment]))
  const refundsOf = Map.groupBy(refunds, ({ paymentId }) => paymentId)
  const givenBack = Map.groupBy(provider.refunds, ({ reference }) => reference)

  const pages = new Set<string>()
  for (const paid of provider.paid) {
    const { paymentId, reservationId, reference, amount } = paid
    count.paid += 1
    if (pages.has(paymentId)) addViolation('a payment was paid at two pages', paid)
    pages.add(paymentId)
    const order = orderOf.get(reservationId)
    const isOrder = order?.method === 'online' && order.reference === reference
    const [refund, ...otherRefunds] = refundsOf.get(paymentId) ?? []
    const [sent, ...otherSent] = givenBack.get(reference) ?? []
    const stored = { payment: paymentOf.get(paymentId), order, refunds: refundsOf.get(paymentId), sent, otherSent }
    if (otherRefunds.length > 0 || otherSent.length > 0)
      addCounted('refundedTwice', 'a payment was given back twice', paid, stored)
    if (isOrder && (refund ?? sent) !== undefined)
      addCounted('both', 'a payment is an order, and was given back', paid, stored)
    if (!isOrder && (refund === undefined || sent === undefined))
      addCounted('neither', 'a payment is neither an order nor given back', paid, stored)
    if (isOrder) {
      count.orders += 1
      if (order.total !== amount) addViolation('an order costs another sum than was paid', paid, stored)
    }
    if (sent !== undefined) {
      count.refunds += 1
      if (sent.amount !== amount || refund?.amount !== amount)
        addViolation('another sum was given back than was paid', paid, stored)
      if (refund?.state !== 'settled' || refund.refundId !== sent.refundId)
        addViolation('a refund is stored otherwise than it was made', paid, stored)
      if (!late.has(reservationId)) addViolation('a payment in time was given back', paid, stored)
    }
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
  }
  for (const reservationId of released)
    if (orderOf.has(reservationId))
      addViolation('a released reservation is sold', undefined, orderOf.get(reservationId))

  for (const slot of slots) {
    if (slot.sold + slot.held > slot.capacity)
      addCounted('oversold', 'more places are sold and held than there are', undefined, slot)
    if (slot.held !== slot.rows) addViolation('held places differ from their rows', undefined, slot)
    if (slot.sold !== slot.tickets) addViolation('sold places differ from the tickets', undefined, slot)
  }
  return { figures: count, violations: violations as readonly Violation[] }
}
