import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { eventId } from '../special-events/event-id.wire.ts'
import { CapacityBody, capacityHeaders } from './capacity.wire.ts'

export const getEventCapacity = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}/capacity',
    operationId: 'getEventCapacity',
    tags: ['Events'],
    summary: 'Get capacity of special event',
    description: 'How many tickets are sold at most for each date of the event.',
    request: { params: z.object({ eventId }), headers: ifNoneMatch },
    responses: {
      200: jsonResponse('The capacity.', CapacityBody, capacityHeaders),
      304: notModified,
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been cancelled.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const outcome = await museum.getEventCapacity(path.eventId)
    return isRefusal(outcome) ? toProblem(c, outcome) : okWithEtag(c, outcome)
  },
)
