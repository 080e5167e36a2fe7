import { CancellationReason, isRefusal } from '@museum/domain'
import { z } from 'zod'
import { etagHeader, okWithEtag } from '../operation/conditional.ts'
import { operation } from '../operation/operation.ts'
import { jsonBody, jsonResponse, problemResponse } from '../operation/route.ts'
import { optionalMember, patterns, shownText, text } from '../operation/schemas.ts'
import { SoldTicketBody, toSoldTicketBody } from './sold-ticket.wire.ts'
import {
  TicketConfirmation,
  TicketPurchase,
  confirmationExamples,
  purchaseExamples,
  purchaseMembers,
  ticketPurchase,
  toTicketConfirmation,
} from './ticket.wire.ts'

const tags = ['Tickets']

export const buyMuseumTickets = operation({
  path: '/tickets',
  operationId: 'buyMuseumTickets',
  kind: 'keyed',
  roles: ['admin', 'box-office'],
  tags,
  description: 'Purchases one ticket, for general entry or for a special event.',
  body: jsonBody(ticketPurchase, { documented: TicketPurchase, examples: purchaseExamples }),
  location: { path: '{ticketId}/qr', description: 'The path of the ticket image.' },
  responses: {
    201: jsonResponse('The ticket was sold.', TicketConfirmation, undefined, confirmationExamples),
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
}).calls(
  (museum, { body: { email, phone, ...purchase }, principal, once }) =>
    museum.buyMuseumTickets({ ...purchase, purchaser: { email, ...(phone && { phone }) } }, { actor: principal, once }),
  toTicketConfirmation,
)

export const getTicket = operation({
  path: '/tickets/{ticketId}',
  operationId: 'getTicket',
  kind: 'read',
  roles: ['admin', 'box-office', 'shop', 'gate'],
  tags,
  description:
    'The ticket in its current state. The role gate gets neither the e-mail address, nor the phone number, nor ' +
    'the refund; once the first two are erased, no role gets them.',
  responses: { 200: jsonResponse('The ticket.', SoldTicketBody, etagHeader('this state of the ticket')) },
}).calls(async (museum, { path, principal }) => {
  const ticket = await museum.getTicket(path.ticketId, principal)
  if (isRefusal(ticket)) return ticket
  const withPurchaser = principal.role !== 'gate'
  const refunds = withPurchaser ? await museum.findRefunds([ticket]) : undefined
  return toSoldTicketBody(ticket, { withPurchaser, refunds })
})

const png = z.custom<Uint8Array>().meta({ type: 'string', format: 'binary', description: 'The ticket image.' })

export const getTicketCode = operation({
  path: '/tickets/{ticketId}/qr',
  operationId: 'getTicketCode',
  kind: 'read',
  roles: ['admin', 'box-office', 'shop', 'gate'],
  tags,
  summary: 'Get ticket QR code',
  description: 'An image of the ticket with a scannable QR code, used for museum or event entry.',
  responses: {
    200: {
      description: 'The ticket image.',
      headers: z.object({
        ETag: shownText('Identifies this state of the image, for If-None-Match.'),
        'Content-Disposition': shownText('The file name, made of the confirmation code.'),
      }),
      content: { 'image/png': { schema: png } },
    },
    410: problemResponse('The ticket was cancelled.', 'ticket-cancelled'),
  },
}).calls(async (museum, { path, principal }, c) => {
  const code = await museum.getTicketCode(path.ticketId, principal)
  if (isRefusal(code)) return code
  return okWithEtag(c, code.image, {
    'Content-Type': 'image/png',
    'Content-Disposition': `inline; filename="${code.ticket.confirmationCode}.png"`,
  })
})

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

export const cancelTicket = operation({
  method: 'post',
  path: '/tickets/{ticketId}/cancellation',
  operationId: 'cancelTicket',
  kind: 'idempotent',
  roles: ['admin', 'box-office'],
  tags,
  description:
    'Cancels a ticket and gives its place back. It cannot be undone. A repetition has no further effect and gets the same ' +
    'response. The body may be left out.',
  body: { ...jsonBody(CancellationFields), required: false },
  retryAdvice: 'Send it again: a ticket that is cancelled stays as it is.',
  responses: {
    200: jsonResponse('The cancelled ticket.', SoldTicketBody),
    409: problemResponse('The ticket was used.', 'ticket-admitted'),
  },
}).calls(async (museum, { path, body, principal }) => {
  const ticket = await museum.cancelTicket(path.ticketId, body?.reason, principal)
  if (isRefusal(ticket)) return ticket
  return toSoldTicketBody(ticket, { withPurchaser: true, refunds: await museum.findRefunds([ticket]) })
})

/** The body of a request to send a ticket. Unknown members are ignored, and an address of null counts as absent. */
export const TicketMailFields = z
  .object({
    email: optionalMember(purchaseMembers.email).meta({
      description: 'Another email address than that of the purchaser. The ticket keeps its own.',
    }),
  })
  .meta({ id: 'TicketMailFields', description: 'Where a ticket is sent.', example: {} })

export const tooManyMails = problemResponse(
  'Too many e-mails were sent to this address or by this user, or too many passwords were wrong.',
  'too-many-mails',
)

export const mailTicket = operation({
  method: 'post',
  path: '/tickets/{ticketId}/mail',
  operationId: 'mailTicket',
  kind: 'change',
  roles: ['admin', 'box-office'],
  tags,
  summary: 'Send ticket by e-mail',
  description:
    'Sends a ticket to the email address of its purchaser again, or to another one. The response does not wait for the ' +
    'e-mail. The body may be left out. In an hour, at most 10 e-mails are sent so to one address, and at most 200 by one user.',
  body: { ...jsonBody(TicketMailFields), required: false },
  retryAdvice: 'Send it again: at worst, the visitor gets the ticket twice.',
  responses: {
    202: { description: 'The ticket will be sent.' },
    409: problemResponse('The ticket has no address, or the museum sends no e-mails.', 'no-address', 'mail-off'),
    410: problemResponse('The ticket was cancelled.', 'ticket-cancelled'),
    429: tooManyMails,
  },
}).calls((mails, { path, body, principal }) => mails.mailTicket(path.ticketId, body?.email, principal))
