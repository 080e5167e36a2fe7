import { AttentionNote, LanguageTag, OrderLabel, PaymentId, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  addIssue,
  calendarDate,
  optionalMember,
  patterns,
  shownDateTime,
  shownId,
  shownText,
  text,
  toDateTime,
  withExample,
} from '../operation/schemas.ts'
import { OrderConfirmation, itemRefusals, saleMembers, toOrderConfirmation, toPayment } from '../orders/order.wire.ts'
import { requestPath } from '../paths.ts'
import { tooManyMails } from '../tickets/tickets.ts'
import {
  ListedReservationBody,
  NewReservationBody,
  ReservationBody,
  ReservationFields,
  labelText,
  reservationFields,
  toListedReservationBody,
  toNewReservationBody,
  toReservationBody,
  toReservationDraft,
  until,
} from './reservation.wire.ts'

const tags = ['Reservations']
const roles = ['admin', 'box-office', 'shop'] as const
const providerAway = problemResponse(
  'The payment provider does not answer: nothing was changed, and the places stay held.',
  'payment-provider-unavailable',
)

export const createReservation = operation({
  path: '/reservations',
  operationId: 'createReservation',
  kind: 'keyed',
  roles,
  tags,
  description:
    'Holds the places of an order, all of them or none, until it is sold or its time is over. No ticket is sold. The prices are ' +
    'those of this moment.',
  body: jsonBody(reservationFields, {
    documented: ReservationFields,
    examples: {
      class: {
        summary: 'A school class',
        value: {
          items: [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 28 }],
          until: '2030-05-10T18:00:00+02:00',
          label: 'Class 7b',
          email: 'teacher@example.org',
        },
      },
    },
  }),
  location: { path: '{reservationId}', description: 'The path of the reservation.' },
  responses: {
    201: jsonResponse('The places are held.', NewReservationBody),
    ...itemRefusals,
    409: problemResponse(
      'Too few places are left on the date of an item, the order costs another total, the shop is closed, or another request with the ' +
        'same key is in progress.',
      'sold-out',
      'total-changed',
      'shop-closed',
    ),
  },
}).calls(
  (museum, { body, principal, once }) => museum.createReservation(toReservationDraft(body), { actor: principal, once }),
  toNewReservationBody,
)

export const getReservation = operation({
  path: '/reservations/{reservationId}',
  operationId: 'getReservation',
  kind: 'read',
  roles,
  tags,
  description: 'The reservation in its current state.',
  responses: { 200: jsonResponse('The reservation.', ReservationBody, etagHeader('this state of the reservation')) },
}).calls((museum, { path, principal }) => museum.getReservation(path.reservationId, principal), toReservationBody)

export const listReservations = operation({
  path: '/reservations',
  operationId: 'listReservations',
  kind: 'list',
  roles: ['admin', 'box-office'],
  tags,
  description: 'The reservations whose places are held, or whose payments need a person, by the end of their time.',
  query: z.object({
    state: z
      .enum(['held', 'attention'])
      .default('held')
      .meta({
        description:
          'held: the places are held; with `search`, also others. Or attention: money that was paid or is to be given back is not where it belongs, which the ' +
          'member `attention` of a reservation explains. A payment that only the provider knows is a released reservation without ' +
          'items, or a payment of the reservation that is stored.',
      }),
    date: calendarDate('Only reservations with an item for this date.').optional(),
    search: text(OrderLabel)
      .optional()
      .meta({
        ...labelText,
        description:
          'Only reservations whose label has this text in it, in any case, whose phone number has these digits, or whose e-mail ' +
          'address or order number it is. Also those that expired within a day, which can be sold while their places are free; those ' +
          'that ended within a day and whose payment was returned; and one with the number that ended within seven days and is not sold.',
        ...withExample('7b'),
      }),
    ...pageParameters('The number of reservations in a page.'),
  }),
  responses: { 200: jsonResponse('The reservations of the page.', z.array(ListedReservationBody)) },
}).calls((museum, { query }) => museum.listReservations(query, query), toListedReservationBody)

const ExtensionFields = z
  .object({
    until: until(
      'Until when the places are held: for a reservation that was made with `until`, which needs it, and for no other.',
    ),
  })
  .meta({ id: 'ExtensionFields', description: 'Until when a reservation is held.', example: {} })

