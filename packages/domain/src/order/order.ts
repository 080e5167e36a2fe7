import type { Brand } from '../brand.ts'
import { type Fault, integerValue } from '../fault.ts'
import type { Instant } from '../instant.ts'
import { type Currency, Price } from '../money.ts'
import { Slot } from '../places/slot.ts'
import { type MemberFault, type Refusal, describeFaults, isRefusal, refuse, refuseFaults } from '../refusal.ts'
import type { Purchaser } from '../ticket/purchaser.ts'
import { nameValue } from '../text.ts'
import {
  type PurchaseContext,
  type Quote,
  type SaleContext,
  Ticket,
  type TicketIdentity,
  type TicketOrder,
  notEnoughPlaces,
  placesLeft,
  purchaseRefusal,
} from '../ticket/ticket.ts'
import type { OrderId } from '../uuid.ts'
import type { LanguageTag } from './language-tag.ts'
import type { Payment } from './payment.ts'
import type { Till } from './till.ts'
import type { VatRates } from './vat-rate.ts'

const [maxItems, maxTickets, maxDates] = [20, 50, 5]

/** How many equal tickets an item asks for: an integer from 1 to 50. */
export type Quantity = Brand<number, 'Quantity'>
/** Makes a `Quantity` from an integer from 1 to 50. Throws a `TypeError` for any other number. */
export const Quantity = integerValue<Quantity>(1, maxTickets, 'quantity-out-of-range')

/** Equal tickets of an order. */
export type OrderItem = Omit<TicketOrder, 'purchaser'> & Readonly<{ quantity: Quantity }>

/** Equal tickets of an order, and what each of them is sold for. */
export type QuotedItem = OrderItem & Readonly<{ quote: Quote }>

/** What the items of an order cost. */
export type OrderQuote = Readonly<{
  items: readonly QuotedItem[]
  /** The sum of the prices of all tickets, in minor units; a safe integer. */
  total: number
  currency: Currency
}>

/** What staff calls an order, such as `Class 7b`: 1 to 100 characters, on one line. It may name a person. */
export type OrderLabel = Brand<string, 'OrderLabel'>
/** Makes an `OrderLabel` from 1 to 100 characters. Throws a `TypeError` for any other text. */
export const OrderLabel = nameValue<OrderLabel>()

/** An order as it is requested, before it is placed. */
export type OrderDraft = Readonly<{
  items: readonly OrderItem[]
  /** Absent for a visitor at the desk who gives no address. */
  purchaser?: Purchaser | undefined
  payment?: Payment | undefined
  /** Where it is sold; absent where no till is counted. */
  till?: Till | undefined
  /** What the visitor was asked for, in minor units; absent where the price is not to be compared. */
  total?: number | undefined
}>

/** Tickets that were sold together. */
export type Order = Readonly<{
  orderId: OrderId
  /** In the order of the items. */
  tickets: readonly Ticket[]
  /** The sum of the prices at which the tickets were sold, in minor units; a safe integer. */
  total: number
  currency: Currency
  soldAt: Instant
  soldBy?: string
  payment?: Payment
  till?: Till
  /** The rates of tax when it was sold; absent where no tax is named. */
  vatRates?: VatRates
  label?: OrderLabel
  /** The language of the visitor, as far as it is known. */
  language?: LanguageTag
}>

/** What is recorded about the sale of an order, beside its tickets. */
export type OrderRecord = {
  readonly [Member in 'payment' | 'till' | 'vatRates' | 'label' | 'language']?: Order[Member] | undefined
}

/** Why a draft cannot become an order. */
export type OrderRefusal = Refusal<
  'validation-failed' | 'museum-closed' | 'event-not-found' | 'sold-out' | 'total-changed'
>

