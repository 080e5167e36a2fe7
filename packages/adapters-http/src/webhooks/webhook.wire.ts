import { WebhookDescription, codePoints, messageTypes } from '@museum/domain'
import type { Result, WebhookDelivery } from '@museum/application'
import { z } from 'zod'
import {
  addIssue,
  shownDateTime,
  optionalMember,
  patterns,
  shownCount,
  shownId,
  shownText,
  text,
  toDateTime,
} from '../operation/schemas.ts'

const MessageTypeBody = z.enum(messageTypes).meta({
  id: 'MessageType',
  description: 'A type of message: the kind of change that it tells of.',
  example: 'special-event.created',
})

const url = {
  description:
    'Where the messages are sent: an `https` URL without credentials, whose address is public unless the museum allows others.',
  example: 'https://calendar.example/museum',
}
const types = {
  minItems: 1,
  maxItems: messageTypes.length,
  description: 'The types of the messages that the webhook gets.',
  example: ['special-event.created', 'special-event.deleted'],
}
const description = {
  minLength: 1,
  maxLength: 200,
  description: 'What the webhook is for, in the words of staff.',
  example: 'Calendar of the city',
}
const purchaser = {
  description:
    'Whether messages about tickets and orders contain what concerns the purchaser alone: e-mail address, phone number, ' +
    'confirmation codes, which admit, and the references of payments.',
  example: false,
}

const urlPattern = String.raw`^https?://[^\s\x00-\x1f\x7f-\x9f]+$`
const maxUrlLength = 2_000

const members = {
  url: z
    .string()
    .transform((text, ctx) => {
      if (codePoints(text) <= maxUrlLength && new RegExp(urlPattern, 'u').test(text)) return text
      return addIssue(ctx, {
        code: 'not-a-webhook-url',
        detail: `must be an https URL of at most ${maxUrlLength} characters`,
      })
    })
    .meta({ ...url, pattern: urlPattern, maxLength: maxUrlLength }),
  types: z
    .array(z.unknown())
    // The number of types is checked first, so that a list that is too long has one fault, not one for each entry.
    .transform((entries, ctx) => {
      if (entries.length === 0) return addIssue(ctx, { code: 'no-types', detail: 'must have at least one type' })
      if (entries.length <= messageTypes.length) return entries
      return addIssue(ctx, {
        code: 'too-many-types',
        detail: `must have at most ${messageTypes.length} types`,
        values: { max: messageTypes.length },
      })
    })
    .pipe(z.array(MessageTypeBody))
    .meta({ type: 'array', items: { $ref: '#/components/schemas/MessageType' }, ...types }),
  purchaser: z.boolean().meta(purchaser),
}
const descriptionText = text(WebhookDescription).meta({ ...description, pattern: patterns.line })

const example = {
  url: url.example,
  types: types.example,
  description: description.example,
  purchaser: purchaser.example,
}
const storedExample = {
  webhookId: '01940000-0000-7000-8000-000000000401',
  ...example,
  enabled: true,
  createdAt: '2030-05-01T10:00:00.000Z',
  publicKey: 'whpk_EtTvsHvpgzTIuTVmxmoGnBTLKfM6cYRUAXkLWV02oDA=',
}
const secretExample = 'whsec_aGF2ZSBhIG5pY2UgZGF5IGF0IHRoZSBtdXNldW0hISE='

export const WebhookFields = z
  .object({
    ...members,
    purchaser: optionalMember(members.purchaser)
      .transform((value) => value ?? false)
      .meta({ ...purchaser, type: ['boolean', 'null'], default: false }),
    description: optionalMember(descriptionText),
  })
  .meta({ id: 'WebhookFields', description: 'A webhook to add: where which messages are sent.', example })

export const WebhookChangesBody = z
  .object({
    ...members,
    description: descriptionText.nullable(),
    enabled: z.boolean().meta({
      description: 'Whether messages are sent. `true` also sends those that wait.',
      example: true,
    }),
  })
  .partial()
  .meta({
    id: 'WebhookChanges',
    description: 'The members to change. `types` replaces all types of the webhook; null removes the description.',
    example: { enabled: true },
  })

export const WebhookBody = z
  .object({
    webhookId: shownId('Identifier of the webhook.'),
    url: z.string().meta(url),
    types: z.array(MessageTypeBody).meta(types),
    description: z.string().optional().meta(description),
    purchaser: z.boolean().meta(purchaser),
    enabled: z.boolean().meta({ description: 'Whether messages are sent.', example: true }),
    createdAt: shownDateTime('When the webhook was added, in UTC.'),
    failingSince: shownDateTime(
      'Since when no message could be delivered, in UTC; absent when the latest was.',
    ).optional(),
    disabledAt: shownDateTime('When the webhook was disabled, in UTC; absent while it is enabled.').optional(),
    publicKey: z.string().meta({
      description: 'The key that verifies the signatures `v1a` (Ed25519): `whpk_` and the base64 of its 32 bytes.',
      example: storedExample.publicKey,
    }),
  })
  .meta({
    id: 'Webhook',
    description: 'A webhook: where which messages of the museum are sent.',
    example: storedExample,
  })
