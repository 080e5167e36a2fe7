import type { RefundSum, SaleSum, SalesPeriod, SalesRepository } from '@museum/application'
import { type Instant, type Ticket, type Till, fullPrice, onlineMethod } from '@museum/domain'
import { type InMemoryStore, currentTicket } from './in-memory-store.ts'

export const inMemorySalesRepository = (store: InMemoryStore): SalesRepository => ({
  async sumSales(period) {
    const orderOf = ({ orderId }: Ticket) => orderId && store.orders.get(orderId)
    const sold = [...store.tickets.values()].filter((ticket) =>
      isIn(period, ticket.soldAt, ticket.soldBy, orderOf(ticket)?.till),
    )
    return grouped(sold, (ticket) => {
      const { payment, till } = orderOf(ticket) ?? {}
      return { user: ticket.soldBy ?? null, method: payment?.method ?? null, ...(till && { till }) }
    }).map(({ sum, tickets }): SaleSum => {
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
      const { settledAt, settledBy, till } = settlementOf(ticket) ?? {}
      return isIn(period, settledAt, settledBy, till)
    })
    const sums = grouped(refunded, (ticket) => {
      const { method, settledBy, till } = settlementOf(ticket)!
      return { user: settledBy, method, ...(till && { till }) }
    }).map(({ sum }) => sum)
    const failed = store.failedRefunds.flatMap(({ refund: { requestedAt, requestedBy }, failedAt, ticketIds }) => {
      const tickets = ticketIds.map((ticketId) => store.tickets.get(ticketId)!)
      const key = () => ({ user: requestedBy!, method: onlineMethod })
      const asked = isIn(period, requestedAt, requestedBy, undefined) ? grouped(tickets, key) : []
      const ended = isIn(period, failedAt, requestedBy, undefined) ? grouped(tickets, key) : []
      return [...asked.map(({ sum }) => sum), ...ended.map(({ sum }) => negative(sum))]
    })
    return added([...sums, ...failed]).filter(({ tickets, amount }) => tickets !== 0 || amount !== 0n)
  },
})

const isIn = (
  { from, end, user, till }: SalesPeriod,
  moment: Instant | undefined,
  by: string | undefined,
  at: Till | undefined,
) =>
  moment !== undefined &&
  from <= moment &&
  moment < end &&
  (user === undefined || by === user) &&
  (till === undefined || at === till)

const amountOf = (tickets: readonly Ticket[]) => tickets.reduce((sum, { price }) => sum + BigInt(price), 0n)

type SumKey = Pick<RefundSum, 'user' | 'method' | 'till'>

/** The tickets that have the same members of a sum, with that sum. */
const grouped = (
  all: readonly Ticket[],
  keyOf: (ticket: Ticket) => SumKey,
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

const negative = (sum: RefundSum): RefundSum => ({ ...sum, tickets: -sum.tickets, amount: -sum.amount })

/** These sums, those of the same tickets added up. */
const added = (sums: readonly RefundSum[]): readonly RefundSum[] => {
  const byKey = new Map<string, RefundSum>()
  for (const sum of sums) {
    const { tickets, amount, ...common } = sum
    const key = JSON.stringify(common)
    const before = byKey.get(key)
    byKey.set(key, before ? { ...sum, tickets: before.tickets + tickets, amount: before.amount + amount } : sum)
  }
  return [...byKey.values()]
}

const commonOf = (ticket: Ticket, key: SumKey): Omit<RefundSum, 'tickets' | 'amount'> => ({
  ...key,
  ticketType: ticket.ticketType,
  ...(ticket.ticketType === 'event' && { eventId: ticket.event.eventId, eventName: ticket.event.name }),
  priceCategory: ticket.priceCategory?.priceCategory ?? fullPrice,
  currency: ticket.currency,
})
