import { describe, expect, it } from '@jest/globals'
import {
  Delivery,
  Email,
  Instant,
  type Message,
  OrderId,
  Quantity,
  type Refusal,
  TicketId,
  Webhook,
  WebhookDescription,
  WebhookId,
  isRefusal,
} from '@museum/domain'
import { aMuseum, aWebhook, anActor, anAuditEntry, inMemoryPorts, inMemoryWebhookSender } from '@museum/testing'
import { aSpecialEvent, anOrder, exampleId } from '@museum/testing/examples'
import type { Page } from '../lists.ts'
import { Unavailable } from '@museum/concurrency'
import type { ClaimedWebhookDelivery, DeliveryResult, WebhookDelivery } from './delivery-repository.ts'
import type { StoredWebhook } from './webhook-repository.ts'
import type { WebhookOutcome } from './webhook-sender.ts'
import { type WebhookDraft, type WebhookPorts, createWebhooks } from './webhooks.ts'

const start = Date.UTC(2030, 4, 1, 10)
const day = 86_400_000
const draft: WebhookDraft = {
  url: 'https://receiver.example.org/museum',
  types: ['ticket.sold', 'special-event.created'],
  description: WebhookDescription('The newsletter'),
  purchaser: false,
}
const unknown = WebhookId(exampleId(599))
const failed = { outcome: 'failed', because: 'The receiver answered 500.', status: 500 } as const
const firstPage = { page: 1, limit: 100 }

/** A museum with webhooks, on a clock that a test sets, and with a receiver that answers as the test says. */
const open = (but: Partial<WebhookPorts> = {}) => {
  const clock = { now: start }
  const receiver: { outcome: WebhookOutcome; meanwhile?: () => Promise<unknown> } = {
    outcome: { outcome: 'delivered', status: 204 },
  }
  const sender = inMemoryWebhookSender(async () => {
    await receiver.meanwhile?.()
    return receiver.outcome
  })
  const ports = inMemoryPorts({ ...but, now: () => Instant(clock.now), webhookSender: sender })
  const webhooks = createWebhooks(ports)
  const disabled: Webhook[] = []
  const entries = async () => (await ports.audit.list({}, firstPage)).items
  const create = async (with_: Partial<WebhookDraft> = {}) => {
    const created = await webhooks.createWebhook({ ...draft, ...with_ }, anActor)
    if (isRefusal(created)) throw new Error(created.because)
    return created.webhook.webhookId
  }
  const claim = async (webhookId: WebhookId, limit = 100) =>
    (await ports.deliveries.claim(webhookId, limit)) as readonly ClaimedWebhookDelivery[]
  /** Attempts what is due, on a server, by default the first, and stores the results. */
  const deliver = async (webhookId: WebhookId, server = webhooks): Promise<readonly DeliveryResult[]> => {
    const results = []
    for (const claimed of await claim(webhookId))
      results.push(await server.attemptDelivery(claimed, (webhook) => disabled.push(webhook)))
    await ports.deliveries.settle(results)
    return results
  }
  const test = (webhookId: WebhookId) =>
    ports.deliveries.add(webhookId, { type: 'webhook.test', at: Instant(clock.now) })
  const stored = async (webhookId: WebhookId) =>
    (await ports.webhooks.list()).find((webhook) => webhook.webhookId === webhookId)!
  /** Changes what is stored, as another server does. */
  const store = (webhookId: WebhookId, changes: Partial<StoredWebhook>) =>
    ports.webhooks.update<never>(
      webhookId,
      (current) => ({ ...current, ...changes }),
      () => undefined,
    )
  return { ...webhooks, ports, clock, receiver, sender, disabled, entries, create, claim, deliver, test, stored, store }
}

