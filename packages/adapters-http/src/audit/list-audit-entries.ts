import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listHeaders, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toQueryProblem } from '../problems/to-problem.ts'
import { AuditEntryBody, toAuditEntryBody } from './audit-entry.wire.ts'
import { auditQuery } from './audit-query.ts'

export const listAuditEntries = operation(
  {
    method: 'get',
    path: '/audit',
    operationId: 'listAuditEntries',
    tags: ['Audit'],
    summary: 'List audit entries',
    description:
      'Who changed what, the latest change first: special events, museum hours, users, ticket keys, and tickets that were ' +
      'cancelled or whose admission was reverted; each with the values before and after the change.',
    request: { query: auditQuery, headers: ifNoneMatch },
    responses: {
      200: jsonResponse('The entries of the page.', z.array(AuditEntryBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty.'),
    },
  },
  async (museum, { query }, c) => {
    const page = await museum.listAuditEntries(query, query)
    if (isRefusal(page)) return toQueryProblem(c, page)
    const { since, until, about, actor } = c.req.query()
    const sent = { since, until, about, actor, page: query.page, limit: query.limit }
    return okWithEtag(c, page.items.map(toAuditEntryBody), pagingHeaders(c, sent, page))
  },
)
