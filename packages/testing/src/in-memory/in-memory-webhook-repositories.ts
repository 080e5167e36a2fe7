import {
  type DeliveryRepository,
  type DeliveryResult,
  type StoredWebhook,
  type WebhookDelivery,
  type WebhookRepository,
  claimSeconds,
  deliveredRetentionDays,
  deliveryNotFound,
  maxCountedItems,
  maxDeliveriesRemovedAtOnce,
  pageWithTotal,
  tooManyWebhooks,
} from '@museum/application'
import { Instant, type Refusal, Webhook, type WebhookId, isRefusal, webhookNotFound } from '@museum/domain'
import { type InMemoryStore, type StoredDelivery, toSecond } from './in-memory-store.ts'

export const inMemoryWebhookRepository = ({ webhooks, deliveries, audit, now }: InMemoryStore): WebhookRepository => ({
  async list() {
    return [...webhooks.values()].toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1))
  },
  async add(webhook, entry) {
    if (webhooks.size >= Webhook.maxCount) return tooManyWebhooks
    audit.add(entry)
    webhooks.set(webhook.webhookId, webhook)
    return webhook
  },
  async update(webhookId, decide, entryOf) {
    const before = webhooks.get(webhookId)
    if (before === undefined) return webhookNotFound(webhookId)
    const after: StoredWebhook | Refusal = decide(before)
    if (isRefusal(after)) return after as Extract<ReturnType<typeof decide>, Refusal>
    if (after === before) return before
    const entry = entryOf(before, after)
    if (entry !== undefined) audit.add(entry)
    webhooks.set(webhookId, after)
    if (before.disabledAt !== undefined && after.disabledAt === undefined)
      for (const delivery of deliveries.values())
        if (delivery.webhookId === webhookId && delivery.state === 'pending' && delivery.claim === undefined)
          deliveries.set(delivery.deliveryId, { ...delivery, dueAt: toSecond(now()) })
    return after
  },
  async remove(webhookId, entryOf) {
    const current = webhooks.get(webhookId)
    if (current === undefined) return webhookNotFound(webhookId)
    audit.add(entryOf(current))
    webhooks.delete(webhookId)
    return current
  },
})

