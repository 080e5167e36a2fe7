import type { Ticket } from '@museum/domain'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import {
  TicketConfirmation,
  TicketPurchase,
  confirmationExamples,
  purchaseExamples,
  ticketPurchase,
  toTicketConfirmation,
} from './ticket.wire.ts'

export const buyMuseumTickets = operation(
  {
    method: 'post',
    path: '/tickets',
    operationId: 'buyMuseumTickets',
    kind: 'keyed',
    roles: ['admin', 'box-office'],
    tags: ['Tickets'],
    summary: 'Buy museum tickets',
    description: 'Purchases one ticket, for general entry or for a special event.',
    request: {
      body: {
        required: true,
        content: {
          'application/json': { schema: ticketPurchase, documented: TicketPurchase, examples: purchaseExamples },
        },
      },
    },
    responses: {
      201: jsonResponse(
        'The ticket was sold.',
        TicketConfirmation,
        z.object({ Location: z.string().meta({ description: 'The path of the ticket image.' }) }),
        confirmationExamples,
      ),
      400: problemResponse(
        'The body or Idempotency-Key is not valid, or the museum is closed on that date.',
        'museum-closed',
      ),
      404: problemResponse('There is no such special event; it may have been deleted.', 'event-not-found'),
      409: problemResponse(
        'No place is left on that date, or another request with the same key is in progress.',
        'sold-out',
      ),
    },
  },
  {
    create: (museum, { body: { email, phone, ...purchase } }, options) =>
      museum.buyMuseumTickets({ ...purchase, purchaser: { email, ...(phone && { phone }) } }, options),
    represent: (ticket: Ticket, path: string) => ({
      body: toTicketConfirmation(ticket),
      headers: { ...noStore, Location: `${path}/${ticket.ticketId}/qr` },
    }),
  },
)
