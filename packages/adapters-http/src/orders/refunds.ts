import type { RefundedTicket } from '@museum/application'
import { OrderNumber, Price } from '@museum/domain'
import { z } from 'zod'
import { identifiers } from '../operation/identifiers.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import {
  calendarDate,
  optionalMember,
  shownCount,
  shownDate,
  shownId,
  shownNumber,
  shownText,
  toDateTime,
  toDomainValue,
} from '../operation/schemas.ts'
import { SoldTicketBody, shownEntryTime, shownOrderNumber, toSoldTicketBody } from '../tickets/sold-ticket.wire.ts'
import { PaymentBody, paymentMembers, till, toPayment, toPaymentBody } from './order.wire.ts'

const refundQuery = z.object({
  state: z.enum(['due', 'sending', 'settled']).meta({
    description: '`due`: not refunded yet. `sending`: the payment provider is giving it back. `settled`: refunded.',
    example: 'due',
  }),
  eventId: identifiers.eventId
    .optional()
    .meta({ description: 'Only tickets of this event; it may have been deleted.' }),
  date: calendarDate('Only tickets for this date.').optional(),
  ...pageParameters('The number of refunds in a page.'),
})

const RefundBody = z
  .object({
    ticketId: shownId('Identifier of the ticket.'),
    orderId: shownId('Identifier of its order; absent for a ticket bought alone.').optional(),
    orderNumber: shownOrderNumber.optional(),
    eventId: shownId('Identifier of the event; for event tickets only.').optional(),
    eventName: shownText('Name of the event when the ticket was sold.', 'Night at the Museum').optional(),
    ticketDate: shownDate('Date of the ticket.'),
    entryTime: shownEntryTime.optional(),
    amount: shownNumber('What is to be given back, or was: the price.', 12.5),
    currency: shownText('The currency of the amount (ISO 4217).', 'EUR'),
    cancelledAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the ticket was cancelled, or its date removed, in UTC; null if not known.' }),
    cause: z.enum(['ticket', 'date', 'event']).meta({
      description:
        'What cancelled the ticket: itself or with its order (`ticket`), the removal of its date, or the deletion of its event.',
      example: 'event',
    }),
    reason: shownText('The reason of the cancellation.', 'The visitor is ill.').optional(),
    payment: PaymentBody.optional().meta({ description: 'How the order of the ticket was paid.' }),
    paidOnline: z.literal(true).optional().meta({
      description: 'Present where the payment provider can give it back, since the order was paid there.',
    }),
    email: shownText('Email address of the purchaser.', 'visitor@example.org').optional(),
    settledAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When it was refunded, or the payment provider was asked to, in UTC.' }),
    settledBy: shownText('The user who refunded it, or asked for it.', 'desk-1').optional(),
    failure: shownText(
      'Why the payment provider could not give it back; present while it is due again.',
      'The card is closed.',
    ).optional(),
  })
  .meta({
    id: 'Refund',
    description: 'The refund of a cancelled ticket.',
    example: {
      ticketId: '01940000-0000-7000-8000-000000000101',
      eventId: '01940000-0000-7000-8000-000000000001',
      eventName: 'Night at the Museum',
      ticketDate: '2030-05-17',
      amount: 12.5,
      currency: 'EUR',
      cancelledAt: '2030-05-10T09:00:00.000Z',
      cause: 'event',
      email: 'visitor@example.org',
    },
  })
type RefundBody = z.output<typeof RefundBody>

const toRefundBody = ({ ticket, cancellation, payment, isPaidOnline }: RefundedTicket): RefundBody => {
  const { cause, at, reason, settlement, failure } = cancellation
  return {
    ticketId: ticket.ticketId,
    ...(ticket.orderId && { orderId: ticket.orderId as string, orderNumber: OrderNumber.of(ticket.orderId) as string }),
    ...(ticket.event && { eventId: ticket.event.eventId as string, eventName: ticket.event.name as string }),
    ticketDate: ticket.ticketDate,
    ...(ticket.entryTime && { entryTime: ticket.entryTime as string }),
    amount: Price.toAmount(ticket.price),
    currency: ticket.currency,
    cancelledAt: at === undefined ? null : toDateTime(at),
    cause,
    ...(reason && { reason: reason as string }),
    ...(payment && { payment: toPaymentBody(payment) }),
    ...(isPaidOnline && { paidOnline: true as const }),
    ...(ticket.purchaser && { email: ticket.purchaser.email as string }),
    ...(settlement && { settledAt: toDateTime(settlement.settledAt), settledBy: settlement.settledBy }),
    ...(failure !== undefined && { failure }),
  }
}

