import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listQuery, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'

/** One open day in a response. */
export const MuseumHoursBody = z
  .object({
    date: z.iso.date().meta({ description: 'The day on which these hours apply.', example: '2030-05-17' }),
    timeOpen: z
      .string()
      .meta({ description: 'When the museum opens, HH:mm.', example: '09:00', pattern: '^\\d{2}:\\d{2}$' }),
    timeClose: z
      .string()
      .meta({ description: 'When the museum closes, HH:mm.', example: '18:00', pattern: '^\\d{2}:\\d{2}$' }),
  })
  .meta({ id: 'MuseumHours', description: 'The hours of one open day. A closed day has none.' })

export const getMuseumHours = operation(
  {
    method: 'get',
    path: '/museum-hours',
    operationId: 'getMuseumHours',
    kind: 'list',
    roles: ['admin', 'box-office', 'gate', 'reader'],
    tags: ['Operations'],
    summary: 'Get museum hours',
    description: 'The upcoming operating hours of the museum, ascending by date. A closed day has no record.',
    request: {
      query: listQuery(
        "The first day. By default today in the museum's time zone.",
        'The last day. The list ends 365 days after the later of startDate and today at the latest.',
        'The number of open days in a page.',
      ),
    },
    responses: {
      200: jsonResponse('The open days.', z.array(MuseumHoursBody)),
      400: problemResponse('The query is not valid.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.getMuseumHours(query, query)
    const body = page.items.map(({ date, timeOpen, timeClose }) => ({ date, timeOpen, timeClose }))
    return okWithEtag(c, body, pagingHeaders(c, query, page))
  },
)
