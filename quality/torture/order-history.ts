/** The requests and responses of a run's desks and clerks, and the periods in which events or dates were removed. */
import type { Period } from './effects.ts'
import type { EntryTimeChange } from './entry-time-periods.ts'
import type { Attempt, Outage } from './history.ts'

/** Equal tickets of a sale. */
export type SaleItem = Readonly<{
  ticketType: 'general' | 'event'
  ticketDate: string
  eventId?: string
  entryTime?: string
  priceCategory?: string
  quantity: number
}>

export type Payment = Readonly<{ method: string; reference?: string }>

/**
 * An order, or the purchase of one ticket, with an e-mail address of its own. One with a key may have several attempts, also
 * concurrent ones.
 */
export type Sale = Readonly<{
  kind: 'order' | 'purchase'
  email: string
  items: readonly SaleItem[]
  payment?: Payment
  /** What the visitor was asked for, in hundredths. */
  total?: number
  idempotencyKey?: string
  attempts: Attempt[]
}>

/** Sent until its outcome is known, as is an order's cancellation and a settlement. */
type TicketCancellation = Readonly<{ ticketId: string; attempts: Attempt[] }>
type OrderCancellation = Readonly<{ orderId: string; attempts: Attempt[] }>
/** Several clerks may settle the refund of one ticket. */
type Settlement = Readonly<{ ticketId: string; body: Payment; attempts: Attempt[] }>

/**
 * An event without a date, or without all if there is no `date`: the event was deleted. The absence may begin when the removal
 * is sent, and has certainly begun when that is acknowledged; it ends when the date was added again or the event restored.
 */
type Absence = Readonly<{ eventId: string; date?: string; possible: Period; certain: Period }>

export type OrderHistory = Readonly<{
  /** The full prices in hundredths, and the percentages of the price categories. They do not change. */
  prices: Readonly<{ event: number; general: number; percentages: Readonly<Record<string, number>> }>
  /** The places of each date of an event, and of each day of general entry. They are set before the first sale. */
  capacities: Map<string, number>
  generalCapacity: number
  /** The changes of the entry times of each event by its eventId, and of those and the hours of `general` entry, in their order. */
  entryTimes: Map<string, EntryTimeChange[]>
  sales: Sale[]
  ticketCancellations: TicketCancellation[]
  orderCancellations: OrderCancellation[]
  settlements: Settlement[]
  absences: Absence[]
  outages: Outage[]
  /** The attempts of every other request. */
  others: Attempt[]
}>

export const emptyOrderHistory = (
  fixed: Pick<OrderHistory, 'prices' | 'generalCapacity'>,
  capacities: OrderHistory['capacities'] = new Map(),
): OrderHistory => ({
  ...fixed,
  capacities,
  entryTimes: new Map(),
  sales: [],
  ticketCancellations: [],
  orderCancellations: [],
  settlements: [],
  absences: [],
  outages: [],
  others: [],
})

/** The tickets in the response to a sale. That to a purchase has neither an entry time nor a price. */
export type SoldTicket = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  entryTime?: string
  eventName?: string
  priceCategory?: string
  price?: number
  confirmationCode: string
}>
export type SaleAnswer = Readonly<{ orderId?: string; total?: number; tickets: readonly SoldTicket[] }>

/** The answer in a response 201 to a sale. */
export const saleAnswerIn = ({ body }: Attempt): SaleAnswer => {
  const answer = JSON.parse(body) as SoldTicket | SaleAnswer
  return 'tickets' in answer ? answer : { tickets: [answer] }
}

/** What a ticket of an item costs, in hundredths: rounded half up. */
export const priceOf = ({ prices }: Pick<OrderHistory, 'prices'>, { ticketType, priceCategory = 'full' }: SaleItem) =>
  Math.round((prices[ticketType] * prices.percentages[priceCategory]!) / 100)

export const totalOf = (history: Pick<OrderHistory, 'prices'>, items: readonly SaleItem[]) =>
  items.reduce((sum, item) => sum + item.quantity * priceOf(history, item), 0)

/** How many tickets a sale is for. */
export const ticketsWanted = (items: readonly Pick<SaleItem, 'quantity'>[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)
