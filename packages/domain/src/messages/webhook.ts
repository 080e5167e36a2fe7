import type { Brand } from '../brand.ts'
import { Instant } from '../instant.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { textValue } from '../text.ts'
import type { WebhookId } from '../uuid.ts'
import { type MessageType, messageTypes } from './message.ts'

/** What staff wrote about a webhook: 1 to 200 characters, not blank, one line. */
export type WebhookDescription = Brand<string, 'WebhookDescription'>
/** Makes a `WebhookDescription` from 1 to 200 characters. Throws a `TypeError` for any other text. */
export const WebhookDescription = textValue<WebhookDescription>({ maxLength: 200 })

/** Where another service, the receiver, gets messages of the museum. */
export type Webhook = Readonly<{
  webhookId: WebhookId
  /** Where the messages are sent. */
  url: string
  /** The types of the messages that it gets: at least one, each once, in the order of `messageTypes`. */
  types: readonly MessageType[]
  description?: WebhookDescription | undefined
  /**
   * Whether the messages contain what concerns the purchaser alone: e-mail address, phone number, confirmation codes (which
   * admit) and the references of payments.
   */
  purchaser: boolean
  createdAt: Instant
  /** The time since which no attempt has succeeded; absent if the latest one has. */
  failingSince?: Instant | undefined
  /** When it was disabled; absent while it is enabled. */
  disabledAt?: Instant | undefined
}>

const days = 86_400_000
const [maxCount, maxPreviousSecrets] = [50, 4]

/** The rules of webhooks. */
export const Webhook = {
  /** The greatest number of webhooks. */
  maxCount,

  /** These types, each once, in the order of `messageTypes`. */
  typesOf: (types: readonly MessageType[]): readonly MessageType[] =>
    messageTypes.filter((type) => types.includes(type)),

  /**
   * The webhook after an attempt to deliver a message, which is the same object where nothing changes. It is disabled
   * when its receiver wants no more messages, and when an attempt fails and none has succeeded for four days.
   */
  afterAttempt<Attempted extends Webhook>(
    webhook: Attempted,
    outcome: 'delivered' | 'failed' | 'gone',
    now: Instant,
  ): Attempted {
    const { failingSince, disabledAt } = webhook
    if (disabledAt !== undefined) return webhook
    if (outcome === 'gone') return { ...webhook, disabledAt: now }
    if (outcome === 'delivered') return failingSince === undefined ? webhook : { ...webhook, failingSince: undefined }
    if (failingSince === undefined) return { ...webhook, failingSince: now }
    return now - failingSince < 4 * days ? webhook : { ...webhook, disabledAt: now }
  },

  /** Until when messages are recorded for a disabled webhook. Then the pending ones fail. */
  recordedUntil: ({ disabledAt }: Pick<Webhook, 'disabledAt'>): Instant | undefined =>
    disabledAt === undefined ? undefined : Instant(disabledAt + 3 * days),

  /** How long a secret signs too after a new one was made: in milliseconds. */
  previousSecretMilliseconds: days,
  /** The greatest number of secrets that sign beside the present one. */
  maxPreviousSecrets,

  /** The refusal for a webhookId that no webhook has. */
  notFound: (webhookId: WebhookId): Refusal<'webhook-not-found'> =>
    refuse('webhook-not-found', `There is no webhook ${webhookId}.`),
  /** The refusal for a webhook beyond the greatest number. */
  tooMany: {
    ...refuse('too-many-webhooks', `There are ${maxCount} webhooks already. Delete one that is not needed.`),
    values: { max: maxCount },
  },
  /** The refusal of a new secret while `maxPreviousSecrets` still sign, with the seconds until the first of them ends. */
  tooManySecrets: (retryAfter: number): Refusal<'too-many-secrets'> => ({
    ...refuse(
      'too-many-secrets',
      `The secret was renewed ${maxPreviousSecrets} times within 24 hours, in which the secrets before sign too. ` +
        'Give the receiver the latest one.',
    ),
    values: { renewals: maxPreviousSecrets, hours: 24 },
    retryAfter,
  }),
}