describe('a webhook', () => {
  it('is created with a secret that is shown once, and with its audit entry', async () => {
    const { createWebhook, getWebhook, listWebhooks, entries, sender, stored } = open()
    const created = await createWebhook(draft, anActor)
    if (isRefusal(created)) throw new Error(created.because)
    const { webhook, secret } = created
    expect(webhook).toEqual({
      webhookId: expect.any(String),
      ...draft,
      types: ['special-event.created', 'ticket.sold'],
      createdAt: start,
      publicKey: expect.stringMatching(/^whpk_/),
    })
    expect({ secret, publicKey: webhook.publicKey }).toEqual(
      sender.secretTexts((await stored(webhook.webhookId)).secret),
    )
    expect(await getWebhook(webhook.webhookId)).toEqual(webhook)
    expect(await listWebhooks()).toEqual([webhook])
    expect(await entries()).toEqual([
      {
        auditId: 1,
        at: start,
        actor: 'curator',
        operation: 'createWebhook',
        subject: { kind: 'webhook', id: webhook.webhookId },
        before: null,
        after: {
          url: draft.url,
          types: ['special-event.created', 'ticket.sold'],
          description: 'The newsletter',
          purchaser: false,
          enabled: true,
        },
      },
    ])
  })

  it('is not created beyond fifty', async () => {
    const { create, createWebhook } = open()
    for (let n = 0; n < 50; n += 1) await create()
    expect(await createWebhook(draft, anActor)).toMatchObject({ refusal: 'too-many-webhooks' })
  })

  it('needs no description', async () => {
    const { create, getWebhook, entries } = open()
    expect(await getWebhook(await create({ description: undefined }))).not.toHaveProperty('description')
    expect(await entries()).toMatchObject([{ after: { description: null } }])
  })

  it('that is unknown is refused by every operation', async () => {
    const webhooks = open()
    const outcomes: readonly Promise<unknown>[] = [
      webhooks.getWebhook(unknown),
      webhooks.updateWebhook(unknown, {}, anActor),
      webhooks.deleteWebhook(unknown, anActor),
      webhooks.renewWebhookSecret(unknown, anActor),
      webhooks.testWebhook(unknown),
      webhooks.listWebhookDeliveries(unknown, firstPage),
      webhooks.replayWebhookDelivery(unknown, 1, anActor),
      webhooks.removeFailedDeliveries(unknown),
    ]
    for (const outcome of outcomes) expect(await outcome).toEqual(Webhook.notFound(unknown))
    expect(await webhooks.entries()).toEqual([])
  })

  it.each([
    [{ url: 'https://other.example.org/' }, { url: draft.url }, { url: 'https://other.example.org/' }],
    [
      { types: ['order.created', 'museum-hours.changed', 'order.created'] },
      { types: ['special-event.created', 'ticket.sold'] },
      { types: ['museum-hours.changed', 'order.created'] },
    ],
    [{ description: WebhookDescription('x') }, { description: 'The newsletter' }, { description: 'x' }],
    [{ description: null }, { description: 'The newsletter' }, { description: null }],
    [{ purchaser: true }, { purchaser: false }, { purchaser: true }],
    [{ enabled: false }, { enabled: true }, { enabled: false }],
  ] as const)('is changed in what is given, and so says the audit log: %j', async (changes, before, after) => {
    const { create, getWebhook, updateWebhook, entries } = open()
    const webhookId = await create()
    const original = await getWebhook(webhookId)
    const updated = await updateWebhook(webhookId, changes, anActor)
    expect(updated).toEqual({
      ...original,
      ...('enabled' in changes ? { disabledAt: start } : { ...after, description: undefined }),
      ...('enabled' in changes || !('description' in changes) ? { description: 'The newsletter' } : {}),
      ...('description' in changes && changes.description !== null && { description: 'x' }),
    })
    expect(await getWebhook(webhookId)).toEqual(updated)
    expect(await entries()).toMatchObject([
      { operation: 'updateWebhook', actor: 'curator', subject: { kind: 'webhook', id: webhookId }, before, after },
      { operation: 'createWebhook' },
    ])
    // The same changes again change nothing.
    expect(await updateWebhook(webhookId, changes, anActor)).toEqual(updated)
    expect(await entries()).toHaveLength(2)
  })

  it('keeps the time at which it was disabled, and gets four days of attempts again when it is enabled', async () => {
    const { create, updateWebhook, clock, store, getWebhook } = open()
    const webhookId = await create()
    await store(webhookId, { failingSince: Instant(start) })
    await updateWebhook(webhookId, { enabled: true }, anActor)
    expect(await getWebhook(webhookId)).toMatchObject({ failingSince: start })
    await updateWebhook(webhookId, { enabled: false }, anActor)
    clock.now += day
    expect(await updateWebhook(webhookId, { enabled: false, purchaser: true }, anActor)).toMatchObject({
      disabledAt: start,
      failingSince: start,
    })
    const enabled = await updateWebhook(webhookId, { enabled: true }, anActor)
    expect(enabled).toMatchObject({ disabledAt: undefined, failingSince: undefined })
  })

  it('is deleted, with what it was in the audit log', async () => {
    const { create, getWebhook, deleteWebhook, listWebhooks, entries } = open()
    const [kept, webhookId] = [await create(), await create()]
    const original = await getWebhook(webhookId)
    expect(await deleteWebhook(webhookId, anActor)).toEqual(original)
    expect(await listWebhooks()).toMatchObject([{ webhookId: kept }])
    expect((await entries())[0]).toMatchObject({
      operation: 'deleteWebhook',
      subject: { kind: 'webhook', id: webhookId },
      before: { url: draft.url, enabled: true },
      after: null,
    })
  })
})

