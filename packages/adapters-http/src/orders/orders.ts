import { operation } from '../operation/operation.ts'
import { etagHeader } from '../operation/conditional.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { CancellationFields } from '../tickets/tickets.ts'
import {
  OrderBody,
  OrderConfirmation,
  OrderFields,
  orderExamples,
  orderFields,
  toOrderBody,
  toOrderConfirmation,
  toOrderDraft,
} from './order.wire.ts'

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
    400: problemResponse(
      'The body or Idempotency-Key is not valid, or the museum is closed on the date of an item.',
      'museum-closed',
    ),
    404: problemResponse('There is no such special event; it may have been deleted.', 'event-not-found'),
    409: problemResponse(
      'Too few places are left on the date of an item, the order costs another total, or another request with the same key is ' +
        'in progress.',
      'sold-out',
      'total-changed',
    ),
  },
}).calls(
  (museum, { body, principal, once }) => museum.placeOrder(toOrderDraft(body), { actor: principal, once }),
  toOrderConfirmation,
)

export const getOrder = operation({
  path: '/orders/{orderId}',
  operationId: 'getOrder',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags,
  description: 'The order with its tickets in their current state, and what of it is to be refunded.',
  responses: { 200: jsonResponse('The order.', OrderBody, etagHeader('this state of the order')) },
}).calls(
  (museum, { path }) => museum.getOrder(path.orderId),
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
