import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listHeaders, listQuery, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { AvailabilityBody, toAvailabilityBody } from './capacity.wire.ts'

export const getGeneralEntryAvailability = operation(
  {
    method: 'get',
    path: '/museum-hours/availability',
    operationId: 'getGeneralEntryAvailability',
    tags: ['Operations'],
    summary: 'Get availability of general entry',
    description: 'The places for general entry on each open day, ascending by date. A closed day has no record.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. The list ends 365 days after the later of startDate and today at the latest.',
        'The number of open days in a page.',
      ),
      headers: ifNoneMatch,
    },
    responses: {
      200: jsonResponse('The places of each open day.', z.array(AvailabilityBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.getGeneralEntryAvailability(query, query)
    return okWithEtag(c, page.items.map(toAvailabilityBody), pagingHeaders(c, query, page))
  },
)
