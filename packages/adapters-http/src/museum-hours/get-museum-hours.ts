import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listHeaders, listQuery, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { MuseumHoursBody } from './museum-hours.wire.ts'

export const getMuseumHours = operation(
  {
    method: 'get',
    path: '/museum-hours',
    operationId: 'getMuseumHours',
    tags: ['Operations'],
    summary: 'Get museum hours',
    description: 'The upcoming operating hours of the museum, ascending by date. A closed day has no record.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. The list ends 365 days after the later of startDate and today at the latest.',
        'The number of open days in a page.',
      ),
      headers: ifNoneMatch,
    },
    responses: {
      200: jsonResponse('The open days.', z.array(MuseumHoursBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.getMuseumHours(query, query)
    const body = page.items.map(({ date, timeOpen, timeClose }) => ({ date, timeOpen, timeClose }))
    return okWithEtag(c, body, pagingHeaders(c, query, page))
  },
)
