import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { eventId } from '../special-events/special-event.wire.ts'
import { AvailabilityBody, CapacityBody, CapacityFields, capacityHeaders, toAvailabilityBody } from './capacity.wire.ts'

export const setEventCapacity = operation(
  {
    method: 'put',
    path: '/special-events/{eventId}/capacity',
    operationId: 'setEventCapacity',
    kind: 'idempotent',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'Set capacity of special event',
    description:
      'Limits how many tickets are sold for each date of the event. ' +
      'Sold tickets stay valid, even if they are more than that. After a 503, send the request again.',
    request: {
      params: z.object({ eventId }),
      body: { required: true, content: { 'application/json': { schema: CapacityFields } } },
    },
    responses: {
      200: jsonResponse('The capacity is in force.', CapacityBody),
      400: problemResponse('The eventId or the body is not valid.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
    },
  },
  async (museum, { path, body }, c) => {
    const change = await museum.setEventCapacity(path.eventId, body.capacity, c.get('principal'))
    if (isRefusal(change)) return toProblem(c, change)
    return json(c, { capacity: change.capacity }, 200, noStore)
  },
)

export const getEventCapacity = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}/capacity',
    operationId: 'getEventCapacity',
    kind: 'read',
    roles: ['admin', 'box-office'],
    tags: ['Events'],
    summary: 'Get capacity of special event',
    description: 'How many tickets are sold at most for each date of the event.',
    request: { params: z.object({ eventId }) },
    responses: {
      200: jsonResponse('The capacity.', CapacityBody, capacityHeaders),
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const outcome = await museum.getEventCapacity(path.eventId)
    return isRefusal(outcome) ? toProblem(c, outcome) : okWithEtag(c, outcome)
  },
)

export const getEventAvailability = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}/availability',
    operationId: 'getEventAvailability',
    kind: 'read',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Events'],
    summary: 'Get availability of special event',
    description: 'The places of each date of the event, ascending by date.',
    request: { params: z.object({ eventId }) },
    responses: {
      200: jsonResponse('The places of each date.', z.array(AvailabilityBody), capacityHeaders),
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const outcome = await museum.getEventAvailability(path.eventId)
    return isRefusal(outcome) ? toProblem(c, outcome) : okWithEtag(c, outcome.map(toAvailabilityBody))
  },
)