export const inMemoryDeliveryRepository = (store: InMemoryStore): DeliveryRepository => {
  const { webhooks, deliveries, audit, recordFor } = store
  let claims = 0
  const second = () => toSecond(store.now())
  const later = (seconds: number) => Instant(second() + seconds * 1_000)
  const ofWebhook = (webhookId: WebhookId) => [...deliveries.values()].filter((each) => each.webhookId === webhookId)
  const isPending = ({ state }: StoredDelivery) => state === 'pending'
  const isEnabled = (webhookId: WebhookId) => webhooks.has(webhookId) && !webhooks.get(webhookId)!.disabledAt
  /** The first pending delivery to the same receiver about the same thing. */
  const firstPending = ({ webhookId, thing }: StoredDelivery) =>
    ofWebhook(webhookId).find((each) => isPending(each) && each.thing === thing)
  /** The deliveries of a subscription that may be attempted now. */
  const dueOf = (webhookId: WebhookId) =>
    isEnabled(webhookId)
      ? ofWebhook(webhookId).filter((each) => isPending(each) && each.dueAt! <= second() && firstPending(each) === each)
      : []
  const replace = (stored: StoredDelivery, by: Partial<StoredDelivery>) => {
    const { claim: _, dueAt: __, ...delivery } = stored
    deliveries.set(delivery.deliveryId, { ...delivery, ...by })
  }
  const storeResult = (stored: StoredDelivery, result: DeliveryResult) => {
    if (result.result === 'released') {
      replace(stored, { dueAt: second() })
      return
    }
    const { status } = result
    const because = 'because' in result ? result.because : undefined
    replace(stored, {
      attempts: stored.attempts + 1,
      latest: { at: second(), ...(status !== undefined && { status }), ...(because !== undefined && { because }) },
      ...(result.result === 'retried' ? { dueAt: later(result.seconds) } : { state: result.result }),
    })
    if (result.result === 'retried') return
    const next = firstPending(stored)
    if (next !== undefined && next.claim === undefined) replace(next, { dueAt: second() })
  }
  return {
    async receivers() {
      return [...webhooks.keys()].filter((webhookId) => dueOf(webhookId).length > 0)
    },
    async claim(webhookId, limit) {
      const due = dueOf(webhookId).toSorted((a, b) => a.dueAt! - b.dueAt! || a.deliveryId - b.deliveryId)
      return due.slice(0, limit).map((delivery) => {
        const claim = `claim ${(claims += 1)}`
        replace(delivery, { claim, dueAt: later(claimSeconds) })
        const { deliveryId, messageId, message, attempts } = delivery
        return { deliveryId, webhookId, messageId, message, attempts, claim }
      })
    },
    async settle(results) {
      for (const result of results) {
        const stored = deliveries.get(result.delivery.deliveryId)
        if (stored?.claim === result.delivery.claim) storeResult(stored, result)
      }
    },
    async add(webhookId, message) {
      recordFor(webhookId, message)
    },
    async list(webhookId, { page, limit }, state) {
      const matching = ofWebhook(webhookId).filter((each) => state === undefined || each.state === state)
      const items = matching.toReversed().slice((page - 1) * limit, page * limit)
      return pageWithTotal(items.map(shown), matching.length)
    },
    async replay(webhookId, deliveryId, entry) {
      const stored = deliveries.get(deliveryId)
      if (stored?.webhookId !== webhookId) return deliveryNotFound(deliveryId)
      const { latest: _, ...delivery } = stored
      audit.add(entry)
      replace(delivery, { state: 'pending', attempts: 0, dueAt: second() })
      return undefined
    },
    async removeOld() {
      const all = [...deliveries.values()]
      const retainedSince = store.now() - deliveredRetentionDays * 86_400_000
      const isOld = ({ webhookId, state, latest }: StoredDelivery) =>
        !webhooks.has(webhookId) || (state === 'delivered' && latest!.at < retainedSince)
      const isLapsed = (each: StoredDelivery) =>
        isPending(each) && (Webhook.recordedUntil(webhooks.get(each.webhookId) ?? {}) ?? Infinity) <= store.now()
      const old = all.filter(isOld).slice(0, maxDeliveriesRemovedAtOnce)
      for (const { deliveryId } of old) deliveries.delete(deliveryId)
      if (old.length > 0) return old.length
      const lapsed = all.filter(isLapsed).slice(0, maxDeliveriesRemovedAtOnce)
      for (const each of lapsed)
        replace(each, {
          state: 'failed',
          latest: { at: second(), because: 'The webhook was disabled for three days.' },
        })
      return lapsed.length
    },
    async removeFailed(webhookId) {
      const failed = ofWebhook(webhookId).filter(({ state }) => state === 'failed')
      const removed = failed.slice(0, maxDeliveriesRemovedAtOnce)
      for (const { deliveryId } of removed) deliveries.delete(deliveryId)
      return removed.length
    },
    async backlog() {
      const all = [...deliveries.values()]
      const pending = all.filter(isPending)
      const failed = all.filter(({ state }) => state === 'failed')
      return {
        pending: Math.min(pending.length, maxCountedItems),
        failed: Math.min(failed.length, maxCountedItems),
        ...(pending[0] !== undefined && { oldest: pending[0].message.at }),
      }
    },
  }
}

const shown = ({
  deliveryId,
  messageId,
  message,
  state,
  attempts,
  dueAt,
  latest,
}: StoredDelivery): WebhookDelivery => ({
  deliveryId,
  messageId,
  type: message.type,
  at: message.at,
  state,
  attempts,
  ...(dueAt !== undefined && { dueAt }),
  ...(latest !== undefined && { latest }),
})
