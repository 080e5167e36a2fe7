import type { Result } from '@museum/application'
import {
  type AttentionReason,
  LanguageTag,
  OrderLabel,
  Price,
  type QuotedItem,
  type Reservation,
  type ReservationDraft,
} from '@museum/domain'
import { z } from 'zod'
import {
  dateTimeSchema,
  optionalMember,
  patterns,
  shownDate,
  shownDateTime,
  shownId,
  shownNumber,
  shownText,
  text,
  toDateTime,
} from '../operation/schemas.ts'
import { documentedFieldsWithItems, fieldsWithItems, shownLabel, toPurchaser, total } from '../orders/order.wire.ts'
import { shownEntryTime } from '../tickets/sold-ticket.wire.ts'
import { TicketType } from '../tickets/ticket.wire.ts'

/** The end of a reservation in a request. */
export const until = (description: string) =>
  optionalMember(dateTimeSchema(description)).meta({
    description: `${description} It is at most 180 days ahead, and not after the last date of the items.`,
  })

/** The limits of a label. */
export const labelText = { minLength: 1, maxLength: 100, pattern: patterns.line }

const members = {
  total,
  until: until(
    'Until when the places are held, for a school or a group; by default for 15 minutes. The role `shop` may not send it.',
  ),
  label: optionalMember(text(OrderLabel)).meta({
    ...labelText,
    description: 'What staff calls it, such as a school class. It is erased with the data of the purchaser.',
    example: 'Class 7b',
  }),
  language: optionalMember(text(LanguageTag)).meta({
    maxLength: 35,
    pattern: '^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$',
    description: 'The language of the visitor, a BCP 47 tag.',
    example: 'de',
  }),
}

/** The schema of the body of a reservation. */
export const reservationFields = fieldsWithItems(members)

/** The body of a reservation as the OpenAPI document describes it. */
export const ReservationFields = documentedFieldsWithItems(members).meta({
  id: 'ReservationFields',
  description: 'An order that is paid later.',
  example: { items: [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 28 }], label: 'Class 7b' },
})

export const toReservationDraft = ({
  items,
  email,
  phone,
  total: asked,
  until: end,
  label,
  language,
}: z.output<typeof reservationFields>): ReservationDraft => ({
  items,
  purchaser: toPurchaser({ email, phone }),
  total: asked,
  until: end,
  label,
  language,
})

const shown = {
  reservationId: shownId(
    'Identifier of the reservation, and of the order that it becomes.',
    '01940000-0000-7000-8000-000000000301',
  ),
  state: z.enum(['held', 'sold', 'released', 'expired']).meta({
    description:
      'held, then sold, released, or expired: its time is over, or a date of it was removed. An expired one can still be sold while ' +
      'its places are free.',
  }),
  heldUntil: shownDateTime('Until when the places are, or were, held; in UTC.', '2030-05-01T10:15:00.000Z'),
  items: z
    .array(
      z.object({
        ticketType: TicketType,
        ticketDate: shownDate('The date of the tickets.'),
        entryTime: shownEntryTime.optional(),
        eventId: shownId('Identifier of the special event; for event tickets only.').optional(),
        priceCategory: shownText('The price category, if one was sent.', 'child').optional(),
        quantity: shownNumber('How many such tickets.', 28),
        price: shownNumber('The price of one ticket, as it was when the reservation was made.', 12),
      }),
    )
    .meta({
      description:
        'The items, in the order in which they were sent; none where only the payment is known, as after the restoration of a backup.',
    }),
  total: shownNumber('The sum of the prices.', 336),
  currency: shownText('The currency of the prices (ISO 4217).', 'EUR'),
}

/** A new reservation, without data of the purchaser. */
export const NewReservationBody = z
  .object(shown)
  .meta({ id: 'NewReservation', description: 'A new reservation, without data of the purchaser.' })

export const ReservationBody = z
  .object({
    ...shown,
    until: shownDateTime('The end that was given, of the reservation of a group; absent for others.').optional(),
    createdAt: shownDateTime('When the reservation was made, in UTC.'),
    createdBy: shownText('The user who made it; null if not known.', 'desk-1').nullable(),
    email: shownText('Email address of the purchaser.', 'visitor@example.org').optional(),
    phone: shownText('Phone number of the purchaser.', '+1(234)-567-8910').optional(),
    label: shownLabel.optional(),
    language: shownText('The language of the visitor.', 'de').optional(),
    payment: z
      .object({
        paymentId: shownId('Identifier of the payment.', '01940000-0000-7000-8000-000000000601'),
        state: z.enum(['open', 'paid', 'returned', 'closed']).meta({
          description:
            'open, then paid: the reservation is sold; returned: all of it is given back; or closed: nothing was paid.',
        }),
        amount: shownNumber('What is asked for.', 336),
        refund: z
          .object({
            amount: shownNumber('What is given back.', 336),
            state: z.enum(['sending', 'settled', 'failed']).meta({ description: 'How far that is.' }),
          })
          .optional()
          .meta({ description: 'What is given back of a payment that is returned.' }),
      })
      .optional()
      .meta({ description: 'The latest payment at the payment provider, if there was one.' }),
    orderId: shownId('Identifier of the order, once the reservation is sold: that of the reservation.').optional(),
  })
  .meta({ id: 'Reservation', description: 'A reservation: an order that is not sold yet, whose places are held.' })

