import { z } from 'zod'
import { calendarDate } from '../operation/calendar-date.wire.ts'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { revocationCursor } from './revocation-cursor.wire.ts'
import { TicketRevocationsBody, toTicketRevocationsBody } from './ticket-revocations.wire.ts'

export const getTicketRevocations = operation(
  {
    method: 'get',
    path: '/ticket-revocations',
    operationId: 'getTicketRevocations',
    tags: ['Gate'],
    summary: 'Get ticket revocations',
    description:
      'What a gate without a network refuses although the signature of a code is good: cancelled tickets, and removed dates of ' +
      'events. With the cursor of an earlier response in since, only what is new; it may repeat entries, so a client merges ' +
      'them by their identifiers. Entries are withdrawn only when a deleted event is restored: a request without since has all ' +
      'that are in force.',
    request: {
      query: z.object({
        date: calendarDate('Only what concerns tickets for this date or a later one.').meta({ example: '2030-05-01' }),
        since: revocationCursor.optional().meta({ description: 'The cursor of an earlier response.' }),
      }),
      headers: ifNoneMatch,
    },
    responses: {
      200: jsonResponse(
        'The revocations.',
        TicketRevocationsBody,
        z.object({ ETag: z.string().meta({ description: 'Identifies this list, for If-None-Match.' }) }),
      ),
      304: notModified,
      400: problemResponse('The date or the cursor is malformed.'),
    },
  },
  async (museum, { query }, c) =>
    okWithEtag(c, toTicketRevocationsBody(await museum.getTicketRevocations(query.date, query.since))),
)
