import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagOf, ifMatch } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { json, privateNoCache } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import {
  SpecialEventBody,
  SpecialEventChanges,
  etagPrecondition,
  eventHeaders,
  eventId,
  toSpecialEventBody,
} from './special-event.wire.ts'

const body = { schema: SpecialEventChanges }

export const updateSpecialEvent = operation(
  {
    method: 'patch',
    path: '/special-events/{eventId}',
    operationId: 'updateSpecialEvent',
    kind: 'change',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'Update special event',
    description: 'Changes only the members that are sent. Valid tickets for a removed date are cancelled.',
    request: {
      params: z.object({ eventId }),
      headers: ifMatch,
      body: { required: true, content: { 'application/json': body, 'application/merge-patch+json': body } },
    },
    responses: {
      200: jsonResponse('The whole updated event.', SpecialEventBody, eventHeaders),
      400: problemResponse('The eventId, the body or If-Match is not valid, or the price is finer than the currency.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
      412: problemResponse('The event has another ETag than If-Match.', 'precondition-failed'),
    },
  },
  async (museum, { path, headers, body: changes }, c) => {
    const mayChange = etagPrecondition(headers['If-Match'])
    const event = await museum.updateSpecialEvent(path.eventId, changes, c.get('principal'), mayChange)
    if (isRefusal(event)) return toProblem(c, event)
    const updated = toSpecialEventBody(event)
    return json(c, updated, 200, { ...privateNoCache, ETag: etagOf(updated) })
  },
)
