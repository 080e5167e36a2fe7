import type {
  Currency,
  EventId,
  EventName,
  Instant,
  PaymentMethod,
  PriceCategoryId,
  TicketType,
  Till,
} from '@museum/domain'

/** The moments from `from` on and before `end`. With a user or a till, only what was sold or refunded by the user, or at the till. */
export type SalesPeriod = Readonly<{
  from: Instant
  end: Instant
  user?: string | undefined
  till?: Till | undefined
}>

/** Tickets that have these members in common, and their prices added up. */
export type RefundSum = Readonly<{
  /** Who sold the tickets, or settled their refunds; null where it is not known. */
  user: string | null
  /** The method of the payment, or of the refund; null where none was recorded. */
  method: PaymentMethod | null
  /** Where the order was sold, or the refund given; absent where no till was named. */
  till?: Till
  ticketType: TicketType
  /** Absent for general entry. */
  eventId?: EventId
  /** The name that the event had when the tickets were sold. */
  eventName?: EventName
  priceCategory: PriceCategoryId
  currency: Currency
  /** How many tickets there are. */
  tickets: number
  /** The sum of their prices, exact, in minor units (hundredths), as is `cancelledAmount`. */
  amount: bigint
}>

/** The same for sold tickets. `cancelled` and `cancelledAmount` count the tickets that are cancelled now. */
export type SaleSum = RefundSum & Readonly<{ cancelled: number; cancelledAmount: bigint }>

/** What was sold and refunded, added up. Each list is in no particular order, and has no two items for the same tickets. */
export interface SalesRepository {
  /**
   * The tickets that were sold in a period, each under its seller and the payment method of its order. Tickets whose time of
   * sale is not known are left out.
   */
  sumSales(period: SalesPeriod): Promise<readonly SaleSum[]>
  /**
   * Adds up what was sold in a period until some minutes before `now`, once for many reports. Returns whether tickets
   * were sold before the period; it may leave out those of the last hour before. Sums that are stored never change what the other functions return.
   */
  storeSums(period: Pick<SalesPeriod, 'from' | 'end'>, now: Instant): Promise<boolean>
  /**
   * The tickets whose refunds were settled in a period, or asked for at the payment provider, each under the user and the method of the
   * settlement. Those of a refund that failed there count as before, and negatively when it failed.
   */
  sumRefunds(period: SalesPeriod): Promise<readonly RefundSum[]>
}