/** The rules of orders. */
export const Order = {
  /** Makes a total, in minor units, from an amount in whole currency units. Throws a `TypeError` for any other number. */
  totalOfAmount: Price.sumOfAmount(maxTickets),

  /** What is wrong with a number of items. */
  faultOfItemCount(count: number): Fault<'no-items' | 'too-many-items'> | undefined {
    if (count === 0) return { code: 'no-items', detail: 'must have at least one item' }
    if (count > maxItems)
      return { code: 'too-many-items', detail: `must have at most ${maxItems} items`, values: { max: maxItems } }
    return undefined
  },

  /** What is wrong with a draft by itself: its number of items, of tickets, and of occurrences and days. */
  faultsOf({ items }: Pick<OrderDraft, 'items'>): readonly MemberFault[] {
    const member = 'items'
    const ofCount = Order.faultOfItemCount(items.length)
    if (ofCount !== undefined) return [{ member, ...ofCount }]
    const tickets = items.reduce((sum, { quantity }) => sum + quantity, 0)
    if (tickets > maxTickets)
      return [
        {
          member,
          code: 'too-many-tickets',
          detail: `must be for at most ${maxTickets} tickets in all: they are ${tickets}`,
          values: { max: maxTickets, tickets },
        },
      ]
    const dates = new Set(items.map(slotKey)).size
    const counted = items.some(({ entryTime }) => entryTime !== undefined) ? ', counting entry times' : ''
    return dates > maxDates
      ? [
          {
            member,
            code: 'too-many-dates',
            detail: `must be for at most ${maxDates} dates of events and days of general entry${counted}: they are ${dates}`,
            values: { max: maxDates, dates },
          },
        ]
      : []
  },

  /** The rules of a purchase, for all items: see `Order.quote`. `identities` are those of the tickets, one for each. */
  place(
    orderId: OrderId,
    draft: OrderDraft,
    contexts: readonly PurchaseContext[],
    identities: readonly TicketIdentity[],
  ): Order | OrderRefusal {
    const quote = Order.quote(draft, contexts)
    if (isRefusal(quote)) return quote
    const record = { ...draft, vatRates: contexts[0]!.vatRates }
    return Order.sell(orderId, quote.items, contexts, record, identities)
  },

  /**
   * What the items of a draft cost: either all can be sold or none. `contexts` are those of the items. All faults of all items are
   * reported together, as members like `items/1/ticketDate`; an unknown event alone; `total-changed` when no other rule fails, and
   * `sold-out` last.
   */
  quote(draft: Pick<OrderDraft, 'items' | 'total'>, contexts: readonly PurchaseContext[]): OrderQuote | OrderRefusal {
    const shape = Order.faultsOf(draft)
    if (shape.length > 0) return refuseFaults(...shape)
    const faults: MemberFault[] = []
    const items: QuotedItem[] = []
    for (const [n, item] of draft.items.entries()) {
      // Whether places are left is decided for all items of a date together.
      const quote = Ticket.quote(item, { ...contexts[n]!, places: undefined })
      if (!isRefusal(quote)) items.push({ ...item, quote })
      else if (quote.refusal === 'event-not-found') return eventOfItemNotFound(n, quote)
      else faults.push(...quote.faults!.map((fault) => ofItem(n, fault)))
    }
    if (faults.length > 0) return purchaseRefusal(faults)
    const quote = Order.quoteOf(items)
    const changed = Order.totalChanged(draft.total, quote)
    if (changed !== undefined) return changed
    const soldOut = itemsWithoutPlaces(draft.items, contexts)
    return soldOut.length > 0 ? refuse('sold-out', describeFaults(soldOut), soldOut) : quote
  },

  /** What these items cost together; there is at least one. */
  quoteOf: (items: readonly QuotedItem[]): OrderQuote => ({
    items,
    total: items.reduce((sum, { quantity, quote }) => sum + quantity * quote.price, 0),
    currency: items[0]!.quote.currency,
  }),

  /** The refusal when the visitor was asked for another total. */
  totalChanged(
    asked: number | undefined,
    { total, currency }: Pick<OrderQuote, 'total' | 'currency'>,
  ): Refusal<'total-changed'> | undefined {
    if (asked === undefined || asked === total) return undefined
    const amount = Price.toAmount(total)
    return {
      ...refuse('total-changed', `The order costs ${amount.toFixed(2)} ${currency}.`),
      values: { total: amount, currency },
    }
  },

  /** A new order of tickets for these items. `contexts` are those of the items, `identities` those of the tickets. */
  sell(
    orderId: OrderId,
    items: readonly QuotedItem[],
    contexts: readonly Omit<SaleContext, 'purchaser'>[],
    record: OrderRecord & Pick<OrderDraft, 'purchaser'>,
    identities: readonly TicketIdentity[],
  ): Order {
    const tickets: Ticket[] = []
    for (const [n, { quantity, quote }] of items.entries())
      for (let each = 0; each < quantity; each += 1) {
        const context = { ...contexts[n]!, purchaser: record.purchaser }
        tickets.push({ ...Ticket.sell(quote, context, identities[tickets.length]!), orderId })
      }
    return Order.of(orderId, tickets, record)
  },

  /** The order of tickets, at least one, that were sold together. */
  of(orderId: OrderId, tickets: readonly Ticket[], { payment, till, vatRates, label, language }: OrderRecord): Order {
    const { currency, soldAt, soldBy } = tickets[0]!
    return {
      orderId,
      tickets,
      total: tickets.reduce((sum, { price }) => sum + price, 0),
      currency,
      // Every ticket of an order has it: times of sale were stored before there were orders.
      soldAt: soldAt!,
      ...(soldBy !== undefined && { soldBy }),
      ...(payment !== undefined && { payment }),
      ...(till !== undefined && { till }),
      ...(vatRates !== undefined && { vatRates }),
      ...(label !== undefined && { label }),
      ...(language !== undefined && { language }),
    }
  },

  /** The refusal for an orderId that no order has. */
  notFound: (orderId: OrderId): Refusal<'order-not-found'> =>
    refuse('order-not-found', `There is no order ${orderId}.`),
}

/** Items with equal keys take places of the same slot. An item has the occurrence that its event has when it is sold. */
const slotKey = (item: OrderItem) =>
  Slot.key({ offer: String(Slot.offer(item)), date: item.ticketDate, number: 0, time: item.entryTime })

/** The faults of the items that do not fit; of several items of one date, the first ones get its places. */
const itemsWithoutPlaces = (
  items: readonly OrderItem[],
  contexts: readonly PurchaseContext[],
): readonly MemberFault[] => {
  const taken = new Map<string, number>()
  return items.flatMap((item, n) => {
    const key = slotKey(item)
    const wanted = (taken.get(key) ?? 0) + item.quantity
    taken.set(key, wanted)
    const context = contexts[n]!
    return wanted <= placesLeft(item, context) ? [] : [ofItem(n, notEnoughPlaces(item, context, wanted))]
  })
}

const ofItem = (n: number, fault: MemberFault): MemberFault => ({ ...fault, member: `items/${n}/${fault.member}` })

const eventOfItemNotFound = (n: number, { because }: Refusal): Refusal<'event-not-found'> =>
  refuse('event-not-found', because, [
    { member: `items/${n}/eventId`, code: 'unknown-event', detail: 'must be the identifier of a special event' },
  ])
