import { OutcomeUnknown } from '@museum/concurrency'
import type { OrderId, TicketId } from '@museum/domain'

/** Thrown when it is unknown whether a sale was stored. The caller can look it up later. */
export class SaleOutcomeUnknown extends OutcomeUnknown {
  /** The ticket, or the first one of the order. */
  readonly ticketId: TicketId
  /** The order, if the sale was one. */
  readonly orderId: OrderId | undefined
  constructor(
    message: string,
    { ticketId, orderId, ...options }: ErrorOptions & { ticketId: TicketId; orderId?: OrderId | undefined },
  ) {
    super(message, options)
    this.ticketId = ticketId
    this.orderId = orderId
  }
}
