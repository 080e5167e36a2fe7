import type { Instant, Refusal, Webhook, WebhookId } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { WebhookSecret } from './webhook-sender.ts'

/** A webhook with its secret and the earlier ones, the latest first, which sign too for a time. */
export type StoredWebhook = Webhook &
  Readonly<{
    secret: WebhookSecret
    /** Those that newer ones have replaced, and until when they sign. */
    previousSecrets?: readonly Readonly<{ secret: WebhookSecret; until: Instant }>[] | undefined
  }>

/**
 * The webhooks. Each change is stored together with its audit entry: either both or neither. A change decides which
 * messages are recorded: by this server at once, by others within 5 seconds.
 */
export interface WebhookRepository {
  /** All webhooks, in ascending order of their identifiers, which is the order in which they were added. */
  list(): Promise<readonly StoredWebhook[]>
  /** Stores a new webhook, unless there are `Webhook.maxCount` already. */
  add(webhook: StoredWebhook, entry: NewAuditEntry): Promise<StoredWebhook | Refusal<'too-many-webhooks'>>
  /**
   * Replaces a webhook by what `decide` returns for it. When that is a refusal or the same object, nothing is written.
   * `entryOf` may return `undefined` for a change that the audit log does not have. Pending deliveries to a webhook that
   * becomes enabled are due at once.
   */
  update<R extends Refusal>(
    webhookId: WebhookId,
    decide: (current: StoredWebhook) => StoredWebhook | R,
    entryOf: (before: StoredWebhook, after: StoredWebhook) => NewAuditEntry | undefined,
  ): Promise<StoredWebhook | R | Refusal<'webhook-not-found'>>
  /** Removes a webhook. Its deliveries are removed by `removeOld` of the deliveries. */
  remove(
    webhookId: WebhookId,
    entryOf: (before: StoredWebhook) => NewAuditEntry,
  ): Promise<StoredWebhook | Refusal<'webhook-not-found'>>
}
