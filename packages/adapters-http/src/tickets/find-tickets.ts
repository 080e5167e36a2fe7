import { z } from 'zod'
import { ifNoneMatch, notModified, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { listHeaders, pagingHeaders } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { SoldTicketBody, toSoldTicketBody } from './sold-ticket.wire.ts'
import { ticketQuery, toTicketFilter } from './ticket-query.ts'

export const findTickets = operation(
  {
    method: 'get',
    path: '/tickets',
    operationId: 'findTickets',
    tags: ['Tickets'],
    summary: 'Find tickets',
    description:
      'The tickets with a confirmation code, with the e-mail address of a purchaser, or for a date of a special event, in the ' +
      'order in which they were sold. The query has one of these three filters.',
    request: { query: ticketQuery, headers: ifNoneMatch },
    responses: {
      200: jsonResponse('The tickets of the page.', z.array(SoldTicketBody), listHeaders),
      304: notModified,
      400: problemResponse('The query is faulty: it has no filter, or more than one, for example.'),
    },
  },
  async (museum, { query }, c) => {
    const filter = toTicketFilter(query)
    const tickets = filter === undefined ? { items: [], total: 0 } : await museum.findTickets(filter, query)
    const { confirmationCode, email, eventId, date } = c.req.query()
    const sent = { confirmationCode, email, eventId, date, page: query.page, limit: query.limit }
    const body = tickets.items.map((ticket) => toSoldTicketBody(ticket, { withPurchaser: true }))
    return okWithEtag(c, body, pagingHeaders(c, sent, tickets))
  },
)
