import { operation } from '../operation/operation.ts'
import { okWithReport, reportDates, reportResponses } from '../operation/report.ts'
import { tillFilter } from '../orders/order.wire.ts'
import { SalesBody, toSalesRowBody } from './sales.wire.ts'

export const getSales = operation({
  path: '/sales',
  operationId: 'getSales',
  kind: 'read',
  roles: ['admin', 'box-office'],
  tags: ['Orders'],
  isLong: true,
  description:
    'What was sold and refunded on each date, added up by user, method, till, event, price category and currency. A sale has the date ' +
    'on which it was made, and keeps it; its row says how many of its tickets are cancelled now. A refund has the date on ' +
    'which it was settled, or asked for at the payment provider; one that failed there has negative numbers on that date. With a till, only what was sold and refunded there. An administrator gets the rows of all users, the box office those of the caller. Tickets that were sold before ' +
    'times of sale were stored are left out.',
  query: reportDates.extend({ till: tillFilter }),
  responses: reportResponses('The sales and refunds.', SalesBody, 'sales'),
}).calls(async (museum, { query, principal }, c) =>
  okWithReport(c, await museum.getSales(query, principal), toSalesRowBody),
)
