import type {
  OrderRepository,
  RecordedOrderChange,
  RefundPosition,
  RefundRepository,
  RefundedTicket,
} from '@museum/application'
import {
  type Cancellation,
  Drawer,
  type Email,
  Order,
  type OrderId,
  OrderNumber,
  type OrderState,
  type PaidOnline,
  type PaymentId,
  type Purchaser,
  Refund,
  type Refusal,
  Ticket,
  type TicketId,
  TicketMail,
  comparableEmail,
  isRefusal,
  onlineMethod,
} from '@museum/domain'
import { latestClosing } from './in-memory-closing-repository.ts'
import { type InMemoryStore, type StoredOrder, cancelTicket, cancellationOf, currentTicket } from './in-memory-store.ts'
import { compareTexts, listPart } from './list-part.ts'

const findOrder = (store: InMemoryStore, orderId: OrderId): Order | undefined => {
  const stored = store.orders.get(orderId)
  if (stored === undefined) return undefined
  const tickets = stored.ticketIds.map((ticketId) => currentTicket(store, store.tickets.get(ticketId)!))
  return Order.of(orderId, tickets, stored)
}

export const inMemoryOrderRepository = (store: InMemoryStore): OrderRepository => ({
  async find(orderId) {
    return findOrder(store, orderId)
  },
  async list({ number, email, soldBy, from, end }, request) {
    const matching = [...store.orders.keys()]
      .map((orderId) => findOrder(store, orderId)!)
      .filter(
        (order) =>
          (number === undefined || OrderNumber.of(order.orderId) === number) &&
          (email === undefined || order.tickets.some(({ purchaser }) => isAddressOf(purchaser, email))) &&
          (soldBy === undefined || order.soldBy === soldBy) &&
          (from === undefined || order.soldAt >= from) &&
          (end === undefined || order.soldAt < end),
      )
    return listPart(
      matching,
      request,
      (one, other) => other.soldAt - one.soldAt || compareTexts(other.orderId, one.orderId),
    )
  },
  async change<R extends Refusal>(
    orderId: OrderId,
    decide: (current: OrderState) => RecordedOrderChange | R | undefined,
  ): Promise<Order | R | Refusal<'order-not-found'>> {
    const order = findOrder(store, orderId)
    if (order === undefined) return Order.notFound(orderId)
    const cancellations = cancellationsOf(store, order.tickets)
    const paidOnline = paidOnlineOf(store, order)
    const decided: RecordedOrderChange | Refusal | undefined = decide({ order, cancellations, paidOnline })
    if (decided === undefined) return order
    if (isRefusal(decided)) return decided as R
    const { cancelled, reason, refunded, settlement, onlineRefund, payment, purchaser, entry } = decided
    store.audit.add(entry)
    if (onlineRefund !== undefined) {
      const { refundId, requestedAt: at } = onlineRefund
      store.onlineRefunds.set(refundId, onlineRefund)
      store.recordFor('payments', { type: 'refund.requested', at, refundId })
    }
    if (payment !== undefined) {
      const stored = store.orders.get(orderId)!
      store.orders.set(orderId, { ...stored, ...closedMethod(store, order, stored), payment })
    }
    if (purchaser !== undefined) {
      for (const { ticketId } of order.tickets.filter(hasAddress))
        store.tickets.set(ticketId, { ...store.tickets.get(ticketId)!, purchaser })
      store.record(TicketMail.about('tickets.sold', order.tickets.filter(isNotCancelled), entry.at))
    }
    if (cancelled.length > 0)
      store.record(
        ...cancelled.map(({ ticketId }) => ({ type: 'ticket.cancelled', ticketId, at: entry.at }) as const),
        TicketMail.about('tickets.cancelled', cancelled, entry.at),
      )
    for (const { ticketId } of cancelled) cancelTicket(store, store.tickets.get(ticketId)!, reason)
    if (settlement !== undefined)
      for (const { ticketId } of refunded) {
        const { failure: _, ...cancellation } = cancellationOf(store, store.tickets.get(ticketId)!)!
        storeSettlement(store, ticketId, { ...cancellation, settlement })
      }
    return findOrder(store, orderId)!
  },
})

/** How an order was paid at the payment provider, if it was, and what was given back of that. */
const paidOnlineOf = (store: InMemoryStore, { orderId, payment }: Order): PaidOnline | undefined => {
  const paid = store.reservations.get(orderId)?.reservation.payments.find(({ state }) => state === 'paid')
  if (payment?.method !== onlineMethod || paid?.reference === undefined) return undefined
  const { paymentId, amount, reference } = paid
  return { paymentId, amount, reference, refunded: refundedOf(store, paymentId) }
}