describe('a new secret of a webhook', () => {
  it('is shown once, and is in no audit entry', async () => {
    const { create, renewWebhookSecret, getWebhook, stored, sender, entries } = open()
    const webhookId = await create()
    const { secret: before } = await stored(webhookId)
    const renewed = await renewWebhookSecret(webhookId, anActor)
    const { secret } = await stored(webhookId)
    expect(secret).not.toEqual(before)
    expect(renewed).toEqual({ webhook: await getWebhook(webhookId), secret: sender.secretTexts(secret).secret })
    expect(await getWebhook(webhookId)).not.toHaveProperty('previousSecrets')
    expect((await entries())[0]).toMatchObject({ operation: 'renewWebhookSecret', before: null, after: null })
  })

  it('signs alone after 24 hours, and together with the one before until then', async () => {
    const { create, renewWebhookSecret, stored, clock, test, deliver, sender } = open()
    const webhookId = await create()
    const { secret: first } = await stored(webhookId)
    await renewWebhookSecret(webhookId, anActor)
    const { secret: second } = await stored(webhookId)
    for (const moment of [start, start + day - 1, start + day]) {
      clock.now = moment
      await test(webhookId)
      await deliver(webhookId)
    }
    expect(sender.requests.map(({ secrets }) => secrets)).toEqual([[second, first], [second, first], [second]])
    await renewWebhookSecret(webhookId, anActor)
    const { secret: third } = await stored(webhookId)
    await test(webhookId)
    await deliver(webhookId)
    expect(sender.requests.at(-1)!.secrets).toEqual([third, second])
  })
})

describe('a secret of a webhook that is renewed again and again', () => {
  it('signs for 24 hours from its own renewal, whatever is renewed meanwhile', async () => {
    const { create, renewWebhookSecret, stored, clock, test, deliver, sender } = open()
    const webhookId = await create()
    const { secret: first } = await stored(webhookId)
    await renewWebhookSecret(webhookId, anActor)
    const { secret: second } = await stored(webhookId)
    clock.now = start + 1_000
    await renewWebhookSecret(webhookId, anActor)
    const { secret: third } = await stored(webhookId)
    for (const moment of [start + 1_000, start + day - 1, start + day, start + day + 1_000]) {
      clock.now = moment
      await test(webhookId)
      await deliver(webhookId)
    }
    expect(sender.requests.map(({ secrets }) => secrets)).toEqual([
      [third, second, first],
      [third, second, first],
      [third, second],
      [third],
    ])
  })

  it('is not renewed while four sign beside it, and the refusal says when the first of these ends', async () => {
    const { create, renewWebhookSecret, stored, clock, entries } = open()
    const webhookId = await create()
    for (let n = 0; n < 4; n += 1) {
      clock.now = start + n * 1_000
      expect(await renewWebhookSecret(webhookId, anActor)).not.toHaveProperty('refusal')
    }
    const before = await stored(webhookId)
    const audited = (await entries()).length
    expect(await renewWebhookSecret(webhookId, anActor)).toEqual({
      refusal: 'too-many-secrets',
      because:
        'The secret was renewed 4 times within 24 hours, in which the secrets before sign too. Give the receiver the latest one.',
      values: { renewals: 4, hours: 24 },
      retryAfter: 86_400 - 3,
    })
    expect([await stored(webhookId), (await entries()).length]).toEqual([before, audited])
    clock.now = start + day
    expect(await renewWebhookSecret(webhookId, anActor)).not.toHaveProperty('refusal')
    expect((await stored(webhookId)).previousSecrets).toHaveLength(4)
  })
})

