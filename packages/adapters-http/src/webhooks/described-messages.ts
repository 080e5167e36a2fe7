import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi'
import type { Message } from '@museum/domain'
import { type ZodObject, z } from 'zod'
import { jsonBody } from '../operation/route.ts'
import { messageBodies } from './message.wire.ts'
import { shownText } from '../operation/schemas.ts'

const headers = z.object({
  'webhook-id': shownText(
    'Identifies the message: the same in every attempt. A receiver that knows it has nothing to do.',
    '01940000-0000-7000-8000-000000000501',
  ),
  'webhook-timestamp': shownText(
    'When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off.',
    '1904637600',
  ),
  'webhook-signature': shownText(
    'Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an ' +
      'HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
})

const responses: RouteConfig['responses'] = {
  204: { description: 'The message was taken. Any status from 200 to 299 says so; the body is ignored.' },
  410: { description: 'The receiver wants no more messages: the webhook is disabled.' },
  503: {
    description:
      'The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ' +
      'ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured.',
  },
}

/** The messages: the name of each, its type, what it tells of, and its body. */
const messages: readonly (readonly [name: string, Message['type'], summary: string, body: ZodObject])[] = [
  ['publishNewEvent', 'special-event.created', 'A special event was created.', messageBodies.event],
  ['publishChangedEvent', 'special-event.updated', 'A special event was changed.', messageBodies.event],
  ['publishDeletedEvent', 'special-event.deleted', 'A special event was deleted.', messageBodies.event],
  ['publishRestoredEvent', 'special-event.restored', 'A deleted special event was restored.', messageBodies.event],
  ['publishChangedHours', 'museum-hours.changed', 'The museum hours were changed.', messageBodies.hours],
  ['publishSoldTicket', 'ticket.sold', 'A ticket was sold.', messageBodies.ticket],
  [
    'publishCancelledTicket',
    'ticket.cancelled',
    'A ticket was cancelled, by itself or with its order.',
    messageBodies.ticket,
  ],
  ['publishNewOrder', 'order.created', 'An order was placed.', messageBodies.order],
  ['publishTest', 'webhook.test', 'A webhook is tested.', messageBodies.test],
]

/** Adds the messages that webhooks get to an OpenAPI document. */
export const describeMessages = (registry: OpenAPIRegistry): void => {
  for (const [name, type, summary, body] of messages)
    registry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      tags: ['Webhooks'],
      summary,
      description: `The message of the type \`${type}\`.`,
      security: [],
      request: { headers, body: jsonBody(body) },
      responses,
    })
}
