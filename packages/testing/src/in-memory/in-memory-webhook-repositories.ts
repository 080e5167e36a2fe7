import {
  type ClaimedDelivery,
  type DeliveryRepository,
  type DeliveryResult,
  type ListRequest,
  type MailDelivery,
  Page,
  type Receiver,
  type StoredWebhook,
  type WebhookRepository,
  visitors,
} from '@museum/application'
import {
  Delivery,
  type DeliveryState,
  Instant,
  MailLimits,
  type Message,
  type Refusal,
  type TicketMail,
  Webhook,
  type WebhookId,
  comparableEmail,
  hasStoredRecipient,
  isRefusal,
} from '@museum/domain'
import { type InMemoryStore, type MailRequest, type StoredDelivery, toSecond } from './in-memory-store.ts'
import { listPart } from './list-part.ts'

export const inMemoryWebhookRepository = ({ webhooks, deliveries, audit, now }: InMemoryStore): WebhookRepository => ({
  async list() {
    return [...webhooks.values()].toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1))
  },
  async add(webhook, entry) {
    if (webhooks.size >= Webhook.maxCount) return Webhook.tooMany
    audit.add(entry)
    webhooks.set(webhook.webhookId, webhook)
    return webhook
  },
  async update(webhookId, decide, entryOf) {
    const before = webhooks.get(webhookId)
    if (before === undefined) return Webhook.notFound(webhookId)
    const after: StoredWebhook | Refusal = decide(before)
    if (isRefusal(after)) return after as Extract<ReturnType<typeof decide>, Refusal>
    if (after === before) return before
    const entry = entryOf(before, after)
    if (entry !== undefined) audit.add(entry)
    webhooks.set(webhookId, after)
    if (before.disabledAt !== undefined && after.disabledAt === undefined)
      for (const delivery of deliveries.values())
        if (delivery.receiver === webhookId && delivery.state === 'pending' && delivery.claim === undefined)
          deliveries.set(delivery.deliveryId, { ...delivery, dueAt: toSecond(now()) })
    return after
  },
  async remove(webhookId, entryOf) {
    const current = webhooks.get(webhookId)
    if (current === undefined) return Webhook.notFound(webhookId)
    audit.add(entryOf(current))
    webhooks.delete(webhookId)
    return current
  },
})

