import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listHeaders, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/to-problem.ts'
import { LoggedScanBody, scanQuery, toLoggedScanBody } from './logged-scan.wire.ts'

export const listAdmissions = operation(
  {
    method: 'get',
    path: '/admissions',
    operationId: 'listAdmissions',
    tags: ['Gate'],
    summary: 'List scans',
    description:
      'The scan log, the latest scan first, those that did not admit included. Only an administrator may read the scans of ' +
      'another date than today.',
    request: { query: scanQuery, headers: ifNoneMatch },
    responses: {
      200: jsonResponse('The scans of the page.', z.array(LoggedScanBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const scans = await museum.listAdmissions({ ...query, isAdmitted: query.admitted }, query, c.get('principal'))
    if (isRefusal(scans)) return toProblem(c, scans)
    const { date, gate, admitted, ticketId } = c.req.query()
    const sent = { date, gate, admitted, ticketId, page: query.page, limit: query.limit }
    return okWithEtag(c, scans.items.map(toLoggedScanBody), pagingHeaders(c, sent, scans))
  },
)
