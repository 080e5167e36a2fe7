import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listQuery, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { SpecialEventBody, toSpecialEventBody } from './special-event.wire.ts'

export const listSpecialEvents = operation(
  {
    method: 'get',
    path: '/special-events',
    operationId: 'listSpecialEvents',
    kind: 'list',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Events'],
    summary: 'List special events',
    description:
      'The special events with at least one date from startDate to endDate, each once with all of its dates, ' +
      'in the order of their first date in that period, then of their eventId.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. By default there is no last day.',
        'The number of events in a page.',
      ),
    },
    responses: {
      200: jsonResponse('The events of the page.', z.array(SpecialEventBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.listSpecialEvents(query, query)
    return okWithEtag(c, page.items.map(toSpecialEventBody), pagingHeaders(c, query, page))
  },
)
