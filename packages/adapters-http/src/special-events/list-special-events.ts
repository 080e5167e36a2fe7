import { z } from 'zod'
import { fresh } from '../answer.ts'
import { answers, operation, problemResponse } from '../operation.ts'
import { listHeaders, pagingHeaders } from '../paging.ts'
import { listQuery, noneMatch, notModified } from '../values.wire.ts'
import { SpecialEventBody, bodyOf } from './special-event.wire.ts'

export const listSpecialEvents = operation(
  {
    method: 'get',
    path: '/special-events',
    operationId: 'listSpecialEvents',
    tags: ['Events'],
    summary: 'List special events',
    description:
      'The special events with at least one date from startDate to endDate, each once with all of its dates, ' +
      'in the order of their first date in that period, then of their eventId.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. By default open.',
        'How many events a page.',
      ),
      headers: noneMatch,
    },
    responses: {
      200: answers('The events of the page.', z.array(SpecialEventBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const listed = await museum.listSpecialEvents(query, query)
    return fresh(c, listed.items.map(bodyOf), pagingHeaders(c, query, listed))
  },
)