export const extendReservation = operation({
  method: 'post',
  path: '/reservations/{reservationId}/extension',
  operationId: 'extendReservation',
  kind: 'idempotent',
  roles,
  tags,
  summary: 'Extend reservation',
  description:
    'Holds the places for 15 minutes from now, to at most 60 minutes after the reservation was made. One that was made with `until` ' +
    'is held until the `until` that is sent. The body may be left out.',
  body: { ...jsonBody(ExtensionFields), required: false },
  retryAdvice: 'Send it again: at worst, the places are held a little longer.',
  responses: {
    200: jsonResponse('The reservation, also where nothing changed.', ReservationBody),
    409: problemResponse('The reservation has ended.', 'reservation-ended'),
  },
}).calls(
  (museum, { path, body, principal }) => museum.extendReservation(path.reservationId, body?.until, principal),
  toReservationBody,
)

export const releaseReservation = operation({
  method: 'post',
  path: '/reservations/{reservationId}/release',
  operationId: 'releaseReservation',
  kind: 'idempotent',
  roles,
  tags,
  description:
    'Gives the places back. It cannot be undone. An open payment is closed first. A repetition has no further effect.',
  retryAdvice: 'Send it again: a reservation that is released stays as it is.',
  responses: {
    200: jsonResponse('The reservation; one that was sold before, or paid meanwhile, is sold.', ReservationBody),
    409: problemResponse('Another payment was opened meanwhile.', 'payment-open'),
    503: providerAway,
  },
}).calls((museum, { path, principal }) => museum.releaseReservation(path.reservationId, principal), toReservationBody)

/** Whether it is one of the reserved number, the domain checks. */
const quantity = z
  .number()
  .transform((number) => number)
  .meta({ type: 'integer', minimum: 0, maximum: 50 })

const ReservationSaleFields = z
  .object({
    ...saleMembers,
    quantities: optionalMember(z.array(quantity).meta({ minItems: 1, maxItems: 20 })).meta({
      description:
        'How many tickets of each item are sold, in the order of the items: from 0 to the reserved number. By default all. The other ' +
        'places are given back.',
      example: [25],
    }),
  })
  .meta({ id: 'ReservationSale', description: 'How a reservation is sold.', example: { payment: { method: 'cash' } } })

export const sellReservation = operation({
  method: 'post',
  path: '/reservations/{reservationId}/order',
  operationId: 'sellReservation',
  kind: 'idempotent',
  roles,
  tags,
  description:
    'Sells a reservation at the reserved prices: the order has the identifier of the reservation. A reservation whose time is over is ' +
    'sold too if its places are free. A repetition returns the same order. The body may be left out.',
  body: { ...jsonBody(ReservationSaleFields), required: false },
  retryAdvice: 'Send it again: a reservation is sold once.',
  responses: {
    201: jsonResponse(
      'The tickets were sold.',
      OrderConfirmation,
      z.object({ Location: z.string().meta({ description: 'The path of the order.' }) }),
    ),
    200: jsonResponse('The reservation was sold before: the same order.', OrderConfirmation),
    409: problemResponse(
      'The reservation was released, or has expired and its places are taken; it costs another total; or a visitor is paying.',
      'reservation-ended',
      'payment-open',
      'total-changed',
    ),
  },
}).calls(async (museum, { path, body, principal }, c) => {
  const { payment, ...sale } = body ?? {}
  const sold = await museum.sellReservation(
    path.reservationId,
    { ...sale, payment: payment && toPayment(payment) },
    principal,
  )
  if (isRefusal(sold)) return sold
  const order = toOrderConfirmation(sold.order)
  if (!sold.isNew) return json(c, order, 200, noStore)
  const Location = requestPath(c).replace(/reservations\/[^/]*\/order$/, `orders/${order.orderId}`)
  return json(c, order, 201, { ...noStore, Location })
})

const PaymentRequestFields = z
  .object({
    returnUrl: optionalMember(
      z.string().transform((url, ctx) =>
        /^https?:\/\/[^\s]{1,2000}$/.test(url)
          ? url
          : addIssue(ctx, {
              code: 'not-a-return-url',
              detail: 'must be an http or https URL of at most 2000 characters',
            }),
      ),
    ).meta({
      pattern: '^https?://[^\\s]{1,2000}$',
      description:
        'Where the visitor comes back to, paid or not: a URL of MUSEUM_PUBLIC_URL or of one of MUSEUM_CORS_ORIGINS, by default the ' +
        'first of these.',
      example: 'https://museum.example/thanks',
    }),
    language: optionalMember(text(LanguageTag)).meta({
      maxLength: 35,
      description: 'The language of the payment page, a BCP 47 tag.',
      example: 'de',
    }),
  })
  .meta({ id: 'PaymentRequest', description: 'How a visitor pays.', example: {} })