describe('the deliveries of a webhook', () => {
  it('begin with a test, which a disabled one does not get', async () => {
    const { create, testWebhook, updateWebhook, listWebhookDeliveries, deliver, sender } = open()
    const webhookId = await create()
    expect(await testWebhook(webhookId)).toBeUndefined()
    expect(await deliver(webhookId)).toMatchObject([{ result: 'delivered', status: 204 }])
    expect(sender.requests.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [draft.url, { message: { type: 'webhook.test', at: start } }],
    ])
    await updateWebhook(webhookId, { enabled: false }, anActor)
    expect(await testWebhook(webhookId)).toMatchObject({ refusal: 'webhook-disabled' })
    expect(await listWebhookDeliveries(webhookId, firstPage)).toMatchObject({ total: 1 })
  })

  it('are listed in pages, all or those of one state', async () => {
    const { create, test, deliver, listWebhookDeliveries } = open()
    const webhookId = await create()
    await test(webhookId)
    await deliver(webhookId)
    await test(webhookId)
    const states = async (...by: [typeof firstPage, 'delivered'?]) => {
      const page = await listWebhookDeliveries(webhookId, ...by)
      return isRefusal(page) ? page : [page.total, ...page.items.map(({ state }) => state)]
    }
    expect(await states(firstPage)).toEqual([2, 'pending', 'delivered'])
    expect(await states({ page: 2, limit: 1 })).toEqual([2, 'delivered'])
    expect(await states(firstPage, 'delivered')).toEqual([1, 'delivered'])
  })

  it('are replayed under the same messageId, with an audit entry', async () => {
    const { create, test, deliver, listWebhookDeliveries, replayWebhookDelivery, entries, sender } = open()
    const webhookId = await create()
    await test(webhookId)
    await deliver(webhookId)
    const { items } = (await listWebhookDeliveries(webhookId, firstPage)) as Page<WebhookDelivery>
    const { deliveryId } = items[0]!
    expect(await replayWebhookDelivery(webhookId, deliveryId, anActor)).toBeUndefined()
    await deliver(webhookId)
    expect(new Set(sender.requests.map(({ messageId }) => messageId)).size).toBe(1)
    expect(sender.requests).toHaveLength(2)
    expect((await entries())[0]).toMatchObject({
      operation: 'replayWebhookDelivery',
      subject: { kind: 'webhook', id: webhookId },
      before: null,
      after: { deliveryId },
    })
    expect(await replayWebhookDelivery(webhookId, 99, anActor)).toEqual(Delivery.notFound(99, webhookId))
  })

  it('that have failed are all removed', async () => {
    const { create, test, ports, receiver, deliver, removeFailedDeliveries, listWebhookDeliveries } = open()
    const webhookId = await create()
    for (let n = 0; n < 501; n += 1) await test(webhookId)
    const because = 'no response'
    const claimed = await ports.deliveries.claim(webhookId, 501)
    await ports.deliveries.settle(claimed.map((delivery) => ({ delivery, at: ports.now(), result: 'failed', because })))
    receiver.outcome = failed
    await test(webhookId)
    await deliver(webhookId)
    expect(await removeFailedDeliveries(webhookId)).toBe(501)
    expect(await listWebhookDeliveries(webhookId, firstPage)).toMatchObject({ total: 1 })
  })
})

