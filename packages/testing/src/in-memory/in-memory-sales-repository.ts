import type { RefundSum, SaleSum, SalesPeriod, SalesRepository } from '@museum/application'
import { type Instant, type PaymentMethod, type Ticket, fullPrice } from '@museum/domain'
import { type InMemoryStore, currentTicket } from './in-memory-store.ts'

export const inMemorySalesRepository = (store: InMemoryStore): SalesRepository => ({
  async sumSales(period) {
    const sold = [...store.tickets.values()].filter(({ soldAt, soldBy }) => isIn(period, soldAt, soldBy))
    return grouped(sold, (ticket) => ({
      user: ticket.soldBy ?? null,
      method: (ticket.orderId && store.orders.get(ticket.orderId)!.payment?.method) ?? null,
    })).map(({ sum, tickets }): SaleSum => {
      const cancelled = tickets.filter((ticket) => currentTicket(store, ticket).state === 'cancelled')
      return Object.assign(sum, { cancelled: cancelled.length, cancelledAmount: amountOf(cancelled) })
    })
  },
  // Nothing is stored: the tickets are added up for each report.
  storeSums: async ({ from }) =>
    [...store.tickets.values()].some(({ soldAt }) => soldAt !== undefined && soldAt < from),
  async sumRefunds(period) {
    const settlementOf = ({ ticketId }: Ticket) => store.cancellations.get(ticketId)?.settlement
    const refunded = [...store.tickets.values()].filter((ticket) => {
      const { settledAt, settledBy } = settlementOf(ticket) ?? {}
      return isIn(period, settledAt, settledBy)
    })
    return grouped(refunded, (ticket) => {
      const { method, settledBy } = settlementOf(ticket)!
      return { user: settledBy, method }
    }).map(({ sum }) => sum)
  },
})

const isIn = ({ from, end, user }: SalesPeriod, moment: Instant | undefined, by: string | undefined) =>
  moment !== undefined && from <= moment && moment < end && (user === undefined || by === user)

const amountOf = (tickets: readonly Ticket[]) => tickets.reduce((sum, { price }) => sum + BigInt(price), 0n)

/** The tickets that have the same members of a sum, with that sum. */
const grouped = (
  all: readonly Ticket[],
  keyOf: (ticket: Ticket) => Readonly<{ user: string | null; method: PaymentMethod | null }>,
): readonly Readonly<{ sum: RefundSum; tickets: readonly Ticket[] }>[] => {
  const groups = new Map<string, [Ticket, ...Ticket[]]>()
  for (const ticket of all) {
    const key = JSON.stringify(commonOf(ticket, keyOf(ticket)))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [ticket])
    else group.push(ticket)
  }
  return [...groups.values()].map((tickets) => {
    const common = commonOf(tickets[0], keyOf(tickets[0]))
    return { sum: { ...common, tickets: tickets.length, amount: amountOf(tickets) }, tickets }
  })
}

const commonOf = (ticket: Ticket, key: Pick<RefundSum, 'user' | 'method'>): Omit<RefundSum, 'tickets' | 'amount'> => ({
  ...key,
  ticketType: ticket.ticketType,
  ...(ticket.ticketType === 'event' && { eventId: ticket.event.eventId, eventName: ticket.event.name }),
  priceCategory: ticket.priceCategory?.priceCategory ?? fullPrice,
  currency: ticket.currency,
})
