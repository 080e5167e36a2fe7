import { isRefusal } from '@museum/domain'
import { etagHeader, okWithEtagOfParts } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { partsOfReport, reportDates, reportDatesFault, tooManyRowsFault } from '../operation/report.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toQueryProblem } from '../problems/problem.ts'
import { SalesBody, toSalesRowBody } from './sales.wire.ts'

export const getSales = operation(
  {
    method: 'get',
    path: '/sales',
    operationId: 'getSales',
    kind: 'read',
    roles: ['admin', 'box-office'],
    tags: ['Orders'],
    isLong: true,
    summary: 'Get sales',
    description:
      'What was sold and refunded on each date, added up by user, method, event, price category and currency. A sale has the date ' +
      'on which it was made, and keeps it; its row says how many of its tickets are cancelled now. A refund has the date of its ' +
      'settlement. An administrator gets the rows of all users, the box office those of the caller. Tickets that were sold before ' +
      'times of sale were stored are left out.',
    request: { query: reportDates },
    responses: {
      200: jsonResponse('The sales and refunds.', SalesBody, etagHeader('this state of the sales')),
      400: problemResponse(reportDatesFault),
      409: problemResponse(tooManyRowsFault, 'too-many-rows'),
    },
  },
  async (museum, { query }, c) => {
    const report = await museum.getSales(query, c.get('principal'))
    return isRefusal(report)
      ? toQueryProblem(c, report)
      : okWithEtagOfParts<SalesBody>(c, partsOfReport(report, toSalesRowBody))
  },
)
