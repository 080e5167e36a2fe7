import { z } from 'zod'
import { createdResponse, idempotencyKey, replayable } from '../operation/idempotency.ts'
import { operation } from '../operation/operation.ts'
import { noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { confirmationOf, TicketConfirmation, TicketPurchase } from './ticket.wire.ts'

export const buyMuseumTickets = operation(
  {
    method: 'post',
    path: '/tickets',
    operationId: 'buyMuseumTickets',
    tags: ['Tickets'],
    summary: 'Buy museum tickets',
    description: 'Purchases one ticket, for general entry or for a special event.',
    request: {
      headers: idempotencyKey,
      body: { required: true, content: { 'application/json': { schema: TicketPurchase } } },
    },
    responses: {
      201: jsonResponse(
        'The ticket was sold.',
        TicketConfirmation,
        z.object({ Location: z.string().meta({ description: 'The path of the ticket image.' }), ...replayable }),
      ),
      400: problemResponse('The body or Idempotency-Key is faulty, or the museum is closed on that date.'),
      404: problemResponse('There is no such special event; it may have been cancelled.'),
      409: problemResponse('A request under the same key is being carried out.'),
      422: problemResponse('Another request was sent under the same key.'),
    },
  },
  (museum, { headers, body: { email, phone, ...purchase } }, c) => {
    const order = { ...purchase, purchaser: { email, ...(phone && { phone }) } }
    return createdResponse(c, headers['Idempotency-Key'], {
      create: () => museum.buyMuseumTickets(order, { username: c.get('username') }),
      createOnce: (request, render) => museum.idempotent.buyMuseumTickets(order, request, render),
      represent: (ticket) => ({
        body: confirmationOf(ticket),
        headers: { ...noStore, Location: `${c.req.path}/${ticket.ticketId}/qr` },
      }),
    })
  },
)
