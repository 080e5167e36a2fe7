import { type Order, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { CancellationFields } from '../tickets/cancel-ticket.ts'
import {
  OrderBody,
  OrderConfirmation,
  OrderFields,
  orderExamples,
  orderFields,
  orderId,
  toOrderBody,
  toOrderConfirmation,
  toOrderDraft,
} from './order.wire.ts'

export const placeOrder = operation(
  {
    method: 'post',
    path: '/orders',
    operationId: 'placeOrder',
    kind: 'keyed',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    summary: 'Place order',
    description:
      'Sells several tickets at once: all of them or none. The payment is recorded; no money is taken. All faults of all items ' +
      'are reported together.',
    request: {
      body: {
        required: true,
        content: { 'application/json': { schema: orderFields, documented: OrderFields, examples: orderExamples } },
      },
    },
    responses: {
      201: jsonResponse(
        'The tickets were sold.',
        OrderConfirmation,
        z.object({ Location: z.string().meta({ description: 'The path of the order.' }) }),
      ),
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
  },
  {
    create: (museum, { body }, options) => museum.placeOrder(toOrderDraft(body), options),
    represent: (order: Order, path: string) => ({
      body: toOrderConfirmation(order),
      headers: { ...noStore, Location: `${path}/${order.orderId}` },
    }),
  },
)

export const getOrder = operation(
  {
    method: 'get',
    path: '/orders/{orderId}',
    operationId: 'getOrder',
    kind: 'read',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    summary: 'Get order',
    description: 'The order with its tickets in their current state, and what of it is to be refunded.',
    request: { params: z.object({ orderId }) },
    responses: {
      200: jsonResponse('The order.', OrderBody, etagHeader('this state of the order')),
      400: problemResponse('The orderId is malformed.'),
      404: problemResponse('There is no such order.', 'order-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const order = await museum.getOrder(path.orderId)
    return isRefusal(order) ? toProblem(c, order) : okWithEtag(c, toOrderBody(order))
  },
)

export const cancelOrder = operation(
  {
    method: 'post',
    path: '/orders/{orderId}/cancellation',
    operationId: 'cancelOrder',
    kind: 'idempotent',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    summary: 'Cancel order',
    description:
      'Cancels the tickets of an order that are neither used nor cancelled, and gives their places back. It cannot be undone. ' +
      'A repetition has no further effect. The body may be left out.',
    request: {
      params: z.object({ orderId }),
      body: { required: false, content: { 'application/json': { schema: CancellationFields } } },
    },
    retryAdvice: 'Send it again: tickets that are cancelled stay as they are.',
    responses: {
      200: jsonResponse('The order, in which every ticket is used or cancelled.', OrderBody),
      400: problemResponse('The orderId or the body is not valid.'),
      404: problemResponse('There is no such order.', 'order-not-found'),
      409: problemResponse('Every ticket of the order was used.', 'ticket-admitted'),
    },
  },
  async (museum, { path, body }, c) => {
    const order = await museum.cancelOrder(path.orderId, body?.reason, c.get('principal'))
    return isRefusal(order) ? toProblem(c, order) : json(c, toOrderBody(order), 200, noStore)
  },
)