export const inMemoryDeliveryRepository = (store: InMemoryStore): DeliveryRepository => {
  const { webhooks, deliveries, audit, recordFor, mail } = store
  let claims = 0
  const second = () => toSecond(store.now())
  const later = (seconds: number) => Instant(second() + seconds * 1_000)
  const ofReceiver = (receiver: Receiver) => [...deliveries.values()].filter((each) => each.receiver === receiver)
  const isPending = ({ state }: StoredDelivery) => state === 'pending'
  const isEnabled = (receiver: Receiver) => {
    if (receiver === 'mail') return mail.isOn
    if (receiver === 'payments') return true
    const webhook = webhooks.get(receiver)
    return webhook !== undefined && webhook.disabledAt === undefined
  }
  /** The first pending delivery to the same receiver with the same subject. */
  const firstPending = ({ receiver, thing }: StoredDelivery) =>
    ofReceiver(receiver).find((each) => isPending(each) && each.thing === thing)
  /** The deliveries to a receiver that may be attempted now. */
  const dueOf = (receiver: Receiver) =>
    isEnabled(receiver)
      ? ofReceiver(receiver).filter((each) => isPending(each) && each.dueAt! <= second() && firstPending(each) === each)
      : []
  const replace = (stored: StoredDelivery, by: Partial<StoredDelivery>) => {
    const { claim: _, dueAt: __, ...delivery } = stored
    deliveries.set(delivery.deliveryId, { ...delivery, ...by })
  }
  const recordMails = (result: DeliveryResult) => {
    if ('mails' in result) for (const message of result.mails ?? []) recordFor('mail', message)
  }
  const storeResult = (stored: StoredDelivery, result: DeliveryResult) => {
    if (result.result === 'released') {
      replace(stored, { dueAt: second() })
      return
    }
    if (result.result === 'continued') {
      replace(stored, { message: result.message, dueAt: later(result.seconds) })
      recordMails(result)
      return
    }
    if (result.result === 'dropped') deliveries.delete(stored.deliveryId)
    else {
      const status = 'status' in result ? result.status : undefined
      const because = 'because' in result ? result.because : undefined
      replace(stored, {
        attempts: stored.attempts + 1,
        latest: { at: second(), ...(status !== undefined && { status }), ...(because !== undefined && { because }) },
        ...(result.result === 'retried' ? { dueAt: later(result.seconds) } : { state: result.result }),
        ...(result.result === 'delivered' && result.mail !== undefined && { message: result.mail }),
      })
    }
    if (result.result === 'retried') return
    mail.recipients.delete(stored.messageId)
    recordMails(result)
    const next = firstPending(stored)
    if (next !== undefined && next.claim === undefined) replace(next, { dueAt: second() })
  }
  const deliveryPage = <Listed extends Readonly<{ deliveryId: number }>>(
    receiver: Receiver,
    request: ListRequest<Listed>,
    state: DeliveryState | undefined,
    listedOf: (delivery: ReturnType<typeof shown>) => Listed,
  ) => {
    const matching = ofReceiver(receiver).filter(
      (each) => each.message.type !== 'event-tickets.changed' && (state === undefined || each.state === state),
    )
    return listPart(
      matching.map((each) => listedOf(shown(each))),
      request,
      (a, b) => b.deliveryId - a.deliveryId,
    )
  }
  const endOf = ({ at }: MailRequest) => at + MailLimits.seconds * 1_000
  const isCounted = (request: MailRequest) => endOf(request) > second()
  /** The refusal of a request, if as many as a limit allows have the same actor or address. */
  const tooMany = (request: MailRequest, same: 'actor' | 'email', limit: 'toAddress' | 'byUser') => {
    const first = mail.requests.filter((each) => each[same] === request[same] && isCounted(each)).at(-MailLimits[limit])
    return first && MailLimits.exceeded(limit, (endOf(first) - request.at) / 1_000)
  }
  return {
    async receivers() {
      return [...webhooks.keys(), 'mail' as const, 'payments' as const].filter((receiver) => dueOf(receiver).length > 0)
    },
    async claim(receiver, limit) {
      const due = dueOf(receiver).toSorted((a, b) => a.dueAt! - b.dueAt! || a.deliveryId - b.deliveryId)
      return due.slice(0, limit).map((delivery) => {
        const claim = `claim ${(claims += 1)}`
        replace(delivery, {
          claim,
          dueAt: later(Delivery.claimSeconds[receiver === 'mail' ? 'mail' : 'webhook']),
        })
        const { deliveryId, messageId, message, attempts } = delivery
        return { deliveryId, receiver, messageId, message, attempts, claim } as ClaimedDelivery
      })
    },
    async settle(results) {
      for (const result of results) {
        const stored = deliveries.get(result.delivery.deliveryId)
        if (stored?.claim === result.delivery.claim) storeResult(stored, result)
      }
    },
    async add(receiver, message) {
      recordFor(receiver, message)
    },
    async addMail(message, entry, email) {
      const request = { at: second(), actor: entry.actor, email: comparableEmail(email) }
      const refusal = tooMany(request, 'email', 'toAddress') ?? tooMany(request, 'actor', 'byUser')
      if (refusal !== undefined) return refusal
      mail.requests.push(request)
      audit.add(entry)
      const messageId = recordFor('mail', message)
      if (hasStoredRecipient(message)) mail.recipients.set(messageId, email)
      return undefined
    },
    async requestTickets(message, email) {
      const request = { at: second(), actor: visitors.username, email: comparableEmail(email) }
      const isSame = (each: MailRequest) =>
        each.email === request.email && each.actor === visitors.username && isCounted(each)
      if (mail.requests.filter(isSame).length >= MailLimits.forVisitor) return
      mail.requests.push(request)
      mail.recipients.set(recordFor('mail', message), email)
    },
    async recipientOf(messageId) {
      return mail.recipients.get(messageId)
    },
    async mailsAbout(tickets) {
      const things = new Set(tickets.map(({ ticketId, orderId }): string => orderId ?? ticketId))
      return ofReceiver('mail')
        .filter(
          ({ thing, message: { type } }) =>
            things.has(thing) && (type === 'tickets.cancelled' || type === 'tickets.restored'),
        )
        .map(({ message, state }) => ({ mail: message as TicketMail, state }))
    },
    async isMailOn() {
      return mail.isOn
    },
    async setMailOn(isOn) {
      mail.isOn = isOn
    },
    list: async (webhookId, request, state) =>
      deliveryPage(webhookId, request, state, ({ message: { type }, ...listed }) => ({
        ...listed,
        type: type as Message['type'],
      })),
    listMails: async (request, state) =>
      deliveryPage('mail', request, state, ({ message, ...listed }) => ({
        ...listed,
        mail: message as MailDelivery['mail'],
      })),
    async replay(receiver, deliveryId, entry) {
      const stored = deliveries.get(deliveryId)
      if (stored?.receiver !== receiver) return Delivery.notFound(deliveryId, receiver)
      if (hasStoredRecipient(stored.message) && !mail.recipients.has(stored.messageId))
        return Delivery.recipientRemoved(deliveryId)
      const { latest: _, ...delivery } = stored
      audit.add(entry)
      replace(delivery, { state: 'pending', attempts: 0, dueAt: second() })
      return undefined
    },
    async removeOld() {
      const counted = mail.requests.filter(isCounted)
      const uncounted = mail.requests.length - counted.length
      mail.requests = counted
      if (uncounted > 0) return uncounted
      const all = [...deliveries.values()]
      const retainedSince = store.now() - Delivery.retentionDays * 86_400_000
      const isOld = ({ receiver, message, state, latest }: StoredDelivery) =>
        (isWebhook(receiver) && !webhooks.has(receiver)) ||
        (state === 'delivered' && message.type !== 'tickets.cancelled' && latest!.at < retainedSince)
      const disabledAtOf = (receiver: Receiver) =>
        isWebhook(receiver) ? webhooks.get(receiver)?.disabledAt : undefined
      const isLapsed = (each: StoredDelivery) =>
        isPending(each) &&
        (Webhook.recordedUntil({ disabledAt: disabledAtOf(each.receiver) }) ?? Infinity) <= store.now()
      const old = all.filter(isOld).slice(0, Delivery.maxRemovedAtOnce)
      for (const { deliveryId } of old) deliveries.delete(deliveryId)
      if (old.length > 0) return old.length
      const lapsed = all.filter(isLapsed).slice(0, Delivery.maxRemovedAtOnce)
      for (const each of lapsed)
        replace(each, {
          state: 'failed',
          latest: { at: second(), because: 'The webhook was disabled for three days.' },
        })
      return lapsed.length
    },
    async removeFailed(receiver) {
      const failed = ofReceiver(receiver).filter(({ state }) => state === 'failed')
      const removed = failed.slice(0, Delivery.maxRemovedAtOnce)
      for (const { deliveryId } of removed) deliveries.delete(deliveryId)
      return removed.length
    },
    async backlog() {
      const all = [...deliveries.values()].filter(({ receiver }) => receiver !== 'payments')
      const pending = all.filter(isPending)
      const failed = all.filter(({ state }) => state === 'failed')
      return {
        pending: Math.min(pending.length, Page.maxCountedItems),
        failed: Math.min(failed.length, Page.maxCountedItems),
        ...(pending[0] !== undefined && { oldest: pending[0].message.at }),
      }
    },
  }
}

const isWebhook = (receiver: Receiver): receiver is WebhookId => receiver !== 'mail' && receiver !== 'payments'

const shown = ({ deliveryId, messageId, message, state, attempts, dueAt, latest }: StoredDelivery) => ({
  deliveryId,
  messageId,
  message,
  at: message.at,
  state,
  attempts,
  ...(dueAt !== undefined && { dueAt }),
  ...(latest !== undefined && { latest }),
})
