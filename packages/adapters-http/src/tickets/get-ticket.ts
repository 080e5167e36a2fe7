import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { checkRole } from '../operation/permission.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { findTickets } from './find-tickets.ts'
import { SoldTicketBody, toSoldTicketBody } from './sold-ticket.wire.ts'
import { ticketId } from './ticket.wire.ts'

export const getTicket = operation(
  {
    method: 'get',
    path: '/tickets/{ticketId}',
    operationId: 'getTicket',
    kind: 'read',
    roles: ['admin', 'box-office', 'gate'],
    tags: ['Tickets'],
    summary: 'Get ticket',
    description:
      'The ticket in its current state. The role gate gets neither the e-mail address, nor the phone number, nor ' +
      'the refund; once the first two are erased, no role gets them.',
    request: { params: z.object({ ticketId }) },
    responses: {
      200: jsonResponse('The ticket.', SoldTicketBody, etagHeader('this state of the ticket')),
      400: problemResponse('The ticketId is malformed.'),
      404: problemResponse('There is no such ticket.', 'ticket-not-found'),
    },
  },
  async (museum, { path }, c) => {
    const ticket = await museum.getTicket(path.ticketId)
    if (isRefusal(ticket)) return toProblem(c, ticket)
    // Only roles that may search by e-mail address see the purchaser and the refund.
    const withPurchaser = checkRole(c.get('principal'), findTickets.route) === undefined
    const refunds = withPurchaser ? await museum.findRefunds([ticket]) : undefined
    return okWithEtag(c, toSoldTicketBody(ticket, { withPurchaser, refunds }))
  },
)
