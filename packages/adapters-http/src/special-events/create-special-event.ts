import type { SpecialEvent } from '@museum/domain'
import { etagOf } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { privateNoCache } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { SpecialEventBody, SpecialEventFields, createdEventHeaders, toSpecialEventBody } from './special-event.wire.ts'

export const createSpecialEvent = operation(
  {
    method: 'post',
    path: '/special-events',
    operationId: 'createSpecialEvent',
    kind: 'keyed',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'Create special event',
    description: 'Creates a special event. Past dates are accepted. Dates are sorted, and repeated dates are removed.',
    request: {
      body: { required: true, content: { 'application/json': { schema: SpecialEventFields } } },
    },
    responses: {
      201: jsonResponse('The event was created.', SpecialEventBody, createdEventHeaders),
      400: problemResponse('The body or Idempotency-Key is not valid, or the price is finer than the currency.'),
    },
  },
  {
    create: (museum, { body }, options) => museum.createSpecialEvent(body, options),
    represent: (event: SpecialEvent, path: string) => {
      const body = toSpecialEventBody(event)
      return { body, headers: { ...privateNoCache, ETag: etagOf(body), Location: `${path}/${event.eventId}` } }
    },
  },
)
