import type { OpenAPIRegistry, RouteConfig } from '@asteasolutions/zod-to-openapi'
import type { Message } from '@museum/domain'
import { type ZodObject, z } from 'zod'
import { messageBodies } from './message.wire.ts'

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'Identifies the message: the same in every attempt. A receiver that knows it has nothing to do.',
    example: '01940000-0000-7000-8000-000000000501',
  }),
  'webhook-timestamp': z.string().meta({
    description:
      'When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off.',
    example: '1904637600',
  }),
  'webhook-signature': z.string().meta({
    description:
      'Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an ' +
      'HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
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

/** The messages: the name of each, its types, what it tells of, and its body. */
const messages: Readonly<Record<string, Readonly<{ type: Message['type']; summary: string; body: ZodObject }>>> = {
  publishNewEvent: {
    type: 'special-event.created',
    summary: 'A special event was created.',
    body: messageBodies.event,
  },
  publishChangedEvent: {
    type: 'special-event.updated',
    summary: 'A special event was changed.',
    body: messageBodies.event,
  },
  publishDeletedEvent: {
    type: 'special-event.deleted',
    summary: 'A special event was deleted.',
    body: messageBodies.event,
  },
  publishRestoredEvent: {
    type: 'special-event.restored',
    summary: 'A deleted special event was restored.',
    body: messageBodies.event,
  },
  publishChangedHours: {
    type: 'museum-hours.changed',
    summary: 'The museum hours were changed.',
    body: messageBodies.hours,
  },
  publishSoldTicket: { type: 'ticket.sold', summary: 'A ticket was sold.', body: messageBodies.ticket },
  publishCancelledTicket: {
    type: 'ticket.cancelled',
    summary: 'A ticket was cancelled, by itself or with its order.',
    body: messageBodies.ticket,
  },
  publishNewOrder: { type: 'order.created', summary: 'An order was placed.', body: messageBodies.order },
  publishTest: { type: 'webhook.test', summary: 'A webhook is tested.', body: messageBodies.test },
}

/** Adds the messages that webhooks get to an OpenAPI document. */
export const describeMessages = (registry: OpenAPIRegistry): void => {
  for (const [name, { type, summary, body }] of Object.entries(messages))
    registry.registerWebhook({
      method: 'post',
      path: name,
      operationId: name,
      tags: ['Webhooks'],
      summary,
      description: `The message of the type \`${type}\`.`,
      security: [],
      request: { headers, body: { required: true, content: { 'application/json': { schema: body } } } },
      responses,
    })
}