describe('an attempt to deliver', () => {
  const attempted = async (outcome: WebhookOutcome, { random = 0, attempts = 0 } = {}) => {
    const opened = open({ random: () => random })
    const webhookId = await opened.create()
    await opened.test(webhookId)
    const [claimed] = await opened.claim(webhookId, 1)
    opened.receiver.outcome = outcome
    const delivery = { ...claimed!, attempts }
    return { ...opened, webhookId, delivery, result: await opened.attemptDelivery(delivery) }
  }

  it('sends the message under its messageId, and succeeds', async () => {
    const { delivery, result, sender, stored, webhookId } = await attempted({ outcome: 'delivered', status: 202 })
    expect(result).toEqual({ delivery, at: start, result: 'delivered', status: 202 })
    const { secret } = await stored(webhookId)
    expect(sender.requests).toEqual([
      { url: draft.url, messageId: delivery.messageId, body: expect.any(String), secrets: [secret] },
    ])
  })

  it('is followed by another when it fails, later by chance', async () => {
    const { delivery, result, stored, webhookId, disabled, entries } = await attempted(failed, {
      random: 1,
      attempts: 2,
    })
    const because = 'The receiver answered 500.'
    expect(result).toEqual({ delivery, at: start, result: 'retried', because, status: 500, seconds: 1_980 })
    expect(await stored(webhookId)).toMatchObject({ failingSince: start })
    expect(disabled).toEqual([])
    expect((await entries()).map(({ operation }) => operation)).toEqual(['createWebhook'])
  })

  it('is followed by another when the receiver wants to be asked again', async () => {
    const { result } = await attempted({ outcome: 'failed', because: 'busy', status: 503, retryAfter: 120 })
    expect(result).toMatchObject({ result: 'retried', seconds: 120, status: 503 })
  })

  it('is the last after nine that failed', async () => {
    const outcome = { outcome: 'failed', because: 'x'.repeat(9_999) } as const
    const { delivery, result } = await attempted(outcome, { attempts: 9 })
    expect(result).toEqual({ delivery, at: start, result: 'failed', because: 'x'.repeat(500), status: undefined })
  })

  it('disables a webhook whose receiver wants no more messages', async () => {
    const { ports, receiver, test, deliver, disabled, stored, entries, create } = open()
    const [gone, kept] = [await create(), await create()]
    await test(gone)
    receiver.outcome = { outcome: 'gone', status: 410 }
    expect(await deliver(gone)).toMatchObject([
      { result: 'retried', because: 'The receiver wants no more messages (410).', status: 410, seconds: 5 },
    ])
    expect(disabled).toMatchObject([{ webhookId: gone, disabledAt: start }])
    expect([(await stored(gone)).disabledAt, (await stored(kept)).disabledAt]).toEqual([start, undefined])
    expect((await entries())[0]).toMatchObject({
      actor: 'server',
      operation: 'updateWebhook',
      subject: { kind: 'webhook', id: gone },
      before: { enabled: true },
      after: { enabled: false },
    })
    expect((await ports.deliveries.list(gone, firstPage)).items).toMatchObject([{ state: 'pending' }])
  })

  it('reports no webhook that another server has disabled meanwhile', async () => {
    const { create, receiver, store, test, deliver, disabled, stored } = open()
    const webhookId = await create()
    await test(webhookId)
    receiver.outcome = { outcome: 'gone', status: 410 }
    receiver.meanwhile = () => store(webhookId, { disabledAt: Instant(start - 1) })
    await deliver(webhookId)
    expect(await stored(webhookId)).toMatchObject({ disabledAt: start - 1 })
    expect(disabled).toEqual([])
  })
})

