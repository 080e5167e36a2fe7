import { Email, Phone, type Ticket } from '@museum/domain'
import { z } from 'zod'
import { calendarDate } from '../operation/calendar-date.wire.ts'
import { text } from '../operation/domain-value.ts'
import { optionalMember } from '../operation/optional-member.ts'
import { eventId } from '../special-events/event-id.wire.ts'

const ticketType = z.enum(['event', 'general']).meta({
  description: '`general` is regular entry; `event` is a ticket to a special event.',
  example: 'general',
})

/** The body of a purchase. That an event ticket needs an eventId is a rule of the domain, not of this schema. */
export const TicketPurchase = z
  .object({
    ticketType,
    eventId: optionalMember(eventId).meta({
      description: 'Identifier of a special event. Required when ticketType is `event`, else ignored.',
    }),
    ticketDate: calendarDate(
      'Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.',
    ),
    email: text(Email).meta({
      format: 'email',
      maxLength: 254,
      description: 'Email address of the purchaser.',
      example: 'visitor@example.org',
    }),
    phone: optionalMember(text(Phone)).meta({
      maxLength: 32,
      description: 'Phone number of the purchaser.',
      example: '+1(234)-567-8910',
    }),
  })
  .meta({
    id: 'TicketPurchase',
    description: 'One ticket, for general entry or for a special event.',
    example: { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' },
  })

/** The body of the response to a purchase. */
export const TicketConfirmation = z
  .object({
    message: z
      .string()
      .meta({ description: 'Confirmation message.', example: 'Museum general entry ticket purchased' }),
    eventName: z.string().optional().meta({ description: 'Name of the special event; for event tickets only.' }),
    ticketId: z.uuid().meta({ description: 'Unique ticket identifier, generated at purchase.' }),
    ticketType,
    ticketDate: z.iso.date().meta({ description: 'Date the ticket is valid for.', example: '2030-05-17' }),
    confirmationCode: z.string().meta({
      description: 'Unique code that verifies the purchase.',
      example: 'ticket-general-e5e5gh-jk234',
    }),
  })
  .meta({ id: 'TicketConfirmation', description: 'The confirmation of a purchase.' })
export type TicketConfirmation = z.output<typeof TicketConfirmation>

/** The confirmation of a ticket. Every member is listed here, so that no other member of a ticket is sent. */
export const toTicketConfirmation = (ticket: Ticket): TicketConfirmation => ({
  message: `Museum ${ticket.ticketType === 'event' ? 'special event' : 'general entry'} ticket purchased`,
  ...(ticket.ticketType === 'event' && { eventName: ticket.event.name }),
  ticketId: ticket.ticketId,
  ticketType: ticket.ticketType,
  ticketDate: ticket.ticketDate,
  confirmationCode: ticket.confirmationCode,
})
