import { type CancellationReason, Order, type OrderId, type Refusal, isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import { type RefundsOfTickets, refundsOf } from './refund-operations.ts'

/** An order, and the refunds of the order's tickets that have one. */
export type OrderWithRefunds = Readonly<{ order: Order; refunds: RefundsOfTickets }>

export const orderOperations = ({ orders, refunds, now, dateOf }: MuseumPorts) => {
  const withRefunds = async (order: Order): Promise<OrderWithRefunds> => ({
    order,
    refunds: await refundsOf({ refunds, dateOf }, order.tickets),
  })
  return {
    /** Returns an order with its tickets, each in its current state, and their refunds. */
    getOrder: async (orderId: OrderId): Promise<OrderWithRefunds | Refusal<'order-not-found'>> => {
      const order = await orders.find(orderId)
      return order === undefined ? Order.notFound(orderId) : withRefunds(order)
    },

    /**
     * Cancels the tickets of an order that are neither used nor cancelled, and gives their places back; it cannot be undone.
     * Returns `ticket-admitted` for an order of which every ticket was used.
     */
    cancelOrder: async (
      orderId: OrderId,
      reason: CancellationReason | undefined,
      actor: Actor,
    ): Promise<OrderWithRefunds | Refusal<'order-not-found' | 'ticket-admitted'>> => {
      const outcome = await orders.cancel(
        orderId,
        Order.cancellationRefusal,
        (cancelled) =>
          recordChange({ now }, actor, { kind: 'order', id: orderId }, 'cancelOrder', {
            after: { cancelled: cancelled.map(({ ticketId }) => ticketId), ...(reason !== undefined && { reason }) },
          }),
        reason,
      )
      return isRefusal(outcome) ? outcome : withRefunds(outcome)
    },
  }
}