describe('attempts to deliver that fail for long', () => {
  it('disable a webhook after four days without one success, once', async () => {
    const { create, test, deliver, receiver, clock, disabled, stored, entries } = open()
    const webhookId = await create()
    receiver.outcome = failed
    for (const moment of [start, start + 2 * day, start + 4 * day - 1]) {
      clock.now = moment
      await test(webhookId)
      await deliver(webhookId)
      expect(await stored(webhookId)).toMatchObject({ failingSince: start })
      expect((await stored(webhookId)).disabledAt).toBeUndefined()
    }
    clock.now = start + 4 * day
    await test(webhookId)
    await test(webhookId)
    await deliver(webhookId)
    expect(await stored(webhookId)).toMatchObject({ disabledAt: start + 4 * day })
    expect(disabled).toMatchObject([{ webhookId, disabledAt: start + 4 * day }])
    const disablings = (await entries()).filter(({ operation }) => operation === 'updateWebhook')
    expect(disablings).toMatchObject([{ actor: 'server', before: { enabled: true }, after: { enabled: false } }])
  })

  it('do not disable it after a success', async () => {
    const { create, test, deliver, receiver, clock, stored } = open()
    const webhookId = await create()
    const attempt = async (outcome: WebhookOutcome, at: number) => {
      receiver.outcome = outcome
      clock.now = at
      await test(webhookId)
      await deliver(webhookId)
      const { failingSince, disabledAt } = await stored(webhookId)
      return [failingSince, disabledAt]
    }
    expect(await attempt(failed, start)).toEqual([start, undefined])
    expect(await attempt({ outcome: 'delivered', status: 200 }, start + day)).toEqual([undefined, undefined])
    expect(await attempt(failed, start + 5 * day)).toEqual([start + 5 * day, undefined])
  })

  it('end with a success on a server that does not know of them yet', async () => {
    const { create, test, deliver, store, stored, claim, attemptDelivery } = open()
    const webhookId = await create()
    await test(webhookId)
    await deliver(webhookId)
    // Another server attempts the next delivery and stores the failure after this one has read the webhook.
    await store(webhookId, { failingSince: Instant(start) })
    await test(webhookId)
    const [delivery] = await claim(webhookId, 1)
    await attemptDelivery({ ...delivery!, attempts: 1 })
    expect(await stored(webhookId)).not.toMatchObject({ failingSince: start })
  })

  it('do not disable it on a server that has not read yet that another one succeeded', async () => {
    const { create, test, deliver, receiver, store, stored, disabled } = open()
    const webhookId = await create()
    await store(webhookId, { failingSince: Instant(start - 4 * day) })
    receiver.outcome = failed
    receiver.meanwhile = () => store(webhookId, { failingSince: undefined })
    await test(webhookId)
    await deliver(webhookId)
    expect((await stored(webhookId)).disabledAt).toBeUndefined()
    expect(disabled).toEqual([])
  })
})

describe('a delivery that was claimed', () => {
  it('is released while its webhook is disabled, and when it was deleted', async () => {
    const { create, test, claim, attemptDelivery, updateWebhook, deleteWebhook, sender } = open()
    const webhookId = await create()
    await test(webhookId)
    const [delivery] = await claim(webhookId, 1)
    const released = { delivery, at: start, result: 'released' }
    await updateWebhook(webhookId, { enabled: false }, anActor)
    expect(await attemptDelivery(delivery!)).toEqual(released)
    await deleteWebhook(webhookId, anActor)
    expect(await attemptDelivery(delivery!)).toEqual(released)
    expect(sender.requests).toEqual([])
  })

  it('is attempted when another server has added or enabled its webhook a moment ago', async () => {
    const { ports, attemptDelivery, store, sender } = open()
    const delivery = (webhook: StoredWebhook): ClaimedWebhookDelivery => ({
      deliveryId: 1,
      receiver: webhook.webhookId,
      messageId: exampleId(1),
      message: { type: 'webhook.test', at: Instant(start) },
      attempts: 0,
      claim: exampleId(2),
    })
    const [one, other] = [aWebhook(), aWebhook({ webhookId: unknown, disabledAt: Instant(start) })]
    await ports.webhooks.add(other, anAuditEntry())
    expect(await attemptDelivery(delivery(other))).toMatchObject({ result: 'released' })
    await store(other.webhookId, { disabledAt: undefined })
    await ports.webhooks.add(one, anAuditEntry())
    for (const webhook of [one, other])
      expect(await attemptDelivery(delivery(webhook))).toMatchObject({ result: 'delivered' })
    expect(sender.requests).toHaveLength(2)
  })

  it('reads the webhooks once for many attempts', async () => {
    const base = inMemoryPorts()
    let lists = 0
    const list = () => {
      lists += 1
      return base.webhooks.list()
    }
    const { create, test, deliver, receiver } = open({ ...base, webhooks: { ...base.webhooks, list } })
    const webhookId = await create()
    receiver.outcome = failed
    for (let n = 0; n < 5; n += 1) await test(webhookId)
    await deliver(webhookId)
    // Again after the failure was stored.
    expect(lists).toBe(2)
  })
})

