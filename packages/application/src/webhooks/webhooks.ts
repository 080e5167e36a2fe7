import { renewedCache } from '@museum/concurrency'
import {
  type DeliveryState,
  Instant,
  type MessageType,
  type Refusal,
  Webhook,
  type WebhookDescription,
  WebhookId,
  isRefusal,
  refuse,
  refuseFaults,
} from '@museum/domain'
import { type Actor, serverPrincipal } from '../access/principal.ts'
import { type AuditedValues, changedValues, recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type {
  ClaimedWebhookDelivery,
  DeliveryRepository,
  DeliveryResult,
  WebhookDelivery,
} from './delivery-repository.ts'
import { failedAttempt, failureOfDefect } from './failed-attempt.ts'
import { type MessageContent, readContent } from './message-content.ts'
import type { StoredWebhook, WebhookRepository } from './webhook-repository.ts'
import type { WebhookOutcome, WebhookSecretTexts, WebhookSender } from './webhook-sender.ts'

/** Everything that the operations on webhooks depend on. */
export type WebhookPorts = Readonly<{
  webhooks: WebhookRepository
  deliveries: DeliveryRepository
  webhookSender: WebhookSender
  /** Makes the body of a message, as JSON text: with what concerns the purchaser alone, or without. */
  renderMessage: (content: MessageContent, withPurchaser: boolean) => string
  /** A number from 0 to 1, which spreads the attempts that follow failures at the same moment. */
  random: () => number
}> &
  Pick<MuseumPorts, 'tickets' | 'orders' | 'refunds' | 'now' | 'dateOf' | 'newId'>

/** A webhook to add. */
export type WebhookDraft = Readonly<{
  url: string
  types: readonly MessageType[]
  description?: WebhookDescription | undefined
  purchaser: boolean
}>

/** Changes of a webhook; what is absent stays as it is. `description: null` removes it. */
export type WebhookChanges = Readonly<{
  [Member in 'url' | 'types' | 'purchaser']?: WebhookDraft[Member] | undefined
}> &
  Readonly<{ description?: WebhookDescription | null | undefined; enabled?: boolean | undefined }>

/** A webhook with its new secret, which is shown this once. */
export type WebhookWithSecret = Readonly<{ webhook: WebhookWithKey; secret: string }>

/** A webhook as administrators see it, with the public key of its signatures. */
export type WebhookWithKey = Webhook & Pick<WebhookSecretTexts, 'publicKey'>

/** Every operation on webhooks as a function. `actor` is recorded in the audit log as the one who made the change. */
export interface Webhooks extends ReturnType<typeof createWebhooks> {}

/** Builds the operations on these ports. A service that tells no other service of its changes does not need them. */
export const createWebhooks = (ports: WebhookPorts) => {
  const { webhooks, deliveries, webhookSender, renderMessage, random, now, newId } = ports

  const withKey = (stored: StoredWebhook): WebhookWithKey => {
    const { secret, previousSecrets: _, ...webhook } = stored
    return { ...webhook, publicKey: webhookSender.secretTexts(secret).publicKey }
  }
  const withSecret = (stored: StoredWebhook): WebhookWithSecret => ({
    webhook: withKey(stored),
    secret: webhookSender.secretTexts(stored.secret).secret,
  })
  const find = async (
    webhookId: WebhookId,
    list: WebhookRepository['list'] = webhooks.list,
  ): Promise<StoredWebhook | Refusal<'webhook-not-found'>> =>
    (await list()).find((webhook) => webhook.webhookId === webhookId) ?? Webhook.notFound(webhookId)
  const findUrlRefusal = (url: string) => {
    const fault = webhookSender.faultOfUrl(url)
    return fault && refuseFaults({ member: 'url', ...fault })
  }
  /** The webhooks for deliveries, which change seldom. */
  const cached = renewedCache(webhooks.list, now)
  const update = <R extends Refusal>(...change: Parameters<typeof webhooks.update<R>>) =>
    webhooks.update<R>(...change).finally(cached.invalidate)

  /** The body of a message; or the outcome of the attempt, when a defect keeps it from being made. */
  const renderBody = async (
    { message }: ClaimedWebhookDelivery,
    { purchaser }: Webhook,
  ): Promise<string | WebhookOutcome> => {
    try {
      return renderMessage(await readContent(ports, message), purchaser)
    } catch (error) {
      return { outcome: 'failed', ...failureOfDefect(error) }
    }
  }

  return {
    /** Adds an enabled webhook. Returns `validation-failed` for a faulty URL, and `too-many-webhooks` when there are `Webhook.maxCount` already. */
    createWebhook: async (
      { url, types, description, purchaser }: WebhookDraft,
      actor: Actor,
    ): Promise<WebhookWithSecret | Refusal<'validation-failed' | 'too-many-webhooks'>> => {
      const refusal = findUrlRefusal(url)
      if (refusal !== undefined) return refusal
      const webhook: StoredWebhook = {
        webhookId: WebhookId(newId()),
        url,
        types: Webhook.typesOf(types),
        ...(description !== undefined && { description }),
        purchaser,
        createdAt: now(),
        secret: webhookSender.newSecret(),
      }
      const entry = recordChange({ now }, actor, { kind: 'webhook', id: webhook.webhookId }, 'createWebhook', {
        after: webhookValues(webhook),
      })
      const added = await webhooks.add(webhook, entry)
      return isRefusal(added) ? added : withSecret(added)
    },

    /** Returns all webhooks, in the order in which they were added. */
    listWebhooks: async (): Promise<readonly WebhookWithKey[]> => (await webhooks.list()).map(withKey),

    /** Returns a webhook. */
    getWebhook: async (webhookId: WebhookId): Promise<WebhookWithKey | Refusal<'webhook-not-found'>> => {
      const found = await find(webhookId)
      return isRefusal(found) ? found : withKey(found)
    },

    /** Changes a webhook. What waits for one that becomes enabled is delivered now. */
    updateWebhook: async (
      webhookId: WebhookId,
      { url, types, description, purchaser, enabled }: WebhookChanges,
      actor: Actor,
    ): Promise<WebhookWithKey | Refusal<'validation-failed' | 'webhook-not-found'>> => {
      const refusal = url === undefined ? undefined : findUrlRefusal(url)
      if (refusal !== undefined) return refusal
      const outcome = await update<never>(
        webhookId,
        (current) => {
          const changed: StoredWebhook = {
            ...current,
            ...(url !== undefined && { url }),
            ...(types !== undefined && { types: Webhook.typesOf(types) }),
            ...(description !== undefined && { description: description ?? undefined }),
            ...(purchaser !== undefined && { purchaser }),
            ...(enabled === true && { disabledAt: undefined }),
            ...(enabled === false && { disabledAt: current.disabledAt ?? now() }),
          }
          // Enabled again, it gets four days of attempts again.
          const isResumed = current.disabledAt !== undefined && changed.disabledAt === undefined
          const after = isResumed ? { ...changed, failingSince: undefined } : changed
          return isSame(current, after) ? current : after
        },
        (before, after) =>
          recordChange(
            { now },
            actor,
            { kind: 'webhook', id: after.webhookId },
            'updateWebhook',
            changedValues(webhookValues(before), webhookValues(after)),
          ),
      )
      return isRefusal(outcome) ? outcome : withKey(outcome)
    },

    /** Removes a webhook. What waits for it is not delivered. */
    deleteWebhook: async (
      webhookId: WebhookId,
      actor: Actor,
    ): Promise<WebhookWithKey | Refusal<'webhook-not-found'>> => {
      const outcome = await webhooks.remove(webhookId, (before) =>
        recordChange({ now }, actor, { kind: 'webhook', id: before.webhookId }, 'deleteWebhook', {
          before: webhookValues(before),
        }),
      )
      cached.invalidate()
      return isRefusal(outcome) ? outcome : withKey(outcome)
    },

    /** Gives a webhook a new secret. Each one before signs too for `Webhook.previousSecretMilliseconds` from its renewal. */
    renewWebhookSecret: async (
      webhookId: WebhookId,
      actor: Actor,
    ): Promise<WebhookWithSecret | Refusal<'webhook-not-found' | 'too-many-secrets'>> => {
      const secret = webhookSender.newSecret()
      const outcome = await update<Refusal<'too-many-secrets'>>(
        webhookId,
        (current) => {
          const at = now()
          const signing = previousSecretsAt(current, at)
          const first = signing[Webhook.maxPreviousSecrets - 1]
          if (first !== undefined) return Webhook.tooManySecrets(Math.ceil((first.until - at) / 1_000))
          const previous = { secret: current.secret, until: Instant(at + Webhook.previousSecretMilliseconds) }
          return { ...current, secret, previousSecrets: [previous, ...signing] }
        },
        (before) => recordChange({ now }, actor, { kind: 'webhook', id: before.webhookId }, 'renewWebhookSecret'),
      )
      return isRefusal(outcome) ? outcome : withSecret(outcome)
    },

    /** Sends a message of the type `webhook.test` to an enabled webhook. */
    testWebhook: async (
      webhookId: WebhookId,
    ): Promise<Refusal<'webhook-not-found' | 'webhook-disabled'> | undefined> => {
      const found = await find(webhookId)
      if (isRefusal(found)) return found
      if (found.disabledAt !== undefined) return webhookDisabled
      await deliveries.add(webhookId, { type: 'webhook.test', at: now() })
      return undefined
    },

    /** Returns a part of the deliveries of a webhook, the latest first. */
    listWebhookDeliveries: async (
      webhookId: WebhookId,
      request: ListRequest<WebhookDelivery>,
      state?: DeliveryState,
    ): Promise<Page<WebhookDelivery> | Refusal<'webhook-not-found'>> => {
      const found = await find(webhookId)
      return isRefusal(found) ? found : deliveries.list(webhookId, request, state)
    },

    /** Has a delivery attempted again, under the same messageId. */
    replayWebhookDelivery: async (
      webhookId: WebhookId,
      deliveryId: number,
      actor: Actor,
    ): Promise<Refusal<'webhook-not-found' | 'delivery-not-found'> | undefined> => {
      const found = await find(webhookId)
      if (isRefusal(found)) return found
      const entry = recordChange({ now }, actor, { kind: 'webhook', id: found.webhookId }, 'replayWebhookDelivery', {
        after: { deliveryId },
      })
      return deliveries.replay(webhookId, deliveryId, entry)
    },

    /** Removes all failed deliveries of a webhook, and returns how many. */
    removeFailedDeliveries: async (webhookId: WebhookId): Promise<number | Refusal<'webhook-not-found'>> => {
      const found = await find(webhookId)
      if (isRefusal(found)) return found
      let removed = 0
      for (let count = -1; count !== 0; removed += count) count = await deliveries.removeFailed(webhookId)
      return removed
    },

    /**
     * Attempts a claimed delivery, and returns what is to be stored of it. Disables the webhook when the attempt says so,
     * and calls `onDisabled` then. A message that cannot be made is a failed attempt; throws `Unavailable` when it cannot be
     * read now.
     */
    attemptDelivery: async (
      delivery: ClaimedWebhookDelivery,
      onDisabled?: (webhook: Webhook) => void,
    ): Promise<DeliveryResult> => {
      const { receiver: webhookId } = delivery
      const findEnabled = async (list: WebhookRepository['list']) => {
        const found = await find(webhookId, list)
        return isRefusal(found) || found.disabledAt !== undefined ? undefined : found
      }
      // The cache may be older than the webhook, or than its resumption.
      const webhook = (await findEnabled(cached.get)) ?? (await findEnabled(cached.getAgain))
      if (webhook === undefined) return { delivery, at: now(), result: 'released' }
      const body = await renderBody(delivery, webhook)
      // A defect of this server says nothing about the receiver.
      if (typeof body !== 'string') return resultOf(delivery, body, now(), random())
      const outcome = await webhookSender.send({
        url: webhook.url,
        messageId: delivery.messageId,
        body,
        secrets: secretsAt(webhook, now()),
      })
      const at = now()
      // Another server may have stored the failure before this success since the webhook was cached.
      const isAgain = outcome.outcome === 'delivered' && delivery.attempts > 0
      const current = isAgain ? await findEnabled(cached.getAgain) : webhook
      if (current !== undefined && Webhook.afterAttempt(current, outcome.outcome, at) !== current) {
        const updated = await update<never>(
          webhookId,
          (stored) => Webhook.afterAttempt(stored, outcome.outcome, at),
          (before, after) =>
            after.disabledAt === before.disabledAt
              ? undefined
              : recordChange(
                  { now },
                  serverPrincipal,
                  { kind: 'webhook', id: after.webhookId },
                  'updateWebhook',
                  changedValues(webhookValues(before), webhookValues(after)),
                ),
        )
        if (!isRefusal(updated) && updated.disabledAt === at) onDisabled?.(updated)
      }
      return resultOf(delivery, outcome, at, random())
    },
  }
}

const resultOf = (
  delivery: ClaimedWebhookDelivery,
  outcome: WebhookOutcome,
  at: Instant,
  random: number,
): DeliveryResult => {
  if (outcome.outcome === 'delivered') return { delivery, at, result: 'delivered', status: outcome.status }
  const failure =
    outcome.outcome === 'gone'
      ? { status: outcome.status, because: 'The receiver wants no more messages (410).' }
      : outcome
  return failedAttempt(delivery, failure, at, random)
}

/** The secrets with which a message is signed at a moment. */
const secretsAt = (webhook: StoredWebhook, moment: Instant) => [
  webhook.secret,
  ...previousSecretsAt(webhook, moment).map(({ secret }) => secret),
]

/** The secrets before the present one that sign too at a moment, the latest first. */
const previousSecretsAt = ({ previousSecrets = [] }: StoredWebhook, moment: Instant) =>
  previousSecrets.filter(({ until }) => moment < until)

const webhookDisabled = refuse('webhook-disabled', 'The webhook is disabled. Enable it, then send the test again.')

/** The members of a webhook in audit entries: the members of a response body that an administrator sets. */
const webhookValues = ({ url, types, description, purchaser, disabledAt }: Webhook): AuditedValues => ({
  url,
  types,
  description: description ?? null,
  purchaser,
  enabled: disabledAt === undefined,
})

const isSame = (before: Webhook, after: Webhook) =>
  JSON.stringify(webhookValues(before)) === JSON.stringify(webhookValues(after))
