import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { json, unkept } from '../answer.ts'
import { answers, operation, refuses } from '../operation.ts'
import { refused } from '../problem.ts'
import { TicketConfirmation, TicketPurchase, confirmationOf } from './ticket.wire.ts'

export const buyMuseumTickets = operation(
  {
    method: 'post',
    path: '/tickets',
    operationId: 'buyMuseumTickets',
    tags: ['Tickets'],
    summary: 'Buy museum tickets',
    description: 'Purchases one ticket, for general entry or for a special event.',
    request: { body: { required: true, content: { 'application/json': { schema: TicketPurchase } } } },
    responses: {
      201: answers(
        'The ticket was sold.',
        TicketConfirmation,
        z.object({ Location: z.string().meta({ description: 'The path of the ticket image.' }) }),
      ),
      400: refuses('The body is faulty, or the museum is closed on that date.'),
      404: refuses('There is no such special event; it may have been cancelled.'),
    },
  },
  async (museum, { body: { email, phone, ...order } }, c) => {
    const ticket = await museum.buyMuseumTickets({ ...order, purchaser: { email, ...(phone && { phone }) } })
    if (isRefusal(ticket)) return refused(c, ticket)
    return json(c, confirmationOf(ticket), 201, { ...unkept, Location: `${c.req.path}/${ticket.ticketId}/qr` })
  },
)