export const listRefunds = operation({
  path: '/refunds',
  operationId: 'listRefunds',
  kind: 'list',
  roles: ['admin', 'box-office'],
  tags: ['Orders'],
  description:
    'The refunds that are due, that the payment provider is giving, or that were settled, in the order of the time of the cancellation. A refund is due for a ' +
    'cancelled ticket that was not free, unless its date was removed only after it had passed.',
  query: refundQuery,
  responses: { 200: jsonResponse('The refunds of the page.', z.array(RefundBody)) },
}).calls((museum, { query }) => museum.listRefunds(query, query), toRefundBody)

export const SettlementFields = z.object({ ...paymentMembers, till: optionalMember(till) }).meta({
  id: 'SettlementFields',
  description: 'How a refund was given. While visitors can pay online, `online` has the payment provider give it.',
  example: { method: 'cash' },
})

export const toGivenRefund = ({ till: at, ...payment }: z.output<typeof SettlementFields>) => ({
  ...toPayment(payment),
  till: at,
})

export const settleRefund = operation({
  method: 'post',
  path: '/tickets/{ticketId}/refund',
  operationId: 'settleRefund',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags: ['Orders'],
  description:
    'Records that the price of a cancelled ticket was given back. No money is moved, unless the method is `online`: then the payment ' +
    'provider gives back what was paid there, and the refund is `sending` until it has. Such a refund is given at no till, and without ' +
    'a reference of the sender. One that fails is due again. The same body again has no further effect. ' +
    'From then on the ticket itself is cancelled, also when its event is restored.',
  body: jsonBody(SettlementFields),
  retryAdvice: 'Send it again: a refund that is settled in the same way stays as it is.',
  responses: {
    200: jsonResponse('The ticket with its refund.', SoldTicketBody),
    409: problemResponse(
      'The ticket is not cancelled, nothing is due for it, it was refunded in another way, or it was not paid online.',
      'ticket-not-cancelled',
      'nothing-due',
      'refund-settled',
      'not-paid-online',
    ),
  },
}).calls(
  (museum, { path, body, principal }) => museum.settleRefund(path.ticketId, toGivenRefund(body), principal),
  (refund) =>
    toSoldTicketBody(refund.ticket, { withPurchaser: true, refunds: new Map([[refund.ticket.ticketId, refund]]) }),
)

/** The sum of so many of the highest prices is exact. */
const maxRefunds = 100_000

const RefundRunFields = z
  .object({
    eventId: identifiers.eventId.meta({ description: 'Identifier of the event; it may have been deleted.' }),
    date: optionalMember(calendarDate('Only tickets for this date.')),
    total: z
      .number()
      .transform(toDomainValue(Price.sumOfAmount(maxRefunds)))
      .meta({
        minimum: 0,
        maximum: 9_999_999_999_000,
        multipleOf: 0.01,
        description: 'The sum of these refunds, as the caller expects it.',
        example: 240,
      }),
  })
  .meta({
    id: 'RefundRunFields',
    description: 'Which online refunds are to be given.',
    example: { eventId: '01940000-0000-7000-8000-000000000001', total: 240 },
  })

const RefundRunBody = z
  .object({
    eventId: shownId('Identifier of the event.'),
    date: shownDate('The date of the tickets; absent where all dates are meant.').optional(),
    tickets: shownCount('The number of tickets whose refunds are given.', 20),
    total: shownNumber('The sum of the refunds.', 240),
  })
  .meta({ id: 'RefundRun', description: 'The refunds that the payment provider is to give.' })

export const createRefundRun = operation({
  method: 'post',
  path: '/refund-runs',
  operationId: 'createRefundRun',
  kind: 'change',
  roles: ['admin'],
  tags: ['Orders'],
  summary: 'Refund event online',
  description:
    'Has the payment provider give back all that is due of what was paid online for an event, or for one of its dates: 60 orders a ' +
    'minute, each once. `GET /refunds` with the event and the state shows how far it is.',
  body: jsonBody(RefundRunFields),
  retryAdvice:
    'Read first how many refunds of the event are `sending`: none is given twice, but a second run sends again what failed in the first.',
  responses: {
    202: jsonResponse('The refunds will be given.', RefundRunBody),
    409: problemResponse('Another sum is due, or visitors cannot pay online.', 'total-changed', 'payment-off'),
  },
}).calls(
  (museum, { body, principal }) => museum.createRefundRun(body, principal),
  ({ eventId, date, tickets, total }) => ({
    eventId: eventId as string,
    ...(date !== undefined && { date: date as string }),
    tickets,
    total: Price.toAmount(total),
  }),
)
