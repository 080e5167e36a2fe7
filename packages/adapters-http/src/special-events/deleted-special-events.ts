import type { DeletedEvent } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagOf, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters, pagingHeaders } from '../operation/paging.ts'
import { json, privateNoCache } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toDateTime } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'
import { SpecialEventBody, eventHeaders, eventId, toSpecialEventBody } from './special-event.wire.ts'

const DeletedSpecialEventBody = SpecialEventBody.extend({
  deletedAt: z.iso
    .datetime()
    .meta({ description: 'When the event was deleted, to the second.', example: '2030-05-17T17:02:11.000Z' }),
}).meta({ id: 'DeletedSpecialEvent', description: 'A deleted event as it was.' })
type DeletedSpecialEventBody = z.output<typeof DeletedSpecialEventBody>

/** A deleted event as a response shows it. */
const toDeletedSpecialEventBody = ({ event, deletedAt }: DeletedEvent): DeletedSpecialEventBody => ({
  ...toSpecialEventBody(event),
  deletedAt: toDateTime(deletedAt),
})

export const listDeletedSpecialEvents = operation(
  {
    method: 'get',
    path: '/deleted-special-events',
    operationId: 'listDeletedSpecialEvents',
    kind: 'list',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'List deleted special events',
    description:
      'The special events that were deleted and not restored, as they were, the latest deletion first; those of one second in ' +
      'the order of their eventId.',
    request: { query: z.object(pageParameters('The number of events in a page.')) },
    responses: {
      200: jsonResponse('The deleted events of the page.', z.array(DeletedSpecialEventBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.listDeletedSpecialEvents(query)
    return okWithEtag(c, page.items.map(toDeletedSpecialEventBody), pagingHeaders(c, query, page))
  },
)

export const restoreSpecialEvent = operation(
  {
    method: 'post',
    path: '/deleted-special-events/{eventId}/restoration',
    operationId: 'restoreSpecialEvent',
    kind: 'change',
    roles: ['admin'],
    tags: ['Events'],
    summary: 'Restore deleted special event',
    description:
      'Undoes the deletion of an event: it has its dates and its capacity again, and the tickets that the deletion cancelled are ' +
      'valid again. An event that is not deleted stays as it is.',
    request: { params: z.object({ eventId }) },
    responses: {
      200: jsonResponse('The event.', SpecialEventBody, eventHeaders),
      400: problemResponse('The eventId is malformed.'),
      404: problemResponse('There is no such event, and no deleted one.', 'event-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const outcome = await museum.restoreSpecialEvent(path.eventId, c.get('principal'))
    if (isRefusal(outcome)) return toProblem(c, outcome)
    const event = toSpecialEventBody(outcome.event)
    return json(c, event, 200, { ...privateNoCache, ETag: etagOf(event) })
  },
)
