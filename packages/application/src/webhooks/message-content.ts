import type { Message, Ticket } from '@museum/domain'
import type { OrderWithRefunds } from '../orders/order-operations.ts'
import { type RefundsOfTickets, refundsOf } from '../orders/refund-operations.ts'
import type { MuseumPorts } from '../ports.ts'

/** A message with what its body shows: the ticket or the order in its current state. */
export type MessageContent = Readonly<{
  message: Message
  ticket?: Readonly<{ ticket: Ticket; refunds: RefundsOfTickets }>
  order?: OrderWithRefunds
}>

/**
 * Reads what the body of a message shows, at the moment of its delivery: so data of a purchaser that were erased meanwhile are
 * not delivered.
 */
export const readContent = async (
  { tickets, orders, refunds, dateOf }: Pick<MuseumPorts, 'tickets' | 'orders' | 'refunds' | 'dateOf'>,
  message: Message,
): Promise<MessageContent> => {
  const refundsOfTickets = (all: readonly Ticket[]) => refundsOf({ refunds, dateOf }, all)
  if (message.type === 'order.created') {
    const order = await orders.find(message.orderId)
    if (order === undefined) throw new Error(`there is no order ${message.orderId}`)
    return { message, order: { order, refunds: await refundsOfTickets(order.tickets) } }
  }
  if (message.type === 'ticket.sold' || message.type === 'ticket.cancelled') {
    const ticket = await tickets.find(message.ticketId)
    if (ticket === undefined) throw new Error(`there is no ticket ${message.ticketId}`)
    return { message, ticket: { ticket, refunds: await refundsOfTickets([ticket]) } }
  }
  return { message }
}
