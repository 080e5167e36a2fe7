import {
  type Ticket,
  type TicketCancelled,
  type TicketId,
  type TicketNotFound,
  ticketCancelled,
  ticketNotFound,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** A ticket, and its image as the bytes of a PNG. */
export type TicketCode = Readonly<{ ticket: Ticket; image: Uint8Array }>

type Needs = Pick<MuseumPorts, 'tickets' | 'ticketRenderer'>

/** The image with the code that opens the door. A cancelled ticket never gets one; a past ticket still does. */
export const getTicketCode =
  ({ tickets, ticketRenderer }: Needs) =>
  async (ticketId: TicketId): Promise<TicketCode | TicketNotFound | TicketCancelled> => {
    const ticket = await tickets.find(ticketId)
    if (ticket === undefined) return ticketNotFound(ticketId)
    if (ticket.state === 'cancelled') return ticketCancelled(ticketId)
    return { ticket, image: await ticketRenderer.render(ticket) }
  }
