import type { RefundedTicket } from '@museum/application'
import { Price, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters, pagingHeaders } from '../operation/paging.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { calendarDate, toDateTime } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'
import { eventId } from '../special-events/special-event.wire.ts'
import { SoldTicketBody, toSoldTicketBody } from '../tickets/sold-ticket.wire.ts'
import { ticketId } from '../tickets/ticket.wire.ts'
import { PaymentBody, paymentMembers, toPaymentBody } from './order.wire.ts'

const refundQuery = z.object({
  state: z
    .enum(['due', 'settled'])
    .meta({ description: '`due`: not refunded yet. `settled`: refunded.', example: 'due' }),
  eventId: eventId.optional().meta({ description: 'Only tickets of this event; it may have been deleted.' }),
  date: calendarDate('Only tickets for this date.').optional(),
  ...pageParameters('The number of refunds in a page.'),
})

const RefundBody = z
  .object({
    ticketId: z.uuid().meta({ description: 'Identifier of the ticket.' }),
    orderId: z.uuid().optional().meta({ description: 'Identifier of its order; absent for a ticket bought alone.' }),
    eventId: z.uuid().optional().meta({ description: 'Identifier of the event; for event tickets only.' }),
    eventName: z
      .string()
      .optional()
      .meta({ description: 'Name of the event when the ticket was sold.', example: 'Night at the Museum' }),
    ticketDate: z.iso.date().meta({ description: 'Date of the ticket.', example: '2030-05-17' }),
    amount: z.number().meta({ description: 'What is to be given back, or was: the price.', example: 12.5 }),
    currency: z.string().meta({ description: 'The currency of the amount (ISO 4217).', example: 'EUR' }),
    cancelledAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the ticket was cancelled, or its date removed, in UTC; null if not known.' }),
    cause: z.enum(['ticket', 'date', 'event']).meta({
      description:
        'What cancelled the ticket: itself or with its order (`ticket`), the removal of its date, or the deletion of its event.',
      example: 'event',
    }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'The reason of the cancellation.', example: 'The visitor is ill.' }),
    payment: PaymentBody.optional().meta({ description: 'How the order of the ticket was paid.' }),
    email: z
      .string()
      .optional()
      .meta({ description: 'Email address of the purchaser.', example: 'visitor@example.org' }),
    settledAt: z.iso.datetime().optional().meta({ description: 'When it was refunded, in UTC.' }),
    settledBy: z.string().optional().meta({ description: 'The user who refunded it.', example: 'desk-1' }),
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

/** A refund as a response shows it. Every member is listed here, so that no other member is sent. */
const toRefundBody = ({ ticket, cancellation, payment }: RefundedTicket): RefundBody => {
  const { cause, at, reason, settlement } = cancellation
  return {
    ticketId: ticket.ticketId,
    ...(ticket.orderId && { orderId: ticket.orderId as string }),
    ...(ticket.event && { eventId: ticket.event.eventId as string, eventName: ticket.event.name as string }),
    ticketDate: ticket.ticketDate,
    amount: Price.toAmount(ticket.price),
    currency: ticket.currency,
    cancelledAt: at === undefined ? null : toDateTime(at),
    cause,
    ...(reason && { reason: reason as string }),
    ...(payment && { payment: toPaymentBody(payment) }),
    ...(ticket.purchaser && { email: ticket.purchaser.email as string }),
    ...(settlement && { settledAt: toDateTime(settlement.settledAt), settledBy: settlement.settledBy }),
  }
}

export const listRefunds = operation(
  {
    method: 'get',
    path: '/refunds',
    operationId: 'listRefunds',
    kind: 'list',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    summary: 'List refunds',
    description:
      'The refunds that are due, or those that were settled, in the order of the time of the cancellation. A refund is due for a ' +
      'cancelled ticket that was not free, unless its date was removed only after it had passed.',
    request: { query: refundQuery },
    responses: {
      200: jsonResponse('The refunds of the page.', z.array(RefundBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const refunds = await museum.listRefunds(query, query)
    const { state, eventId, date } = c.req.query()
    const sent = { state, eventId, date, page: query.page, limit: query.limit }
    return okWithEtag(c, refunds.items.map(toRefundBody), pagingHeaders(c, sent, refunds))
  },
)

const SettlementFields = z.object(paymentMembers).meta({
  id: 'SettlementFields',
  description: 'How a refund was given.',
  example: { method: 'cash' },
})

export const settleRefund = operation(
  {
    method: 'post',
    path: '/tickets/{ticketId}/refund',
    operationId: 'settleRefund',
    kind: 'idempotent',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    summary: 'Settle refund',
    description:
      'Records that the price of a cancelled ticket was given back. No money is moved. The same body again has no further effect. ' +
      'From then on the ticket itself is cancelled, also when its event is restored.',
    request: {
      params: z.object({ ticketId }),
      body: { required: true, content: { 'application/json': { schema: SettlementFields } } },
    },
    retryAdvice: 'Send it again: a refund that is settled in the same way stays as it is.',
    responses: {
      200: jsonResponse('The ticket with its refund.', SoldTicketBody),
      400: problemResponse('The ticketId or the body is not valid.'),
      404: problemResponse('There is no such ticket.', 'ticket-not-found'),
      409: problemResponse(
        'The ticket is not cancelled, nothing is due for it, or it was refunded in another way.',
        'ticket-not-cancelled',
        'nothing-due',
        'refund-settled',
      ),
    },
  },
  async (museum, { path, body: { method, reference } }, c) => {
    const payment = { method, ...(reference && { reference }) }
    const refund = await museum.settleRefund(path.ticketId, payment, c.get('principal'))
    if (isRefusal(refund)) return toProblem(c, refund)
    const refunds = new Map([[refund.ticket.ticketId, refund]])
    return json(c, toSoldTicketBody(refund.ticket, { withPurchaser: true, refunds }), 200, noStore)
  },
)
