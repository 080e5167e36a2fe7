import type { Instant } from '../instant.ts'
import type { SpecialEvent } from '../special-event/special-event.ts'
import type { OrderId, TicketId } from '../uuid.ts'

/** The kinds of changes that other services can be told of. */
export const messageTypes = [
  'special-event.created',
  'special-event.updated',
  'special-event.deleted',
  'special-event.restored',
  'museum-hours.changed',
  'ticket.sold',
  'ticket.cancelled',
  'order.created',
] as const
/** A kind of change that other services can be told of. */
export type MessageType = (typeof messageTypes)[number]

/** What a message is about. An event is as it was after the change; a deleted one, as it was before. */
type MessageSubject =
  | Readonly<{ type: Extract<MessageType, `special-event.${string}`>; event: SpecialEvent }>
  | Readonly<{ type: 'museum-hours.changed' }>
  | Readonly<{ type: 'ticket.sold' | 'ticket.cancelled'; ticketId: TicketId }>
  | Readonly<{ type: 'order.created'; orderId: OrderId }>

/**
 * A change that other services are told of, and the moment at which it was made. `webhook.test` is no change: it is sent when
 * somebody tries a subscription.
 */
export type Message = Readonly<{ at: Instant }> & (MessageSubject | Readonly<{ type: 'webhook.test' }>)
