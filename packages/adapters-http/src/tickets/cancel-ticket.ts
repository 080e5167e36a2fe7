import { CancellationReason, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { optionalMember, patterns, text } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'
import { SoldTicketBody, toSoldTicketBody } from './sold-ticket.wire.ts'
import { ticketId } from './ticket.wire.ts'

/** The body of a cancellation. Unknown members are ignored, and a reason of null counts as absent. */
export const CancellationFields = z
  .object({
    reason: optionalMember(text(CancellationReason)).meta({
      minLength: 1,
      maxLength: 500,
      pattern: patterns.line,
      description: 'Why it is cancelled, for the list of refunds and the audit log. It should name no person.',
      example: 'The visitor is ill.',
    }),
  })
  .meta({
    id: 'CancellationFields',
    description: 'The reason for a cancellation.',
    example: {},
  })

export const cancelTicket = operation(
  {
    method: 'post',
    path: '/tickets/{ticketId}/cancellation',
    operationId: 'cancelTicket',
    kind: 'idempotent',
    roles: ['admin', 'box-office'],
    tags: ['Tickets'],
    summary: 'Cancel ticket',
    description:
      'Cancels a ticket and gives its place back. It cannot be undone. A repetition has no further effect and gets the same ' +
      'response. The body may be left out.',
    request: {
      params: z.object({ ticketId }),
      body: { required: false, content: { 'application/json': { schema: CancellationFields } } },
    },
    retryAdvice: 'Send it again: a ticket that is cancelled stays as it is.',
    responses: {
      200: jsonResponse('The cancelled ticket.', SoldTicketBody),
      400: problemResponse('The ticketId or the body is not valid.'),
      404: problemResponse('There is no such ticket.', 'ticket-not-found'),
      409: problemResponse('The ticket was used.', 'ticket-admitted'),
    },
  },
  async (museum, { path, body }, c) => {
    const ticket = await museum.cancelTicket(path.ticketId, body?.reason, c.get('principal'))
    if (isRefusal(ticket)) return toProblem(c, ticket)
    const refunds = await museum.findRefunds([ticket])
    return json(c, toSoldTicketBody(ticket, { withPurchaser: true, refunds }), 200, noStore)
  },
)