/** What is or was given back of a payment: a refund that failed was not. */
export const refundedOf = ({ onlineRefunds }: InMemoryStore, paymentId: PaymentId): number =>
  [...onlineRefunds.values()].reduce(
    (sum, refund) => (refund.paymentId === paymentId && refund.state !== 'failed' ? sum + refund.amount : sum),
    0,
  )

const hasAddress = ({ purchaser }: Ticket) => purchaser !== undefined
const isNotCancelled = ({ state }: Ticket) => state !== 'cancelled'

/** The method under which a closing has counted an order, before its first correction since. */
const closedMethod = (store: InMemoryStore, { till, soldBy, soldAt, payment }: Order, { closedAs }: StoredOrder) => {
  if (closedAs !== undefined || (till === undefined && soldBy === undefined)) return {}
  const latest = latestClosing(store, Drawer.of(till, soldBy!))
  return latest !== undefined && soldAt < latest.closing.to ? { closedAs: payment?.method ?? null } : {}
}

const isAddressOf = (purchaser: Purchaser | undefined, email: Email) =>
  purchaser !== undefined && comparableEmail(purchaser.email) === comparableEmail(email)

const cancellationsOf = (store: InMemoryStore, tickets: readonly Ticket[]) =>
  new Map(
    tickets.flatMap(({ ticketId }) => {
      const cancellation = cancellationOf(store, store.tickets.get(ticketId)!)
      return cancellation === undefined ? [] : [[ticketId, cancellation] as const]
    }),
  )

/** Stores how a refund was settled: from then on the ticket is cancelled individually. */
const storeSettlement = (store: InMemoryStore, ticketId: TicketId, cancellation: Cancellation) => {
  store.tickets.set(ticketId, { ...store.tickets.get(ticketId)!, state: 'cancelled' })
  const storedAt = store.cancellations.get(ticketId)?.storedAt ?? store.now()
  store.cancellations.set(ticketId, { ...cancellation, storedAt })
}

export const inMemoryRefundRepository = (store: InMemoryStore): RefundRepository => {
  const all = (): readonly RefundedTicket[] =>
    [...store.tickets.values()].flatMap((sold) => {
      const cancellation = cancellationOf(store, sold)
      const order = sold.orderId && findOrder(store, sold.orderId)
      if (cancellation === undefined || sold.price === 0) return []
      const isPaidOnline = order && paidOnlineOf(store, order) !== undefined
      return [
        {
          ticket: currentTicket(store, sold),
          cancellation,
          ...(order?.payment && { payment: order.payment }),
          ...(isPaidOnline && { isPaidOnline }),
        },
      ]
    })
  const compare = (one: RefundPosition, other: RefundPosition) =>
    (one.cancellation.at ?? 0) - (other.cancellation.at ?? 0) ||
    compareTexts(one.ticket.ticketId, other.ticket.ticketId)
  return {
    async cancellationsOf(tickets) {
      return cancellationsOf(store, tickets)
    },
    async list({ state, eventId, date }, request, isRefunded) {
      const matching = all().filter(({ ticket, cancellation }) => {
        const { settlement } = cancellation
        const isWanted =
          settlement === undefined
            ? state === 'due' && (Refund.isOfTicket(cancellation) || isRefunded(ticket.ticketDate, cancellation))
            : state === (settlement.online?.state ?? 'settled')
        return (
          isWanted &&
          (date === undefined || ticket.ticketDate === date) &&
          (eventId === undefined || (ticket.ticketType === 'event' && ticket.event.eventId === eventId))
        )
      })
      return listPart(matching, request, compare)
    },
    async settle(ticketId, settle, entryOf) {
      const sold = store.tickets.get(ticketId)
      if (sold === undefined) return Ticket.notFound(ticketId)
      const before = cancellationOf(store, sold)
      const settlement = settle(currentTicket(store, sold), before)
      if (isRefusal(settlement)) return settlement
      const { failure: _, ...undecided } = before!
      const cancellation = { ...undecided, settlement }
      if (settlement !== before!.settlement) {
        store.audit.add(entryOf(settlement))
        storeSettlement(store, ticketId, cancellation)
      }
      return { ticket: { ...sold, state: 'cancelled' }, cancellation }
    },
  }
}
