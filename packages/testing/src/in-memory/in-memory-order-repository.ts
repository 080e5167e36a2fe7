import type { OrderRepository, RefundRepository, RefundedTicket } from '@museum/application'
import { Order, type OrderId, Ticket, TicketMail, isRefusal } from '@museum/domain'
import { type InMemoryStore, cancelTicket, cancellationOf, currentTicket } from './in-memory-store.ts'
import { compareTexts, listPart } from './list-part.ts'

const findOrder = (store: InMemoryStore, orderId: OrderId): Order | undefined => {
  const stored = store.orders.get(orderId)
  if (stored === undefined) return undefined
  const tickets = stored.ticketIds.map((ticketId) => currentTicket(store, store.tickets.get(ticketId)!))
  return Order.of(orderId, tickets, stored.payment)
}

export const inMemoryOrderRepository = (store: InMemoryStore): OrderRepository => ({
  async find(orderId) {
    return findOrder(store, orderId)
  },
  async cancel(orderId, findRefusal, entryOf, reason) {
    const order = findOrder(store, orderId)
    if (order === undefined) return Order.notFound(orderId)
    const refusal = findRefusal(order)
    if (refusal !== undefined) return refusal
    const tickets = order.tickets.filter(
      ({ ticketId, state }) => state !== 'admitted' && !store.cancellations.has(ticketId),
    )
    if (tickets.length === 0) return order
    const entry = entryOf(tickets)
    store.audit.add(entry)
    store.record(
      ...tickets.map(({ ticketId }) => ({ type: 'ticket.cancelled', ticketId, at: entry.at }) as const),
      TicketMail.about('tickets.cancelled', tickets, entry.at),
    )
    for (const { ticketId } of tickets) cancelTicket(store, store.tickets.get(ticketId)!, reason)
    return findOrder(store, orderId)!
  },
})

export const inMemoryRefundRepository = (store: InMemoryStore): RefundRepository => {
  const all = (): readonly RefundedTicket[] =>
    [...store.tickets.values()].flatMap((sold) => {
      const cancellation = cancellationOf(store, sold)
      const payment = sold.orderId && store.orders.get(sold.orderId)!.payment
      if (cancellation === undefined || sold.price === 0) return []
      return [{ ticket: currentTicket(store, sold), cancellation, ...(payment && { payment }) }]
    })
  const compare = (one: RefundedTicket, other: RefundedTicket) =>
    (one.cancellation.at ?? 0) - (other.cancellation.at ?? 0) ||
    compareTexts(one.ticket.ticketId, other.ticket.ticketId)
  return {
    async cancellationsOf(tickets) {
      const sold = tickets.map(({ ticketId }) => store.tickets.get(ticketId)!)
      return new Map(
        sold.flatMap((ticket) => {
          const cancellation = cancellationOf(store, ticket)
          return cancellation === undefined ? [] : [[ticket.ticketId, cancellation] as const]
        }),
      )
    },
    async list({ state, eventId, date }, request, isRefunded) {
      const matching = all().filter(({ ticket, cancellation }) => {
        const isSettled = cancellation.settlement !== undefined
        const isWanted =
          state === 'settled'
            ? isSettled
            : !isSettled && (cancellation.cause === 'ticket' || isRefunded(ticket.ticketDate, cancellation))
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
      const cancellation = { ...before!, settlement }
      const ticket = { ...sold, state: 'cancelled' as const }
      if (settlement !== before!.settlement) {
        store.audit.add(entryOf(settlement))
        store.tickets.set(ticketId, ticket)
        const storedAt = store.cancellations.get(ticketId)?.storedAt ?? store.now()
        store.cancellations.set(ticketId, { ...cancellation, storedAt })
      }
      return { ticket, cancellation }
    },
  }
}