describe('the body of a message', () => {
  /** Delivers a message to a new webhook, and returns its body, or why it failed. */
  const bodyOf = async (
    message: Message,
    { purchaser = false, ...but }: Partial<WebhookPorts> & { purchaser?: boolean } = {},
  ) => {
    const { create, ports, deliver, sender, stored } = open(but)
    const webhookId = await create({ purchaser })
    await ports.deliveries.add(webhookId, message)
    const [result] = await deliver(webhookId)
    expect((await stored(webhookId)).failingSince).toBeUndefined()
    return sender.requests[0] === undefined ? result : (JSON.parse(sender.requests[0].body) as unknown)
  }
  const at = Instant(start)
  const sold = async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const { ticketDate, purchaser } = anOrder()
    const order = await museum.placeOrder({
      purchaser,
      items: [{ ticketType: 'general', ticketDate, quantity: Quantity(2) }],
    })
    if (isRefusal(order)) throw new Error((order as Refusal).because)
    return { ports, museum, order, ticketId: order.tickets[0]!.ticketId }
  }

  it('is made of the event as it was at the change, or of the change alone', async () => {
    const messages: readonly Message[] = [
      { type: 'special-event.deleted', event: aSpecialEvent(), at },
      { type: 'museum-hours.changed', at },
    ]
    for (const message of messages) expect(await bodyOf(message)).toEqual({ message })
  })

  it.each(['ticket.sold', 'ticket.cancelled'] as const)('of %s is made of the ticket as it is', async (type) => {
    const { ports, museum, ticketId } = await sold()
    await museum.cancelTicket(ticketId, undefined, anActor)
    expect(await bodyOf({ type, ticketId, at }, ports)).toMatchObject({
      message: { type, ticketId, at },
      ticket: { ticket: { ticketId, state: 'cancelled' } },
    })
  })

  it('of an order is made of the order with its tickets', async () => {
    const { ports, order } = await sold()
    const { orderId } = order
    expect(await bodyOf({ type: 'order.created', orderId, at }, ports)).toMatchObject({
      order: { order: { orderId, tickets: order.tickets.map(({ ticketId }) => ({ ticketId })) } },
    })
  })

  it('has the data of a purchaser only for a webhook that wants them, and not after they were erased', async () => {
    const { ports, museum, ticketId } = await sold()
    const message = { type: 'ticket.sold', ticketId, at } as const
    const email = Email('visitor@example.org')
    expect(JSON.stringify(await bodyOf(message, ports))).not.toContain(email)
    expect(JSON.stringify(await bodyOf(message, { ...ports, purchaser: true }))).toContain(email)
    await museum.erasePurchaserData(email, anActor)
    const erased = JSON.stringify(await bodyOf(message, { ...ports, purchaser: true }))
    expect(erased).toContain(ticketId)
    expect(erased).not.toContain(email)
  })

  it('that cannot be made fails the attempt, and does not count against the receiver', async () => {
    const renderMessage = () => {
      throw new TypeError('no text')
    }
    const [ticketId, orderId] = [TicketId(exampleId(7)), OrderId(exampleId(8))]
    const because = (text: string) => ({
      result: 'retried',
      seconds: 5,
      because: `The message could not be made: ${text}`,
    })
    expect(await bodyOf({ type: 'museum-hours.changed', at }, { renderMessage })).toMatchObject(because('no text'))
    expect(await bodyOf({ type: 'ticket.sold', ticketId, at })).toMatchObject(because(`there is no ticket ${ticketId}`))
    expect(await bodyOf({ type: 'order.created', orderId, at })).toMatchObject(because(`there is no order ${orderId}`))
  })

  it('that cannot be read while the database is unavailable leaves the delivery as it is', async () => {
    const base = inMemoryPorts()
    const find = () => Promise.reject(new Unavailable('no database'))
    const ticketId = TicketId(exampleId(7))
    const attempt = bodyOf({ type: 'ticket.sold', ticketId, at }, { ...base, tickets: { ...base.tickets, find } })
    await expect(attempt).rejects.toThrow('no database')
  })
})
