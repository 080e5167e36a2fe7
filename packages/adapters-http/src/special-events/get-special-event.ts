import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { SpecialEventBody, eventHeaders, eventId, toSpecialEventBody } from './special-event.wire.ts'

export const getSpecialEvent = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}',
    operationId: 'getSpecialEvent',
    kind: 'read',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Events'],
    summary: 'Get special event',
    description: 'One special event.',
    request: { params: z.object({ eventId }) },
    responses: {
      200: jsonResponse('The event.', SpecialEventBody, eventHeaders),
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been deleted.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const event = await museum.getSpecialEvent(path.eventId)
    return isRefusal(event) ? toProblem(c, event) : okWithEtag(c, toSpecialEventBody(event))
  },
)
