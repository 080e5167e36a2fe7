import type { CalendarDate, Email, OrderId } from '@museum/domain'

/** An order that costs nothing, on a date of the museum. */
export type FreeOrder = Readonly<{ date: CalendarDate; email: Email; orderId: OrderId }>

/** Counts the free orders of visitors, for each date and e-mail address. Of an address only a hash is stored. */
export interface FreeOrderRepository {
  /**
   * Counts an order unless `limit` others of its date and its address, in the form of `comparableEmail`, are counted already, on all
   * servers together. Returns whether it is counted; again for the same order: the same, and it counts once.
   */
  count(order: FreeOrder, limit: number): Promise<boolean>
  /** Removes what was counted for dates before this one, and returns how many orders that were. */
  removeBefore(date: CalendarDate): Promise<number>
}
