import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { eventId } from '../special-events/event-id.wire.ts'
import { AvailabilityBody, capacityHeaders, toAvailabilityBody } from './capacity.wire.ts'

export const getEventAvailability = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}/availability',
    operationId: 'getEventAvailability',
    tags: ['Events'],
    summary: 'Get availability of special event',
    description: 'The places of each date of the event, ascending by date.',
    request: { params: z.object({ eventId }), headers: ifNoneMatch },
    responses: {
      200: jsonResponse('The places of each date.', z.array(AvailabilityBody), capacityHeaders),
      304: notModified,
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been cancelled.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const outcome = await museum.getEventAvailability(path.eventId)
    return isRefusal(outcome) ? toProblem(c, outcome) : okWithEtag(c, outcome.map(toAvailabilityBody))
  },
)
