import { isRefusal } from '@museum/domain'
import { z } from 'zod'
import { okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { problemResponse } from '../operation/route.ts'
import { toProblem } from '../problems/problem.ts'
import { ticketId } from './ticket.wire.ts'

const png = z.custom<Uint8Array>().meta({ type: 'string', format: 'binary', description: 'The ticket image.' })

export const getTicketCode = operation(
  {
    method: 'get',
    path: '/tickets/{ticketId}/qr',
    operationId: 'getTicketCode',
    kind: 'read',
    roles: ['admin', 'box-office', 'gate'],
    tags: ['Tickets'],
    summary: 'Get ticket QR code',
    description: 'An image of the ticket with a scannable QR code, used for museum or event entry.',
    request: { params: z.object({ ticketId }) },
    responses: {
      200: {
        description: 'The ticket image.',
        headers: z.object({
          ETag: z.string().meta({ description: 'Identifies this state of the image, for If-None-Match.' }),
          'Content-Disposition': z.string().meta({ description: 'The file name, made of the confirmation code.' }),
        }),
        content: { 'image/png': { schema: png } },
      },
      400: problemResponse('The ticketId is malformed.'),
      404: problemResponse('There is no such ticket.', 'ticket-not-found'),
      410: problemResponse('The ticket was cancelled.', 'ticket-cancelled'),
    },
  },
  async (museum, { path }, c) => {
    const code = await museum.getTicketCode(path.ticketId, c.get('principal'))
    if (isRefusal(code)) return toProblem(c, code)
    const name = `${code.ticket.confirmationCode}.png`
    return okWithEtag(c, code.image, {
      'Content-Type': 'image/png',
      'Content-Disposition': `inline; filename="${name}"`,
    })
  },
)
