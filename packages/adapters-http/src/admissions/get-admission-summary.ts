import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { calendarDate } from '../operation/calendar-date.wire.ts'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { AdmissionSummaryBody, toAdmissionSummaryBody } from './admission-summary.wire.ts'

export const getAdmissionSummary = operation(
  {
    method: 'get',
    path: '/admissions/summary',
    operationId: 'getAdmissionSummary',
    tags: ['Gate'],
    summary: 'Get admission summary',
    description: 'The scans of a date, counted. Only an administrator may read the summary of another date than today.',
    request: {
      query: z.object({ date: calendarDate("The date. By default today in the museum's time zone.").optional() }),
      headers: ifNoneMatch,
    },
    responses: {
      200: jsonResponse(
        'The summary.',
        AdmissionSummaryBody,
        z.object({
          ETag: z.string().meta({ description: 'Identifies this state of the summary, for If-None-Match.' }),
        }),
      ),
      304: notModified,
      400: problemResponse('The date is malformed.'),
    },
  },
  async (museum, { query }, c) => {
    const summary = await museum.getAdmissionSummary(query.date, c.get('principal'))
    return isRefusal(summary) ? toProblem(c, summary) : okWithEtag(c, toAdmissionSummaryBody(summary))
  },
)
