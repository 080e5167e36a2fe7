import {
  type Ticket,
  type TicketCancelled,
  type TicketId,
  type TicketNotFound,
  ticketCancelled,
  ticketNotFound,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'

/** A ticket, and its image with its signed code as the bytes of a PNG. */
export type TicketCode = Readonly<{ ticket: Ticket; image: Uint8Array }>

/** Returns a ticket and its image. A cancelled ticket has no image; a ticket for a past date has one. */
export type GetTicketCode = (ticketId: TicketId) => Promise<TicketCode | TicketNotFound | TicketCancelled>

export const getTicketCode =
  (
    { codeOf }: AdmissionCodes,
    { tickets, ticketRenderer }: Pick<MuseumPorts, 'tickets' | 'ticketRenderer'>,
  ): GetTicketCode =>
  async (ticketId) => {
    const ticket = await tickets.find(ticketId)
    if (ticket === undefined) return ticketNotFound(ticketId)
    if (ticket.state === 'cancelled') return ticketCancelled(ticketId)
    return { ticket, image: await ticketRenderer.render(ticket, await codeOf(ticket)) }
  }
