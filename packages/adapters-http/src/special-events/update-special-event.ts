import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifMatch } from '../operation/conditional.ts'
import { etagOf } from '../operation/entity-tag.ts'
import { operation } from '../operation/operation.ts'
import { json, mustRevalidate } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { etagPrecondition } from './etag-precondition.ts'
import { eventId } from './event-id.wire.ts'
import { eventHeaders, SpecialEventBody, SpecialEventChanges, toSpecialEventBody } from './special-event.wire.ts'

const body = { schema: SpecialEventChanges }

export const updateSpecialEvent = operation(
  {
    method: 'patch',
    path: '/special-events/{eventId}',
    operationId: 'updateSpecialEvent',
    tags: ['Events'],
    summary: 'Update special event',
    description: 'Changes only the members that are sent. Valid tickets for a date that is removed are cancelled.',
    request: {
      params: z.object({ eventId }),
      headers: ifMatch,
      body: { required: true, content: { 'application/json': body, 'application/merge-patch+json': body } },
    },
    responses: {
      200: jsonResponse('The whole updated event.', SpecialEventBody, eventHeaders),
      400: problemResponse('The eventId, the body or If-Match is faulty.'),
      404: problemResponse('There is no such event; it may have been cancelled.', 'event-not-found'),
      412: problemResponse('The event has another ETag than If-Match.', 'precondition-failed'),
    },
  },
  async (museum, { path, headers, body: changes }, c) => {
    const mayChange = etagPrecondition(headers['If-Match'])
    const event = await museum.updateSpecialEvent(path.eventId, changes, c.get('principal'), mayChange)
    if (isRefusal(event)) return toProblem(c, event)
    const updated = toSpecialEventBody(event)
    return json(c, updated, 200, { ...mustRevalidate, ETag: etagOf(updated) })
  },
)