type WebhookBody = z.output<typeof WebhookBody>

export const toWebhookBody = (webhook: Result<'getWebhook'>): WebhookBody => ({
  webhookId: webhook.webhookId,
  url: webhook.url,
  types: [...webhook.types],
  ...(webhook.description !== undefined && { description: webhook.description as string }),
  purchaser: webhook.purchaser,
  enabled: webhook.disabledAt === undefined,
  createdAt: toDateTime(webhook.createdAt),
  ...(webhook.failingSince !== undefined && { failingSince: toDateTime(webhook.failingSince) }),
  ...(webhook.disabledAt !== undefined && { disabledAt: toDateTime(webhook.disabledAt) }),
  publicKey: webhook.publicKey,
})

/** A webhook in the response that shows its secret. */
export const WebhookWithSecretBody = z
  .object({
    ...WebhookBody.shape,
    secret: z.string().meta({
      description:
        'The secret that verifies the signatures `v1` (HMAC-SHA256): `whsec_` and the base64 of its 32 bytes. No other response has it.',
      example: secretExample,
    }),
  })
  .meta({
    id: 'WebhookWithSecret',
    description: 'A webhook with its new secret.',
    example: { ...storedExample, secret: secretExample },
  })

export const toWebhookWithSecretBody = ({
  webhook,
  secret,
}: Result<'createWebhook'>): z.output<typeof WebhookWithSecretBody> => ({ ...toWebhookBody(webhook), secret })

export const deliveryState = z
  .enum(['pending', 'delivered', 'failed'])
  .meta({ description: 'Only deliveries in this state.' })

export const FailedRemovedBody = z
  .object({ removed: shownCount('How many were removed.', 2) })
  .meta({ id: 'FailedRemoved', description: 'How many failed deliveries were removed.', example: { removed: 2 } })

export const WebhookDeliveryBody = z
  .object({
    deliveryId: z.int().min(1).meta({
      description: 'Identifier of the delivery. Of deliveries about the same thing, a later change has a higher one.',
      example: 4711,
    }),
    messageId: shownText('The header `webhook-id` of every attempt.', '01940000-0000-7000-8000-000000000501'),
    type: shownText('The type of the message.', 'special-event.created'),
    timestamp: shownDateTime('When the change was made, in UTC.'),
    state: z.enum(['pending', 'delivered', 'failed']).meta({
      description: '`pending`: an attempt is in progress, or follows. `failed`: no further attempt follows.',
      example: 'pending',
    }),
    attempts: shownCount('The number of attempts that have ended.', 1),
    dueAt: shownDateTime('When the next attempt is due, in UTC; only while the delivery is pending.').optional(),
    latestAttempt: z
      .object({
        at: shownDateTime('When the attempt ended, in UTC.'),
        status: z.int().optional().meta({ description: 'The status of the response, if there was one.', example: 500 }),
        because: shownText('Why the attempt failed.', 'The receiver responded with 500.').optional(),
      })
      .optional()
      .meta({ description: 'The latest attempt; absent before the first one.' }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'The delivery of a message to a webhook.',
    example: {
      deliveryId: 4711,
      messageId: '01940000-0000-7000-8000-000000000501',
      type: 'special-event.created',
      timestamp: '2030-05-01T10:00:00.000Z',
      state: 'pending',
      attempts: 1,
      dueAt: '2030-05-01T10:00:06.000Z',
      latestAttempt: { at: '2030-05-01T10:00:01.000Z', status: 500, because: 'The receiver responded with 500.' },
    },
  })

export const toWebhookDeliveryBody = (
  delivery: Omit<WebhookDelivery, 'type'> & Readonly<{ type: string }>,
): z.output<typeof WebhookDeliveryBody> => {
  const { deliveryId, messageId, type, at, state, attempts, dueAt, latest } = delivery
  return {
    deliveryId,
    messageId,
    type,
    timestamp: toDateTime(at),
    state,
    attempts,
    ...(dueAt !== undefined && { dueAt: toDateTime(dueAt) }),
    ...(latest && {
      latestAttempt: {
        at: toDateTime(latest.at),
        ...(latest.status !== undefined && { status: latest.status }),
        ...(latest.because !== undefined && { because: latest.because }),
      },
    }),
  }
}
