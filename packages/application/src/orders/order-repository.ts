import type { Email, Instant, Order, OrderChange, OrderId, OrderNumber, OrderState, Refusal } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'

/** Which orders: those with all that is given. */
export type OrderFilter = Readonly<{
  number?: OrderNumber | undefined
  /** The address of a purchaser of one of the tickets, compared in the form of `comparableEmail`. */
  email?: Email | undefined
  soldBy?: string | undefined
  /** Sold from this moment on, and before `end`. */
  from?: Instant | undefined
  end?: Instant | undefined
}>

/** What is changed in an order, and the audit entry of the change. */
export type RecordedOrderChange = OrderChange & Readonly<{ entry: NewAuditEntry }>

/** The orders, which `TicketRepository.sell` stores with their tickets. None is ever removed. */
export interface OrderRepository {
  /** An order with its tickets, each in its current state, in the order in which they were sold. */
  find(orderId: OrderId): Promise<Order | undefined>
  /** A part of the orders that match, those that were sold last first; those of one moment by descending orderId. */
  list(filter: OrderFilter, request: ListRequest<Order>): Promise<Page<Order>>
  /**
   * Changes an order as `decide` says, which gets it as it is while it is locked: cancels tickets individually and gives their
   * places back, settles refunds, replaces the payment or the purchaser of the tickets that have one, with an e-mail
   * about those that are not cancelled, and stores the audit entry: all of it or nothing. A ticket that was
   * cancelled with its date or its event stays cancelled when that is restored, once it is among `cancelled` or `refunded`.
   * Changes nothing when `decide` returns a refusal or `undefined`. Returns the order as it is afterwards.
   */
  change<R extends Refusal>(
    orderId: OrderId,
    decide: (current: OrderState) => RecordedOrderChange | R | undefined,
  ): Promise<Order | R | Refusal<'order-not-found'>>
}
