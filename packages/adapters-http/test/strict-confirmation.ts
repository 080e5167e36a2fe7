import { z } from 'zod'
import { TicketConfirmation } from '../src/tickets/ticket.wire.ts'

const [general, event] = TicketConfirmation.options

/** The confirmation of a ticket, without any other member. */
export const strictConfirmation = z.discriminatedUnion('ticketType', [general.strict(), event.strict()])
