import type { Mails } from '@museum/application'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { empty } from '../operation/response.ts'
import { problemResponse } from '../operation/route.ts'
import { optionalMember } from '../operation/schemas.ts'
import { toProblem } from '../problems/problem.ts'
import { purchaseMembers, ticketId } from './ticket.wire.ts'

/** The body of a request to send a ticket. Unknown members are ignored, and an address of null counts as absent. */
const TicketMailFields = z
  .object({
    email: optionalMember(purchaseMembers.email).meta({
      description: 'Another email address than that of the purchaser. The ticket keeps its own.',
    }),
  })
  .meta({ id: 'TicketMailFields', description: 'Where a ticket is sent.', example: {} })

export const mailTicket = operation(
  {
    method: 'post',
    path: '/tickets/{ticketId}/mail',
    operationId: 'mailTicket',
    kind: 'change',
    roles: ['admin', 'box-office'],
    tags: ['Tickets'],
    summary: 'Send ticket by e-mail',
    description:
      'Sends a ticket to the email address of its purchaser again, or to another one. The response does not wait for the ' +
      'e-mail. The body may be left out. In an hour, at most 10 e-mails are sent so to one address, and at most 200 by one user.',
    request: {
      params: z.object({ ticketId }),
      body: { required: false, content: { 'application/json': { schema: TicketMailFields } } },
    },
    retryAdvice: 'Send it again: at worst, the visitor gets the ticket twice.',
    responses: {
      202: { description: 'The ticket will be sent.' },
      400: problemResponse('The ticketId or the body is not valid.'),
      404: problemResponse('There is no such ticket.', 'ticket-not-found'),
      409: problemResponse('The ticket has no address, or the museum sends no e-mails.', 'no-address', 'mail-off'),
      410: problemResponse('The ticket was cancelled.', 'ticket-cancelled'),
      429: problemResponse(
        'Too many e-mails were sent to this address or by this user, or too many passwords were wrong.',
        'too-many-mails',
      ),
    },
  },
  async (mails: Mails, { path, body }, c) => {
    const refusal = await mails.mailTicket(path.ticketId, body?.email, c.get('principal'))
    return refusal ? toProblem(c, refusal) : empty(c, 202)
  },
)
