import { type Ticket, isRefusal } from '@museum/domain'
import { z } from 'zod'
import {
  type Created,
  idempotencyKey,
  idempotencyReplayed,
  keyedRequest,
  render,
  renderedResponse,
} from '../operation/idempotency.ts'
import { operation } from '../operation/operation.ts'
import { json, noStore } from '../operation/response.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { requestPath } from '../paths.ts'
import { toProblem } from '../problems/problem.ts'
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
    tags: ['Tickets'],
    summary: 'Buy museum tickets',
    description: 'Purchases one ticket, for general entry or for a special event.',
    request: {
      headers: idempotencyKey,
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
        z.object({
          Location: z.string().meta({ description: 'The path of the ticket image.' }),
          ...idempotencyReplayed,
        }),
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
        'request-in-progress',
      ),
      422: problemResponse('The same key was used for another request.', 'idempotency-key-reused'),
    },
  },
  async (museum, { headers, body: { email, phone, ...purchase } }, c) => {
    const order = { ...purchase, purchaser: { email, ...(phone && { phone }) } }
    const represent = (ticket: Ticket): Created<TicketConfirmation> => ({
      body: toTicketConfirmation(ticket),
      headers: { ...noStore, Location: `${requestPath(c)}/${ticket.ticketId}/qr` },
    })
    const key = headers['Idempotency-Key']
    if (key === undefined) {
      const ticket = await museum.buyMuseumTickets(order, c.get('principal'))
      if (isRefusal(ticket)) return toProblem(c, ticket)
      const created = represent(ticket)
      return json(c, created.body, 201, created.headers)
    }
    const request = await keyedRequest(c, key)
    const outcome = await museum.idempotent.buyMuseumTickets(order, request, (ticket) => render(represent(ticket)))
    return isRefusal(outcome) ? toProblem(c, outcome) : renderedResponse<TicketConfirmation>(c, outcome)
  },
)
