import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifMatch } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { empty } from '../operation/response.ts'
import { problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { etagPrecondition, eventId } from './special-event.wire.ts'

export const deleteSpecialEvent = operation(
  {
    method: 'delete',
    path: '/special-events/{eventId}',
    operationId: 'deleteSpecialEvent',
    kind: 'change',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'Delete special event',
    description: 'Deletes a planned event. Its valid tickets are cancelled.',
    request: { params: z.object({ eventId }), headers: ifMatch },
    responses: {
      204: { description: 'The event was deleted.' },
      400: problemResponse('The eventId or If-Match is malformed.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
      412: problemResponse('The event has another ETag than If-Match.', 'precondition-failed'),
    },
  },
  async (museum, { path, headers }, c) => {
    const event = await museum.deleteSpecialEvent(
      path.eventId,
      c.get('principal'),
      etagPrecondition(headers['If-Match']),
    )
    return isRefusal(event) ? toProblem(c, event) : empty(c, 204)
  },
)
