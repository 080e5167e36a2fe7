import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { answers, operation, problemResponse } from '../operation/operation.ts'
import { fresh } from '../operation/response.ts'
import { eventId, noneMatch, notModified } from '../operation/values.wire.ts'
import { toProblem } from '../problems/problem.ts'
import { bodyOf, eventHeaders, SpecialEventBody } from './special-event.wire.ts'

export const getSpecialEvent = operation(
  {
    method: 'get',
    path: '/special-events/{eventId}',
    operationId: 'getSpecialEvent',
    tags: ['Events'],
    summary: 'Get special event',
    description: 'One special event.',
    request: { params: z.object({ eventId }), headers: noneMatch },
    responses: {
      200: answers('The event.', SpecialEventBody, eventHeaders),
      304: notModified,
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event; it may have been cancelled.'),
    },
  },
  async (museum, { path }, c) => {
    const event = await museum.getSpecialEvent(path.eventId)
    return isRefusal(event) ? toProblem(c, event) : fresh(c, bodyOf(event))
  },
)
