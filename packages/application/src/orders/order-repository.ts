import type { CancellationReason, Order, OrderId, Refusal, Ticket } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** The orders, which `TicketRepository.sell` stores with their tickets. None is ever removed. */
export interface OrderRepository {
  /** An order with its tickets, each in its current state, in the order in which they were sold. */
  find(orderId: OrderId): Promise<Order | undefined>
  /**
   * Cancels the tickets of an order that are neither used nor cancelled individually, unless `findRefusal` returns a refusal;
   * gives their places back, and stores the reason and the audit entry: all of it or nothing. If there is no such ticket, it
   * changes nothing, and has no entry. Returns the order as it is afterwards.
   */
  cancel<R extends Refusal>(
    orderId: OrderId,
    findRefusal: (current: Order) => R | undefined,
    entryOf: (cancelled: readonly Ticket[]) => NewAuditEntry,
    reason?: CancellationReason,
  ): Promise<Order | R | Refusal<'order-not-found'>>
}
