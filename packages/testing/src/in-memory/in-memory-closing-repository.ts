import { type ClosingFilter, type ClosingRepository, IdempotencyRecord, type PeriodsAfter } from '@museum/application'
import { type Closing, type ClosingPeriod, Drawer, type DrawerSales, type Instant, type Ticket } from '@museum/domain'
import type { InMemoryStore } from './in-memory-store.ts'
import { compareTexts, listPart } from './list-part.ts'

export const inMemoryClosingRepository = (store: InMemoryStore): ClosingRepository => {
  const read = (drawer: Drawer, periodsAfter: PeriodsAfter) => {
    const latest = latestClosing(store, drawer)
    return { latest, sales: salesOf(store, drawer, periodsAfter(latest)) }
  }
  return {
    async read(drawer, periodsAfter) {
      return read(drawer, periodsAfter)
    },
    async add({ drawer, once }, periodsAfter, close) {
      const { entry, renderAnswer, ...recorded } = close(read(drawer, periodsAfter))
      if (once !== undefined) {
        if (store.records.find(once.username, once.idempotencyKey) !== undefined)
          return IdempotencyRecord.inProgress(once)
        store.records.add({ ...once, answer: renderAnswer!() })
      }
      store.audit.add(entry)
      store.closings.push(recorded)
      return recorded.closing
    },
    async find(closingId) {
      return store.closings.find(({ closing }) => closing.closingId === closingId)?.closing
    },
    async list({ closedBy, till }: ClosingFilter, request) {
      const matching = store.closings
        .map(({ closing }) => closing)
        .filter(
          (closing) =>
            (closedBy === undefined || closing.closedBy === closedBy) &&
            (till === undefined || closing.drawer.till === till),
        )
      const latestFirst = (one: Closing, other: Closing) =>
        other.to - one.to || compareTexts(other.closingId, one.closingId)
      return listPart(matching, request, latestFirst)
    },
  }
}

/** The latest closing of a drawer. */
export const latestClosing = (store: InMemoryStore, drawer: Drawer) =>
  store.closings.findLast(({ closing }) => isSame(closing.drawer, drawer))

const isSame = (one: Drawer, other: Drawer) => one.till === other.till && one.user === other.user

/** What a drawer has sold and refunded: a sum for each ticket. */
const salesOf = (store: InMemoryStore, drawer: Drawer, periods: readonly ClosingPeriod[]): DrawerSales => {
  const tickets = [...store.tickets.values()]
  const isIn = ({ from, end }: ClosingPeriod, moment: Instant | undefined) =>
    moment !== undefined && from <= moment && moment < end
  const sold = (period: ClosingPeriod) =>
    tickets.flatMap(({ orderId, soldAt, soldBy, price }: Ticket) => {
      const order = orderId && store.orders.get(orderId)
      if (!order || !isIn(period, soldAt) || !isSame(drawer, Drawer.of(order.till, soldBy ?? ''))) return []
      const { payment, closedAs } = order
      return [
        {
          from: period.from,
          method: payment?.method ?? null,
          ...(closedAs !== undefined && { closedAs }),
          amount: price,
        },
      ]
    })
  const refunded = (period: ClosingPeriod) =>
    tickets.flatMap(({ ticketId, price }) => {
      const settlement = store.cancellations.get(ticketId)?.settlement
      // What the payment provider gives is given at no till.
      if (settlement === undefined || settlement.online !== undefined || !isIn(period, settlement.settledAt)) return []
      const { till, settledBy, method } = settlement
      return isSame(drawer, Drawer.of(till, settledBy)) ? [{ from: period.from, method, amount: price }] : []
    })
  return { sales: periods.flatMap(sold), refunds: periods.flatMap(refunded) }
}