const OpenedPaymentBody = z
  .object({
    paymentId: shownId('Identifier of the payment.', '01940000-0000-7000-8000-000000000601'),
    url: shownText('The payment page, to which the visitor goes.', 'https://checkout.example/pay/1'),
    expiresAt: shownDateTime('When the payment page ends, in UTC.', '2030-05-01T10:31:00.000Z'),
  })
  .meta({ id: 'OpenedPayment', description: 'A payment that is open at the payment provider.' })

export const openPayment = operation({
  method: 'post',
  path: '/reservations/{reservationId}/payment',
  operationId: 'openPayment',
  kind: 'idempotent',
  roles,
  tags,
  description:
    'Opens a payment page at the payment provider, or returns the one that is open. The places are held until five minutes after the ' +
    'end of the page. Once it is paid, the reservation is sold by itself. The body may be left out.',
  body: { ...jsonBody(PaymentRequestFields), required: false },
  retryAdvice: 'Send it again: at most one payment of a reservation is open.',
  responses: {
    201: jsonResponse('The payment page is open.', OpenedPaymentBody),
    200: jsonResponse('It was open before.', OpenedPaymentBody),
    409: problemResponse(
      'The museum takes no payments online, the reservation has ended, costs nothing or too little, or had five payments.',
      'payment-off',
      'reservation-ended',
      'nothing-to-pay',
      'below-minimum',
      'too-many-payments',
    ),
    503: providerAway,
  },
}).calls(async (museum, { path, body, principal }, c) => {
  const opened = await museum.openPayment(path.reservationId, body ?? {}, principal)
  if (isRefusal(opened)) return opened
  const { paymentId, url, expiresAt } = opened.payment
  const shown: z.output<typeof OpenedPaymentBody> = { paymentId, url, expiresAt: toDateTime(expiresAt) }
  return json(c, shown, opened.isNew ? 201 : 200, noStore)
})

export const mailReservation = operation({
  method: 'post',
  path: '/reservations/{reservationId}/mail',
  operationId: 'mailReservation',
  kind: 'change',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Send reservation by e-mail',
  description:
    'Sends the link by which a reservation that was made with `until` is ordered and paid online, until its end, to the email address of ' +
    'its purchaser. The response does not wait for the e-mail. It is limited as for a ticket.',
  retryAdvice: 'Send it again: at worst, the visitor gets the link twice.',
  responses: {
    202: { description: 'The link will be sent.' },
    409: problemResponse(
      'The reservation has ended, was made without `until`, or has no address; or the museum has no shop, takes no payments online, or ' +
        'sends no e-mails.',
      'reservation-ended',
      'reservation-without-end',
      'no-address',
      'shop-off',
      'payment-off',
      'mail-off',
    ),
    429: tooManyMails,
  },
}).calls((mails, { path, principal }) => mails.mailReservation(path.reservationId, principal))

const AttentionFields = z
  .object({
    paymentId: text(PaymentId).meta({
      format: 'uuid',
      description: 'Identifier of the payment, as in the member `attention` of the reservation.',
      ...withExample('01940000-0000-7000-8000-000000000601'),
    }),
    note: optionalMember(text(AttentionNote)).meta({
      minLength: 1,
      maxLength: 500,
      pattern: patterns.line,
      description: 'What was done about it, for the audit log. It should name no person.',
      example: 'Given back by transfer.',
    }),
  })
  .meta({
    id: 'AttentionFields',
    description: 'Which payment was dealt with, and how.',
    example: { paymentId: '01940000-0000-7000-8000-000000000601', note: 'Given back by transfer.' },
  })

export const attendToPayment = operation({
  method: 'post',
  path: '/reservations/{reservationId}/attention',
  operationId: 'attendToPayment',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'Records that a person has dealt with a payment of the member `attention`: it is listed no more, until something else needs a ' +
    'person. No money is moved. A repetition, also for a payment that needs no person, has no further effect.',
  body: jsonBody(AttentionFields),
  retryAdvice: 'Send it again: a payment that was dealt with stays so.',
  responses: {
    200: jsonResponse('The reservation, also where nothing changed.', ReservationBody),
    404: problemResponse(
      'There is no such reservation, or it has no such payment.',
      'reservation-not-found',
      'payment-not-found',
    ),
    409: problemResponse('The payment is open or undecided: the payment provider decides it.', 'payment-open'),
  },
}).calls(
  (museum, { path, body, principal }) => museum.attendToPayment(path.reservationId, body, principal),
  toReservationBody,
)
