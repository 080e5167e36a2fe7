import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Instant, type MessageType, Webhook, WebhookDescription, WebhookId, messageTypes } from '../index.ts'

const day = 86_400_000
const began = Instant(Date.UTC(2030, 4, 1, 10))
const after = (days: number) => Instant(began + days * day)
const aWebhook = (but: Partial<Webhook> = {}): Webhook => ({
  webhookId: WebhookId('01940000-0000-7000-8000-000000000501'),
  url: 'https://receiver.example.org/',
  types: ['ticket.sold'],
  purchaser: false,
  createdAt: began,
  ...but,
})

describe('the description of a webhook', () => {
  it.each(['x', 'Box office, Ü 児 👩‍👧', 'x'.repeat(200), '👋'.repeat(200)])('may be %j', (text) => {
    expect(WebhookDescription(text)).toBe(text)
  })
  it.each(['', ' ', 'two\nlines', 'x'.repeat(201)])('may not be %j', (text) => {
    expect(WebhookDescription.faultOf(text)).toBeDefined()
    expect(() => WebhookDescription(text)).toThrow(TypeError)
  })
})

describe('the types of a webhook', () => {
  it('are each once, in one order, whatever was asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...messageTypes)), (types) => {
        const ordered = Webhook.typesOf(types)
        expect(new Set(ordered)).toEqual(new Set(types))
        expect(ordered).toHaveLength(new Set(types).size)
        expect(Webhook.typesOf(types.toReversed())).toEqual(ordered)
      }),
    )
    const asked: MessageType[] = ['ticket.sold', 'special-event.created', 'ticket.sold']
    expect(Webhook.typesOf(asked)).toEqual(['special-event.created', 'ticket.sold'])
  })
})

describe('a webhook after an attempt', () => {
  it('stays the same object when nothing changes', () => {
    const [working, failing] = [aWebhook(), aWebhook({ failingSince: began })]
    expect(Webhook.afterAttempt(working, 'delivered', began)).toBe(working)
    expect(Webhook.afterAttempt(failing, 'failed', Instant(after(4) - 1))).toBe(failing)
  })

  it('is failing since its first failure, until an attempt succeeds', () => {
    const failing = Webhook.afterAttempt(aWebhook(), 'failed', began)
    expect(failing).toEqual(aWebhook({ failingSince: began }))
    expect(Webhook.afterAttempt(failing, 'delivered', after(9))).toEqual(aWebhook())
  })

  it('is disabled by a failure when none has succeeded for four days', () => {
    const failing = aWebhook({ failingSince: began })
    expect(Webhook.afterAttempt(failing, 'failed', after(4))).toEqual({ ...failing, disabledAt: after(4) })
  })

  it('is disabled at once when its receiver wants no more messages', () => {
    expect(Webhook.afterAttempt(aWebhook(), 'gone', began)).toEqual(aWebhook({ disabledAt: began }))
  })

  it('stays as it is while it is disabled', () => {
    const disabled = aWebhook({ failingSince: began, disabledAt: after(1) })
    for (const outcome of ['delivered', 'failed', 'gone'] as const)
      expect(Webhook.afterAttempt(disabled, outcome, after(9))).toBe(disabled)
  })

  it('is disabled exactly after four days of failures without one success, however they are spread', () => {
    const steps = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 60 }), isDelivered: fc.boolean() }))
    fc.assert(
      fc.property(steps, (attempts) => {
        let [webhook, now, firstFailure] = [aWebhook(), began as number, undefined as number | undefined]
        for (const { hours, isDelivered } of attempts) {
          now += hours * 3_600_000
          firstFailure = isDelivered ? undefined : (firstFailure ?? now)
          webhook = Webhook.afterAttempt(webhook, isDelivered ? 'delivered' : 'failed', Instant(now))
          const isDisabled = firstFailure !== undefined && now - firstFailure >= 4 * day
          expect(webhook.disabledAt).toBe(isDisabled ? now : undefined)
          if (isDisabled) return
          expect(webhook.failingSince).toBe(firstFailure)
        }
      }),
    )
  })
})

describe('a disabled webhook', () => {
  it('has messages recorded for three days', () => {
    expect(Webhook.recordedUntil(aWebhook({ disabledAt: began }))).toBe(after(3))
    expect(Webhook.recordedUntil(aWebhook())).toBeUndefined()
  })
})

it('an unknown webhook is named in the refusal', () => {
  expect(Webhook.notFound(aWebhook().webhookId)).toEqual({
    refusal: 'webhook-not-found',
    because: 'There is no webhook 01940000-0000-7000-8000-000000000501.',
  })
})

it('a new secret is refused while too many others sign', () => {
  expect(Webhook.tooManySecrets(90)).toEqual({
    refusal: 'too-many-secrets',
    because: `The secret was renewed ${Webhook.maxPreviousSecrets} times within 24 hours, in which the secrets before sign too. Give the receiver the latest one.`,
    values: { renewals: 4, hours: 24 },
    retryAfter: 90,
  })
})
