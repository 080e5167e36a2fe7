import type { Result } from '@museum/application'
import { type Cancellation, OrderNumber, Price, type Ticket } from '@museum/domain'
import { z } from 'zod'
import { shownDateTime, shownDate, shownId, shownNumber, shownText, toDateTime } from '../operation/schemas.ts'
import { TicketType } from './ticket.wire.ts'

/** The entry time of a sold ticket. */
export const shownEntryTime = shownText(
  "The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.",
  '11:30',
)

/** The number of an order. */
export const shownOrderNumber = shownText('What a person calls the order by.', 'k7m3-qx8p')

export const SoldTicketBody = z
  .object({
    ticketId: shownId('Identifier of the ticket.'),
    ticketType: TicketType,
    ticketDate: shownDate('Date the ticket is valid for.'),
    entryTime: shownEntryTime.optional(),
    event: z
      .object({
        eventId: shownId('Identifier of the event; it may have been deleted.'),
        name: shownText('Name of the event.', 'Night at the Museum'),
        location: shownText('Where the event takes place.', 'Main Hall'),
      })
      .optional()
      .meta({ description: 'The special event as it was when the ticket was sold; for event tickets only.' }),
    state: z.enum(['valid', 'admitted', 'cancelled']).meta({
      description:
        '`admitted` when the ticket was used; `cancelled` when it was cancelled, its event was deleted, or its date was removed from the event.',
      example: 'valid',
    }),
    price: shownNumber('The price at which the ticket was sold.', 19.9),
    currency: shownText('The currency of the price (ISO 4217).', 'EUR'),
    priceCategory: shownText(
      'The price category of the ticket, unless it was sold at the full price.',
      'child',
    ).optional(),
    priceCategoryName: shownText('Name of the price category when the ticket was sold.', 'Child, 6 to 17').optional(),
    orderId: shownId('Identifier of its order; absent for a ticket bought alone.').optional(),
    orderNumber: shownOrderNumber.optional(),
    refund: z
      .object({
        state: z.enum(['due', 'sending', 'settled']).meta({
          description: '`due`: not refunded yet. `sending`: the payment provider is giving it back.',
          example: 'due',
        }),
        amount: shownNumber('What is to be given back, or was: the price.', 19.9),
        method: shownText('How it was refunded.', 'cash').optional(),
        reference: shownText('What identifies that payment elsewhere.').optional(),
        settledAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'When it was refunded, or the payment provider was asked to, in UTC.' }),
        settledBy: shownText('The user who refunded it, or asked for it.', 'desk-1').optional(),
        till: shownText('The till at which it was refunded; absent if none was named.', 'Till 1').optional(),
        failure: shownText(
          'Why the payment provider could not give it back; present while it is due again.',
          'The card is closed.',
        ).optional(),
      })
      .optional()
      .meta({ description: 'The refund of a cancelled ticket; absent for the role `gate`, and when none is due.' }),
    soldAt: shownDateTime(
      'When the ticket was sold, in UTC; null for a ticket of an earlier version of the service.',
    ).nullable(),
    admittedAt: shownDateTime(
      'When the ticket was used, in UTC; null when it was not.',
      '2030-05-17T17:02:11.250Z',
    ).nullable(),
    gate: shownText('At which gate; null when it was not used, or the gate is not known.', 'North door').nullable(),
    admissionId: shownId('Identifier of the admission; null when the ticket was not used.').nullable(),
    confirmationCode: shownText('Unique code that verifies the purchase.', 'ticket-event-e5e5gh-jk234'),
    email: shownText(
      'Email address of the purchaser; absent for the role `gate`, and when it was erased.',
      'visitor@example.org',
    ).optional(),
    phone: shownText(
      'Phone number of the purchaser; null when there is none; absent for the role `gate`, and when it was erased.',
      '+1(234)-567-8910',
    )
      .nullable()
      .optional(),
  })
  .meta({
    id: 'SoldTicket',
    description: 'A sold ticket in its current state.',
    example: {
      ticketId: '01940000-0000-7000-8000-000000000101',
      ticketType: 'event',
      ticketDate: '2030-05-17',
      event: { eventId: '01940000-0000-7000-8000-000000000001', name: 'Night at the Museum', location: 'Main Hall' },
      state: 'admitted',
      price: 19.9,
      currency: 'EUR',
      soldAt: '2030-05-01T10:00:00.000Z',
      admittedAt: '2030-05-17T17:02:11.250Z',
      gate: 'North door',
      admissionId: '01940000-0000-7000-8000-000000000201',
      confirmationCode: 'ticket-event-e5e5gh-jk234',
      email: 'visitor@example.org',
      phone: null,
    },
  })
export type SoldTicketBody = z.output<typeof SoldTicketBody>

/**
 * A ticket as a response shows it; `withPurchaser` says whether the e-mail address and the phone number are in it, and
 * `refunds` has its refund if it is to be in it. Every member is listed here, so that no other member is sent.
 */
export const toSoldTicketBody = (
  ticket: Ticket,
  { withPurchaser, refunds }: Readonly<{ withPurchaser: boolean; refunds?: Result<'findRefunds'> | undefined }>,
): SoldTicketBody => {
  const { ticketId, ticketType, ticketDate, state, price, currency, soldAt, admission, confirmationCode, purchaser } =
    ticket
  const refund = refunds?.get(ticketId)
  return {
    ticketId,
    ticketType,
    ticketDate,
    ...(ticket.entryTime && { entryTime: ticket.entryTime as string }),
    ...(ticket.event && {
      event: { eventId: ticket.event.eventId, name: ticket.event.name, location: ticket.event.location },
    }),
    state,
    price: Price.toAmount(price),
    currency,
    ...priceCategoryMembers(ticket.priceCategory),
    ...(ticket.orderId && { orderId: ticket.orderId as string, orderNumber: OrderNumber.of(ticket.orderId) }),
    ...(refund && { refund: toRefundMember(ticket, refund.cancellation) }),
    soldAt: soldAt === undefined ? null : toDateTime(soldAt),
    admittedAt: admission === undefined ? null : toDateTime(admission.at),
    gate: admission?.gate ?? null,
    admissionId: admission?.admissionId ?? null,
    confirmationCode,
    ...(withPurchaser && purchaser && { email: purchaser.email, phone: purchaser.phone ?? null }),
  }
}

const toRefundMember = (
  ticket: Ticket,
  { settlement, failure }: Cancellation,
): NonNullable<SoldTicketBody['refund']> => ({
  state: settlement === undefined ? 'due' : (settlement.online?.state ?? 'settled'),
  amount: Price.toAmount(ticket.price),
  ...(settlement && {
    method: settlement.method as string,
    ...(settlement.reference && { reference: settlement.reference as string }),
    settledAt: toDateTime(settlement.settledAt),
    settledBy: settlement.settledBy,
    ...(settlement.till && { till: settlement.till as string }),
  }),
  ...(failure !== undefined && { failure }),
})

/** The members of a ticket that was not sold at the full price. */
export const priceCategoryMembers = (category: Ticket['priceCategory']) =>
  category && { priceCategory: category.priceCategory as string, priceCategoryName: category.name as string }