/** The reasons for which a person must look at a payment. */
const attentionReasons = [
  'undecided',
  'another-amount',
  'refund-failed',
  'refund-sending',
  'undone-by-others',
  'unknown',
] as const satisfies readonly AttentionReason[]

export const ListedReservationBody = ReservationBody.extend({
  attention: z
    .array(
      z.object({
        paymentId: shownId('Identifier of the payment.', '01940000-0000-7000-8000-000000000601'),
        reason: z.enum(attentionReasons).meta({
          description:
            'undecided: the payment is neither paid nor refused; another-amount: another amount than asked for was paid, and is given ' +
            'back; refund-failed: what is to be given back could not be; refund-sending: the payment provider has not given it back for ' +
            'three days; undone-by-others: the bank of the visitor disputes the payment, ' +
            'or it was refunded at the payment provider, and not by the museum; unknown: only the payment provider knows the payment, such as ' +
            'after the restoration of an earlier backup: refund it there.',
        }),
        amount: shownNumber('What was paid; of one that is undecided, what is asked for.', 336),
        currency: shownText('The currency of the amount (ISO 4217).', 'EUR'),
        reference: shownText('The payment at the payment provider, once it is paid.', 'pi_1').optional(),
      }),
    )
    .optional()
    .meta({ description: 'The payments that a person must look at; absent for none.' }),
}).meta({ id: 'ListedReservation', description: 'A reservation, with its payments that a person must look at.' })

const toItemBody = ({ quote, ...item }: QuotedItem) => ({
  ticketType: item.ticketType,
  ticketDate: item.ticketDate,
  ...(item.entryTime && { entryTime: item.entryTime as string }),
  ...(item.ticketType === 'event' && { eventId: item.eventId as string }),
  ...(item.priceCategory && { priceCategory: item.priceCategory as string }),
  quantity: item.quantity,
  price: Price.toAmount(quote.price),
})

export const toNewReservationBody = ({
  reservationId,
  state,
  heldUntil,
  items,
  total,
  currency,
}: Reservation): z.output<typeof NewReservationBody> => ({
  reservationId,
  state,
  heldUntil: toDateTime(heldUntil),
  items: items.map(toItemBody),
  total: Price.toAmount(total),
  currency,
})

export const toReservationBody = (reservation: Reservation): z.output<typeof ReservationBody> => {
  const { reservationId, state, heldUntil, hasGivenEnd, createdAt, createdBy, purchaser, label, language } = reservation
  // One that only the provider knows is found later than it was made.
  const latest = reservation.payments.findLast((each) => each.state !== 'unknown') ?? reservation.payments.at(-1)
  return {
    ...toNewReservationBody(reservation),
    ...(hasGivenEnd && { until: toDateTime(heldUntil) }),
    createdAt: toDateTime(createdAt),
    createdBy: createdBy ?? null,
    ...(purchaser && { email: purchaser.email as string }),
    ...(purchaser?.phone && { phone: purchaser.phone as string }),
    ...(label && { label: label as string }),
    ...(language && { language: language as string }),
    ...(latest && {
      payment: {
        paymentId: latest.paymentId,
        // Whether its reservation is stored makes no difference at the provider.
        state: latest.state === 'unknown' ? ('paid' as const) : latest.state,
        amount: Price.toAmount(latest.amount),
        ...(latest.refund && {
          refund: { amount: Price.toAmount(latest.refund.amount), state: latest.refund.state },
        }),
      },
    }),
    ...(state === 'sold' && { orderId: reservationId }),
  }
}

export const toListedReservationBody = ({
  attention,
  ...reservation
}: Result<'listReservations'>['items'][number]): z.output<typeof ListedReservationBody> => ({
  ...toReservationBody(reservation),
  ...(attention.length > 0 && {
    attention: attention.map(({ paymentId, reason, amount, currency, reference }) => ({
      paymentId,
      reason,
      amount: Price.toAmount(amount),
      currency,
      ...(reference !== undefined && { reference }),
    })),
  }),
})
