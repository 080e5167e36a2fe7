import { z } from 'zod'
import { answers, operation, problemResponse } from '../operation/operation.ts'
import { listHeaders, pagingHeaders } from '../operation/paging.ts'
import { fresh } from '../operation/response.ts'
import { listQuery, noneMatch, notModified } from '../operation/values.wire.ts'
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
        'The last day; in any case the list ends 365 days after the later of startDate and today.',
        'How many open days a page.',
      ),
      headers: noneMatch,
    },
    responses: {
      200: answers('The open days.', z.array(MuseumHoursBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const listed = await museum.getMuseumHours(query, query)
    const body = listed.items.map(({ date, timeOpen, timeClose }) => ({ date, timeOpen, timeClose }))
    return fresh(c, body, pagingHeaders(c, query, listed))
  },
)
