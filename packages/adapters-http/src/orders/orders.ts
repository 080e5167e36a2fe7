import { Email, OrderNumber, PaymentMethod, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { addIssue, calendarDate, optionalMember, patterns, text, withExample } from '../operation/schemas.ts'
import { purchaseMembers } from '../tickets/ticket.wire.ts'
import { CancellationFields, TicketMailFields, tooManyMails } from '../tickets/tickets.ts'
import {
  ListedOrderBody,
  OrderBody,
  OrderConfirmation,
  OrderFields,
  itemRefusals,
  orderExamples,
  orderFields,
  paymentMembers,
  paymentMethod,
  till,
  toPayment,
  toListedOrderBody,
  toOrderBody,
  toOrderConfirmation,
  toOrderDraft,
} from './order.wire.ts'
import { ReceiptBody, toReceiptBodies } from './receipt.wire.ts'
import { SettlementFields, toGivenRefund } from './refunds.ts'

const tags = ['Orders']

export const placeOrder = operation({
  path: '/orders',
  operationId: 'placeOrder',
  kind: 'keyed',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'Sells several tickets at once: all of them or none. The payment is recorded; no money is taken. All faults of all items ' +
    'are reported together.',
  body: jsonBody(orderFields, { documented: OrderFields, examples: orderExamples }),
  location: { path: '{orderId}', description: 'The path of the order.' },
  responses: {
    201: jsonResponse('The tickets were sold.', OrderConfirmation),
    ...itemRefusals,
  },
}).calls(
  (museum, { body, principal, once }) => museum.placeOrder(toOrderDraft(body), { actor: principal, once }),
  toOrderConfirmation,
)

export const getOrder = operation({
  path: '/orders/{orderId}',
  operationId: 'getOrder',
  kind: 'read',
  roles: ['admin', 'box-office', 'shop'],
  tags,
  description: 'The order with its tickets in their current state, and what of it is to be refunded.',
  responses: { 200: jsonResponse('The order.', OrderBody, etagHeader('this state of the order')) },
}).calls(
  async (museum, { path, principal }, c) => {
    const found = await museum.getOrder(path.orderId, principal)
    const [origin, mountPath] = [c.get('publicOrigin'), c.get('mountPath')]
    // Staff never see the link of a visitor.
    if (isRefusal(found) || principal.role !== 'shop' || origin === undefined) return found
    const link = await museum.linkOf(found.order.tickets)
    return { ...found, ticketsUrl: link && `${origin}${mountPath}/my-tickets/${link}` }
  },
  (order) => toOrderBody(order),
)

export const cancelOrder = operation({
  method: 'post',
  path: '/orders/{orderId}/cancellation',
  operationId: 'cancelOrder',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'Cancels the tickets of an order that are neither used nor cancelled, and gives their places back. It cannot be undone. ' +
    'A repetition has no further effect. The body may be left out.',
  body: { ...jsonBody(CancellationFields), required: false },
  retryAdvice: 'Send it again: tickets that are cancelled stay as they are.',
  responses: {
    200: jsonResponse('The order, in which every ticket is used or cancelled.', OrderBody),
    409: problemResponse('Every ticket of the order was used.', 'ticket-admitted'),
  },
}).calls(
  (museum, { path, body, principal }) => museum.cancelOrder(path.orderId, body?.reason, principal),
  (order) => toOrderBody(order),
)

const orderQuery = z.object({
  number: text(OrderNumber)
    .optional()
    .meta({
      pattern: OrderNumber.form,
      description:
        'The number of an order, as a person says it: eight characters in any case, with or without the hyphen. It finds the ' +
        'orders of every seller and day.',
      ...withExample('k7m3-qx8p'),
    }),
  email: text(Email.stored)
    .optional()
    .meta({
      format: 'email',
      maxLength: 254,
      pattern: patterns.storedEmail,
      description: 'The e-mail address of the purchaser, in any case. It finds the orders of every seller and day.',
      ...withExample('visitor@example.org'),
    }),
  soldBy: z
    .string()
    .transform((name, ctx) => (name === '' ? addIssue(ctx, { code: 'text-blank', detail: 'must not be blank' }) : name))
    .optional()
    .meta({
      minLength: 1,
      description:
        'Only orders that this user has sold. Without a number or an address, another user than the caller needs an administrator.',
      ...withExample('desk-1'),
    }),
  from: calendarDate("Only orders that were sold from this date on, in the museum's time zone.").optional(),
  to: calendarDate('Only orders that were sold until this date, less than 31 days after `from`.').optional(),
  ...pageParameters('The number of orders in a page.'),
})

export const listOrders = operation({
  path: '/orders',
  operationId: 'listOrders',
  kind: 'list',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'The orders that were sold last first: without a filter those that the caller has sold today. Tickets that were bought alone ' +
    'have no order.',
  query: orderQuery,
  responses: { 200: jsonResponse('The orders of the page.', z.array(ListedOrderBody)) },
}).calls((museum, { query, principal }) => museum.listOrders(query, query, principal), toListedOrderBody)

export const getReceipts = operation({
  path: '/orders/{orderId}/receipts',
  operationId: 'getReceipts',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'What is printed for an order: the receipt of its sale, and one, with negative amounts, for each time that refunds were ' +
    'settled. The service is no fiscal device.',
  responses: { 200: jsonResponse('The receipts.', z.array(ReceiptBody), etagHeader('this state of the receipts')) },
}).calls((museum, { path }) => museum.getReceipts(path.orderId), toReceiptBodies)

const PaymentFields = z
  .object(paymentMembers)
  .meta({ id: 'PaymentFields', description: 'How an order was paid.', example: { method: 'card' } })

const ReversalFields = z
  .object({
    ...CancellationFields.shape,
    till: optionalMember(till),
    method: optionalMember(text(PaymentMethod)).meta({
      ...paymentMethod,
      description:
        'How the money was given back, of an order without a payment. Otherwise it is the method of the payment.',
    }),
  })
  .meta({ id: 'ReversalFields', description: 'Why an order is undone.', example: {} })

export const reverseOrder = operation({
  method: 'post',
  path: '/orders/{orderId}/reversal',
  operationId: 'reverseOrder',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Undo order',
  description:
    'Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of its payment. An ' +
    'order without a payment is only cancelled, unless a method is sent. No money is moved, unless the order was paid online: then the ' +
    'payment provider gives it back. A repetition has no further effect. ' +
    'The body may be left out.',
  body: { ...jsonBody(ReversalFields), required: false },
  retryAdvice: 'Send it again: an order that is undone stays as it is.',
  responses: {
    200: jsonResponse('The order, in which every ticket is cancelled.', OrderBody),
    409: problemResponse(
      'A ticket of the order was used, or the day of its sale is over.',
      'ticket-admitted',
      'too-late-to-reverse',
    ),
  },
}).calls(
  (museum, { path, body, principal }) => museum.reverseOrder(path.orderId, body ?? {}, principal),
  (order) => toOrderBody(order),
)

export const refundOrder = operation({
  method: 'post',
  path: '/orders/{orderId}/refund',
  operationId: 'refundOrder',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Refund order',
  description:
    'Records that all that is due of an order was given back. No money is moved, unless the method is `online`: then the payment ' +
    'provider gives back what was paid there, and the refunds are `sending` until it has. Refunds that are settled stay as they are; ' +
    'the same body again has no further effect.',
  body: jsonBody(SettlementFields),
  retryAdvice: 'Send it again: refunds that are settled in the same way stay as they are.',
  responses: {
    200: jsonResponse('The order, of which nothing is due.', OrderBody),
    409: problemResponse(
      'Nothing is due for the order, the payment provider is giving it back, or it was not paid online.',
      'nothing-due',
      'refund-settled',
      'not-paid-online',
    ),
  },
}).calls(
  (museum, { path, body, principal }) => museum.refundOrder(path.orderId, toGivenRefund(body), principal),
  (order) => toOrderBody(order),
)

export const correctOrderPayment = operation({
  method: 'put',
  path: '/orders/{orderId}/payment',
  operationId: 'correctOrderPayment',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Correct payment',
  description:
    'Corrects how an order was paid, on the day of its sale, unless it was paid online or all of it was refunded. The sales of the day then have the ' +
    'corrected method. No money is moved. The same body again has no further effect.',
  body: jsonBody(PaymentFields),
  responses: {
    200: jsonResponse('The order with its payment.', OrderBody),
    409: problemResponse(
      'The day of the sale is over, the order was paid online, or all that was paid was refunded.',
      'too-late-to-correct',
      'order-paid-online',
      'order-refunded',
    ),
  },
}).calls(
  (museum, { path, body, principal }) => museum.correctOrderPayment(path.orderId, toPayment(body), principal),
  (order) => toOrderBody(order),
)

const OrderAddressFields = z
  .object({
    email: purchaseMembers.email.meta({ description: 'The right email address of the purchaser.' }),
    phone: purchaseMembers.phone.meta({ description: 'The right phone number; without it, the phone number stays.' }),
  })
  .meta({
    id: 'OrderAddressFields',
    description: 'How the purchaser of an order is reached.',
    example: { email: 'visitor@example.org' },
  })

export const correctOrderAddress = operation({
  method: 'patch',
  path: '/orders/{orderId}',
  operationId: 'correctOrderAddress',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Correct address',
  description:
    'Corrects the email address of all tickets of an order that have one, and sends those that are not cancelled to it, where the ' +
    'museum sends e-mails. Earlier links to the tickets lead nowhere. The same body again has no further effect.',
  body: jsonBody(OrderAddressFields),
  responses: {
    200: jsonResponse('The order with the address.', OrderBody),
    409: problemResponse('The order has no address, or it was erased.', 'no-address'),
  },
}).calls(
  (museum, { path, body: { email, phone }, principal }) =>
    museum.correctOrderAddress(path.orderId, { email, ...(phone && { phone }) }, principal),
  (order) => toOrderBody(order),
)

export const mailOrder = operation({
  method: 'post',
  path: '/orders/{orderId}/mail',
  operationId: 'mailOrder',
  kind: 'change',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Send order by e-mail',
  description:
    'Sends the tickets of an order that are not cancelled to the email address of their purchaser again, or to another one, in one ' +
    'e-mail. Otherwise as for a ticket. The body may be left out.',
  body: { ...jsonBody(TicketMailFields), required: false },
  retryAdvice: 'Send it again: at worst, the visitor gets the tickets twice.',
  responses: {
    202: { description: 'The tickets will be sent.' },
    409: problemResponse('The order has no address, or the museum sends no e-mails.', 'no-address', 'mail-off'),
    410: problemResponse('Every ticket of the order is cancelled.', 'ticket-cancelled'),
    429: tooManyMails,
  },
}).calls((mails, { path, body, principal }) => mails.mailOrder(path.orderId, body?.email, principal))
