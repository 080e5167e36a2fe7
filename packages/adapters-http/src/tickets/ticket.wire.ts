import { type Ticket, Email, Phone } from '@museum/domain'
import { z } from 'zod'
import { identifiers } from '../operation/identifiers.ts'
import {
  calendarDate,
  metaOf,
  optionalMember,
  patterns,
  shownDate,
  shownId,
  shownText,
  text,
  timeOfDay,
} from '../operation/schemas.ts'
import { priceCategory } from '../prices/price-category.wire.ts'

export const TicketType = z.enum(['event', 'general']).meta({
  id: 'TicketType',
  description: '`general` is regular entry; `event` is a ticket to a special event.',
  example: 'general',
})

const entryTime = timeOfDay(
  "The entry time, HH:mm on the museum's clock: required where the date has entry times, and only there.",
)

/** The members of a purchase that orders have too. */
export const purchaseMembers = {
  ticketDate: calendarDate(
    'Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.',
  ),
  entryTime: optionalMember(entryTime).meta(metaOf(entryTime)),
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
export const ticketPurchase = z.object({
  ticketType: TicketType,
  eventId: optionalMember(identifiers.eventId),
  ...purchaseMembers,
})

const example = { ticketDate: '2030-05-17', email: 'visitor@example.org' }
const ofEntry = { ticketType: 'general', ...example }
const ofEvent = { ticketType: 'event', eventId: '01940000-0000-7000-8000-000000000001', ...example }

export const purchaseExamples = {
  general: { summary: 'General entry', value: ofEntry },
  event: { summary: 'A special event', value: ofEvent },
}

/** The body of a purchase as the OpenAPI document describes it. */
export const TicketPurchase = z
  .discriminatedUnion('ticketType', [
    z
      .object({
        ticketType: z.literal('general'),
        eventId: optionalMember(identifiers.eventId).meta({ description: 'Ignored.' }),
        ...purchaseMembers,
      })
      .meta({
        id: 'GeneralTicketPurchase',
        description: 'One ticket for general entry.',
        example: ofEntry,
      }),
    z.object({ ticketType: z.literal('event'), eventId: identifiers.eventId, ...purchaseMembers }).meta({
      id: 'EventTicketPurchase',
      description: 'One ticket for a special event.',
      example: ofEvent,
    }),
  ])
  .meta({
    id: 'TicketPurchase',
    description: 'One ticket, for general entry or for a special event.',
    example: ofEntry,
  })

const confirmation = {
  message: shownText('Confirmation message.', 'Museum general entry ticket purchased'),
  ticketId: shownId('Unique ticket identifier, generated at purchase.'),
  ticketDate: shownDate('Date the ticket is valid for.'),
  confirmationCode: shownText('Unique code that verifies the purchase.', 'ticket-general-e5e5gh-jk234'),
}

export const TicketConfirmation = z
  .discriminatedUnion('ticketType', [
    z
      .object({ ticketType: z.literal('general'), ...confirmation })
      .meta({ id: 'GeneralTicketConfirmation', description: 'The confirmation of a ticket for general entry.' }),
    z
      .object({
        ticketType: z.literal('event'),
        eventName: shownText('Name of the special event.', 'Night at the Museum'),
        ...confirmation,
      })
      .meta({ id: 'EventTicketConfirmation', description: 'The confirmation of a ticket for a special event.' }),
  ])
  .meta({ id: 'TicketConfirmation', description: 'The confirmation of a purchase.' })
export type TicketConfirmation = z.output<typeof TicketConfirmation>

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
