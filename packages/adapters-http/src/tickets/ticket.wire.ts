import { type Ticket, Email, Phone, TicketId } from '@museum/domain'
import { z } from 'zod'
import { calendarDate, optionalMember, patterns, text, withExample } from '../operation/schemas.ts'
import { priceCategory } from '../prices/price-category.wire.ts'
import { eventId } from '../special-events/special-event.wire.ts'

/** The identifier of a ticket in a request. */
export const ticketId = text(TicketId).meta({
  format: 'uuid',
  ...withExample('01940000-0000-7000-8000-000000000001'),
  description: 'Identifier of the ticket.',
})

/** The type of a ticket. */
export const TicketType = z.enum(['event', 'general']).meta({
  id: 'TicketType',
  description: '`general` is regular entry; `event` is a ticket to a special event.',
  example: 'general',
})

/** The members of a purchase that orders have too. */
export const purchaseMembers = {
  ticketDate: calendarDate(
    'Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.',
  ),
  email: text(Email).meta({
    format: 'email',
    maxLength: 254,
    pattern: patterns.email,
    description: 'Email address of the purchaser.',
    example: 'visitor@example.org',
  }),
  priceCategory: optionalMember(priceCategory).meta({
    description: 'The price category; by default `full`.',
  }),
  phone: optionalMember(text(Phone)).meta({
    maxLength: 32,
    pattern: patterns.phone,
    description: 'Phone number of the purchaser.',
    example: '+1(234)-567-8910',
  }),
}

/**
 * The schema of the body of a purchase. It does not require an eventId for an event ticket: the domain checks that, and
 * reports it with the other rules that fail.
 */
export const ticketPurchase = z.object({ ticketType: TicketType, eventId: optionalMember(eventId), ...purchaseMembers })

const order = { ticketDate: '2030-05-17', email: 'visitor@example.org' }

/** The body of a purchase as the OpenAPI document describes it. */
export const TicketPurchase = z
  .discriminatedUnion('ticketType', [
    z
      .object({
        ticketType: z.literal('general'),
        eventId: optionalMember(eventId).meta({ description: 'Ignored.' }),
        ...purchaseMembers,
      })
      .meta({
        id: 'GeneralTicketPurchase',
        description: 'One ticket for general entry.',
        example: { ticketType: 'general', ...order },
      }),
    z.object({ ticketType: z.literal('event'), eventId, ...purchaseMembers }).meta({
      id: 'EventTicketPurchase',
      description: 'One ticket for a special event.',
      example: { ticketType: 'event', eventId: '01940000-0000-7000-8000-000000000001', ...order },
    }),
  ])
  .meta({
    id: 'TicketPurchase',
    description: 'One ticket, for general entry or for a special event.',
    example: { ticketType: 'general', ...order },
  })

const confirmation = {
  message: z.string().meta({ description: 'Confirmation message.', example: 'Museum general entry ticket purchased' }),
  ticketId: z.uuid().meta({ description: 'Unique ticket identifier, generated at purchase.' }),
  ticketDate: z.iso.date().meta({ description: 'Date the ticket is valid for.', example: '2030-05-17' }),
  confirmationCode: z.string().meta({
    description: 'Unique code that verifies the purchase.',
    example: 'ticket-general-e5e5gh-jk234',
  }),
}

/** Examples of the body of a purchase, for the documentation. */
export const purchaseExamples = {
  general: {
    summary: 'General entry',
    value: { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' },
  },
  event: {
    summary: 'A special event',
    value: {
      ticketType: 'event',
      eventId: '01940000-0000-7000-8000-000000000001',
      ticketDate: '2030-05-17',
      email: 'visitor@example.org',
    },
  },
}

/** The body of the response to a purchase. */
export const TicketConfirmation = z
  .discriminatedUnion('ticketType', [
    z
      .object({ ticketType: z.literal('general'), ...confirmation })
      .meta({ id: 'GeneralTicketConfirmation', description: 'The confirmation of a ticket for general entry.' }),
    z
      .object({
        ticketType: z.literal('event'),
        eventName: z.string().meta({ description: 'Name of the special event.', example: 'Night at the Museum' }),
        ...confirmation,
      })
      .meta({ id: 'EventTicketConfirmation', description: 'The confirmation of a ticket for a special event.' }),
  ])
  .meta({ id: 'TicketConfirmation', description: 'The confirmation of a purchase.' })
export type TicketConfirmation = z.output<typeof TicketConfirmation>

/** Examples of the body of the response to a purchase, for the documentation. */
export const confirmationExamples = {
  general: {
    summary: 'General entry',
    value: {
      message: 'Museum general entry ticket purchased',
      ticketId: '01940000-0000-7000-8000-000000000102',
      ticketType: 'general',
      ticketDate: '2030-05-17',
      confirmationCode: 'ticket-general-e5e5gh-jk234',
    },
  },
  event: {
    summary: 'A special event',
    value: {
      message: 'Museum special event ticket purchased',
      eventName: 'Night at the Museum',
      ticketId: '01940000-0000-7000-8000-000000000101',
      ticketType: 'event',
      ticketDate: '2030-05-17',
      confirmationCode: 'ticket-event-e5e5gh-jk234',
    },
  },
} satisfies Record<string, Readonly<{ summary: string; value: TicketConfirmation }>>

/** The confirmation of a ticket. Every member is listed here, so that no other member of a ticket is sent. */
export const toTicketConfirmation = (ticket: Ticket): TicketConfirmation => {
  const { ticketId, ticketType, ticketDate, confirmationCode } = ticket
  return ticketType === 'event'
    ? {
        message: 'Museum special event ticket purchased',
        eventName: ticket.event.name,
        ticketId,
        ticketType,
        ticketDate,
        confirmationCode,
      }
    : { message: 'Museum general entry ticket purchased', ticketId, ticketType, ticketDate, confirmationCode }
}
