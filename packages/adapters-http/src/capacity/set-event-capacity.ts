import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { eventId } from '../special-events/event-id.wire.ts'
import { CapacityBody, CapacityFields } from './capacity.wire.ts'

export const setEventCapacity = operation(
  {
    method: 'put',
    path: '/special-events/{eventId}/capacity',
    operationId: 'setEventCapacity',
    tags: ['Events'],
    summary: 'Set capacity of special event',
    description:
      'Limits how many tickets are sold for each date of the event. ' +
      'Tickets that are sold stay valid, also where they are more. After a 503, send it again.',
    request: {
      params: z.object({ eventId }),
      body: { required: true, content: { 'application/json': { schema: CapacityFields } } },
    },
    responses: {
      200: jsonResponse('The capacity is in force.', CapacityBody),
      400: problemResponse('The eventId or the body is faulty.'),
      404: problemResponse('There is no such event; it may have been cancelled.', 'event-not-found'),
    },
  },
  async (museum, { path, body }, c) => {
    const change = await museum.setEventCapacity(path.eventId, body.capacity, c.get('principal'))
    if (isRefusal(change)) return toProblem(c, change)
    return json(c, { capacity: change.capacity }, 200, noStore)
  },
)
