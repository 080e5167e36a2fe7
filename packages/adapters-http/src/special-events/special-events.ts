import { roles } from '@museum/application'
import type { DeletedEvent } from '@museum/application'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { listQuery, pageParameters } from '../operation/paging.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { shownDateTime, shownText, toDateTime } from '../operation/schemas.ts'
import { SpecialEventBody, SpecialEventChanges, SpecialEventFields, toSpecialEventBody } from './special-event.wire.ts'

const tags = ['Events']

/** The response headers of a special event, for the documentation. */
const headers = z.object({
  ETag: shownText('Identifies this state of the event, for If-Match and If-None-Match.'),
})

export const createSpecialEvent = operation({
  path: '/special-events',
  operationId: 'createSpecialEvent',
  kind: 'keyed',
  roles: ['admin'],
  tags,
  description: 'Creates a special event. Past dates are accepted. Dates are sorted, and repeated dates are removed.',
  body: jsonBody(SpecialEventFields),
  location: { path: '{eventId}', description: 'The path of the event.' },
  responses: {
    201: jsonResponse('The event was created.', SpecialEventBody, headers),
    400: problemResponse('The body or Idempotency-Key is not valid, or the price is finer than the currency.'),
  },
}).calls(
  (museum, { body, principal, once }) => museum.createSpecialEvent(body, { actor: principal, once }),
  toSpecialEventBody,
)

export const listSpecialEvents = operation({
  path: '/special-events',
  operationId: 'listSpecialEvents',
  kind: 'list',
  roles,
  tags,
  description:
    'The special events with at least one date from startDate to endDate, each once with all of its dates, ' +
    'in the order of their first date in that period, then of their eventId.',
  query: listQuery(
    "The first day. By default today in the museum's time zone.",
    'The last day. By default there is no last day.',
    'The number of events in a page.',
  ),
  responses: { 200: jsonResponse('The events of the page.', z.array(SpecialEventBody)) },
}).calls((museum, { query }) => museum.listSpecialEvents(query, query), toSpecialEventBody)

export const getSpecialEvent = operation({
  path: '/special-events/{eventId}',
  operationId: 'getSpecialEvent',
  kind: 'read',
  roles,
  tags,
  description: 'One special event.',
  responses: { 200: jsonResponse('The event.', SpecialEventBody, headers) },
}).calls((museum, { path }) => museum.getSpecialEvent(path.eventId), toSpecialEventBody)

const changes = { schema: SpecialEventChanges }

export const updateSpecialEvent = operation({
  method: 'patch',
  path: '/special-events/{eventId}',
  operationId: 'updateSpecialEvent',
  kind: 'change',
  roles: ['admin'],
  tags,
  description: 'Changes only the members that are sent. Valid tickets for a removed date are cancelled.',
  body: { required: true, content: { 'application/json': changes, 'application/merge-patch+json': changes } },
  ifMatch: 'event',
  responses: {
    200: jsonResponse('The whole updated event.', SpecialEventBody, headers),
    400: problemResponse('The eventId, the body or If-Match is not valid, or the price is finer than the currency.'),
  },
}).calls(
  (museum, { path, body, principal, isMatch }) =>
    museum.updateSpecialEvent(path.eventId, body, principal, (event) => isMatch(toSpecialEventBody(event))),
  toSpecialEventBody,
)

export const deleteSpecialEvent = operation({
  method: 'delete',
  path: '/special-events/{eventId}',
  operationId: 'deleteSpecialEvent',
  kind: 'change',
  roles: ['admin'],
  tags,
  description: 'Deletes a planned event. Its valid tickets are cancelled.',
  ifMatch: 'event',
  responses: {
    204: { description: 'The event was deleted.' },
    400: problemResponse('The eventId or If-Match is malformed.'),
  },
}).calls((museum, { path, principal, isMatch }) =>
  museum.deleteSpecialEvent(path.eventId, principal, (event) => isMatch(toSpecialEventBody(event))),
)

const DeletedSpecialEventBody = SpecialEventBody.extend({
  deletedAt: shownDateTime('When the event was deleted, to the second.', '2030-05-17T17:02:11.000Z'),
}).meta({ id: 'DeletedSpecialEvent', description: 'A deleted event as it was.' })

const toDeletedSpecialEventBody = ({ event, deletedAt }: DeletedEvent): z.output<typeof DeletedSpecialEventBody> => ({
  ...toSpecialEventBody(event),
  deletedAt: toDateTime(deletedAt),
})

export const listDeletedSpecialEvents = operation({
  path: '/deleted-special-events',
  operationId: 'listDeletedSpecialEvents',
  kind: 'list',
  roles: ['admin'],
  tags,
  description:
    'The special events that were deleted and not restored, as they were, the latest deletion first; those of one second in ' +
    'the order of their eventId.',
  query: z.object(pageParameters('The number of events in a page.')),
  responses: { 200: jsonResponse('The deleted events of the page.', z.array(DeletedSpecialEventBody)) },
}).calls((museum, { query }) => museum.listDeletedSpecialEvents(query), toDeletedSpecialEventBody)

export const restoreSpecialEvent = operation({
  method: 'post',
  path: '/deleted-special-events/{eventId}/restoration',
  operationId: 'restoreSpecialEvent',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Restore deleted special event',
  description:
    'Undoes the deletion of an event: it has its dates and its capacity again, and the tickets that the deletion cancelled are ' +
    'valid again. An event that is not deleted stays as it is.',
  responses: {
    200: jsonResponse('The event.', SpecialEventBody, headers),
    404: problemResponse('There is no such event, and no deleted one.', 'event-not-found'),
  },
}).calls(
  (museum, { path, principal }) => museum.restoreSpecialEvent(path.eventId, principal),
  ({ event }) => toSpecialEventBody(event),
)
