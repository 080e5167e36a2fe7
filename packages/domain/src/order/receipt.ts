import type { Instant } from '../instant.ts'
import { type Currency, smallestUnit } from '../money.ts'
import type { Ticket } from '../ticket/ticket.ts'
import type { Order } from './order.ts'
import type { OrderState } from './order-change.ts'
import type { Payment } from './payment.ts'
import type { Till } from './till.ts'
import type { VatRate } from './vat-rate.ts'

/** Equal tickets of a receipt. `ticket` is one of them; `amount` is in minor units, negative in a receipt of a refund. */
export type ReceiptLine = Readonly<{ ticket: Ticket; quantity: number; amount: number }>

/** The tax that the lines of a rate contain, and their sum with it, in minor units. */
type ReceiptTax = Readonly<{ rate: VatRate; tax: number; amount: number }>

/** What was paid for an order, or given back. It is not a fiscal receipt. */
export type Receipt = Readonly<{
  kind: 'sale' | 'refund'
  /** When it was sold, or refunded, by which user and at which till. */
  at: Instant
  by?: string | undefined
  till?: Till | undefined
  payment?: Payment | undefined
  lines: readonly ReceiptLine[]
  /** The sum of the lines in minor units. */
  total: number
  /** One for each rate, in ascending order; empty where no tax is named. */
  taxes: readonly ReceiptTax[]
}>

/** The rules of receipts. */
export const Receipt = {
  /** The tax in an amount that contains it, rounded half up to the smallest unit of the currency. */
  taxIn(amount: number, rate: VatRate, currency: Currency): number {
    const unit = smallestUnit(currency)
    return Math.floor((amount * rate) / ((10_000 + rate) * unit) + 0.5) * unit
  },

  /** The receipts of an order: that of the sale, and one for each time that refunds were settled, in the order of the times. */
  allOf({ order, cancellations }: OrderState): readonly [sale: Receipt, ...refunds: Receipt[]] {
    const { tickets, soldAt: at, soldBy: by, till, payment } = order
    const settlements = tickets.flatMap((ticket) => {
      const settlement = cancellations.get(ticket.ticketId)?.settlement
      // Nothing is given back while the payment provider has not ended it.
      return settlement === undefined || settlement.online?.state === 'sending' ? [] : { ticket, settlement }
    })
    const together = groupsOf(settlements, ({ settlement }) => JSON.stringify(settlement))
    const refunds = together.map((settled): Receipt => {
      const { settledAt, settledBy, till: refundTill, ...refundPayment } = settled[0].settlement
      const refund = { kind: 'refund', at: settledAt, by: settledBy, till: refundTill, payment: refundPayment } as const
      const refunded = settled.map(({ ticket }) => ticket)
      return Object.assign(refund, sumsOf(order, refunded, -1))
    })
    return [
      { kind: 'sale', at, by, till, payment, ...sumsOf(order, tickets, 1) },
      ...refunds.toSorted((one, other) => one.at - other.at),
    ]
  },
}

const sumsOf = (order: Order, tickets: readonly Ticket[], sign: 1 | -1) => {
  const sum = (some: readonly Ticket[]) => some.reduce((total, { price }) => total + price, 0)
  const lines = groupsOf(tickets, ({ ticketType, event, ticketDate, entryTime, priceCategory, price }) =>
    JSON.stringify([ticketType, event, ticketDate, entryTime, priceCategory, price]),
  )
  const rateOf = ({ ticketType }: Ticket) => order.vatRates?.[ticketType]
  const taxes = groupsOf(tickets, (ticket) => String(rateOf(ticket))).flatMap((some): readonly ReceiptTax[] => {
    const [rate, amount] = [rateOf(some[0]), sum(some)]
    return rate === undefined
      ? []
      : [{ rate, tax: sign * Receipt.taxIn(amount, rate, order.currency), amount: sign * amount }]
  })
  return {
    lines: lines.map((some): ReceiptLine => ({ ticket: some[0], quantity: some.length, amount: sign * sum(some) })),
    total: sign * sum(tickets),
    taxes: taxes.toSorted((one, other) => one.rate - other.rate),
  }
}

/** The items with the same key together, in their order. */
const groupsOf = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly (readonly [Item, ...Item[]])[] => {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}
