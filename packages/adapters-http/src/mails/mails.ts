import type { MailDelivery } from '@museum/application'
import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import {
  FailedRemovedBody,
  WebhookDeliveryBody,
  deliveryState,
  toWebhookDeliveryBody,
} from '../webhooks/webhook.wire.ts'
import { shownId, shownText } from '../operation/schemas.ts'

const tags = ['E-mail']

const kinds = {
  'tickets.sold': 'sold',
  'tickets.cancelled': 'cancelled',
  'tickets.restored': 'restored',
  'payment.returned': 'payment-returned',
  'reservation.payable': 'reservation',
  'tickets.requested': 'links',
  'cancellation.requested': 'cancellation-requested',
} as const

const { type: _, ...deliveryMembers } = WebhookDeliveryBody.shape
const MailDeliveryBody = z
  .object({
    ...deliveryMembers,
    messageId: shownText(
      'The part of the Message-ID before the @, the same in every attempt.',
      '01940000-0000-7000-8000-000000000501',
    ),
    kind: z
      .enum(['sold', 'cancelled', 'restored', 'payment-returned', 'reservation', 'links', 'cancellation-requested'])
      .meta({
        description:
          'What the e-mail tells: the tickets were sold, cancelled, or restored with their event; a payment is returned; by which link ' +
          'a reservation is paid; where the tickets are, which a visitor has asked for; or how the visitor cancels them.',
        example: 'sold',
      }),
    ticketIds: z.array(z.uuid()).meta({ description: 'Identifiers of the tickets; only of these three.' }),
    orderId: shownId('Identifier of their order; absent for a ticket bought alone.').optional(),
    reservationId: shownId('Identifier of the reservation, also of one whose payment is returned.').optional(),
    toAnotherAddress: z
      .boolean()
      .meta({ description: 'Whether it goes to another address than that of the purchaser.', example: false }),
  })
  .meta({
    id: 'MailDelivery',
    description: 'An e-mail to a purchaser, without its address.',
    example: {
      deliveryId: 4711,
      messageId: '01940000-0000-7000-8000-000000000501',
      kind: 'sold',
      ticketIds: ['01940000-0000-7000-8000-000000000101'],
      toAnotherAddress: false,
      timestamp: '2030-05-01T10:00:00.000Z',
      state: 'failed',
      attempts: 1,
      latestAttempt: { at: '2030-05-01T10:00:01.000Z', because: 'The mail server responded with 550.' },
    },
  })

const toMailDeliveryBody = ({ mail, ...delivery }: MailDelivery): z.output<typeof MailDeliveryBody> => {
  const { type: _type, ...common } = toWebhookDeliveryBody({ ...delivery, type: mail.type })
  return {
    ...common,
    kind: kinds[mail.type],
    ...(!('ticketIds' in mail)
      ? {
          ticketIds: [],
          ...('reservationId' in mail && { reservationId: mail.reservationId as string }),
          toAnotherAddress: false,
        }
      : {
          ticketIds: [...mail.ticketIds],
          ...(mail.orderId !== undefined && { orderId: mail.orderId as string }),
          toAnotherAddress: 'isToAnotherAddress' in mail && mail.isToAnotherAddress === true,
        }),
  }
}

export const listMails = operation({
  path: '/mails',
  operationId: 'listMails',
  kind: 'list',
  roles: ['admin'],
  tags,
  summary: 'List e-mails',
  description:
    'The e-mails to purchasers and what became of them, the latest first. Those that were sent are kept for 30 days, those ' +
    'that failed until they are replayed or removed.',
  query: z.object({ state: deliveryState.optional(), ...pageParameters('The number of e-mails in a page.') }),
  responses: { 200: jsonResponse('The e-mails of the page.', z.array(MailDeliveryBody)) },
}).calls((mails, { query: { state, ...page } }) => mails.listMails(page, state), toMailDeliveryBody)

export const replayMail = operation({
  method: 'post',
  path: '/mails/{deliveryId}/replay',
  operationId: 'replayMail',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Replay e-mail',
  description: 'Attempts an e-mail again at once, under the same Message-ID.',
  responses: {
    202: { description: 'The e-mail will be sent.' },
    404: problemResponse(
      'There is no such e-mail, or it went to another address, which is no longer stored.',
      'delivery-not-found',
    ),
  },
}).calls((mails, { path, principal }) => mails.replayMail(path.deliveryId, principal))

export const removeFailedMails = operation({
  method: 'delete',
  path: '/failed-mails',
  operationId: 'removeFailedMails',
  kind: 'change',
  roles: ['admin'],
  tags,
  summary: 'Remove failed e-mails',
  description: 'Removes the e-mails that could not be sent, which are kept until then.',
  responses: { 200: jsonResponse('The failed e-mails are removed.', FailedRemovedBody) },
}).calls(
  (mails) => mails.removeFailedMails(),
  (removed) => ({ removed }),
)
