import type { StoredWebhook } from '@museum/application'
import { Instant, Webhook, WebhookDescription, WebhookId, refuse } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import { aWebhook } from '../in-memory/a-webhook.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { inMemoryWebhookSender } from '../in-memory/in-memory-webhook-sender.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const { newSecret } = inMemoryWebhookSender()
const secrets = Array.from({ length: 2 + Webhook.maxPreviousSecrets }, newSecret)
const numbered = (n: number, but: Partial<StoredWebhook> = {}) =>
  aWebhook({ webhookId: WebhookId(exampleId(500 + n)), ...but })
const may = (day: number) => Instant(Date.UTC(2030, 4, day, 10))
/** A webhook with all members, each as long as it may be. */
const whole: StoredWebhook = numbered(2, {
  url: `https://receiver.example.org/${'é?'.repeat(1_000)}`,
  types: ['special-event.created', 'museum-hours.changed', 'ticket.sold', 'order.created'],
  description: WebhookDescription('Ü 児 👩‍👧 '.padEnd(200, 'ß')),
  purchaser: true,
  failingSince: may(2),
  disabledAt: may(6),
  secret: secrets[1]!,
  previousSecrets: secrets.slice(2).map((secret, n) => ({ secret, until: may(9 - n) })),
})

/** The tests that every `WebhookRepository` must pass. Run them once per adapter. */
export const webhookRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the webhook repository in ${adapter}`, open, ({ it, servers }) => {
    const entryOf = ({ webhookId }: StoredWebhook) =>
      anAuditEntry({ operation: 'updateWebhook', subject: { kind: 'webhook', id: webhookId } })
    const add = (webhook: StoredWebhook, server: 'one' | 'other' = 'one') =>
      servers[server].webhooks.add(webhook, entryOf(webhook))
    const numberAudited = async () => (await servers.other.audit.list({}, { page: 1, limit: 100 })).items.length

    it('lists webhooks as they were added, in ascending order of their identifiers', async () => {
      expect(await servers.one.webhooks.list()).toEqual([])
      expect(await add(whole)).toEqual(whole)
      expect(await add(numbered(1), 'other')).toEqual(numbered(1))
      for (const server of ['one', 'other'] as const)
        expect(await servers[server].webhooks.list()).toEqual([numbered(1), whole])
      expect(await numberAudited()).toBe(2)
    })

    it(`stores ${Webhook.maxCount} webhooks, and no more, also when two servers add them`, async () => {
      const all = Array.from({ length: Webhook.maxCount + 4 }, (_, n) => numbered(n))
      const [some, last] = [all.slice(0, -8), all.slice(-8)]
      for (const webhook of some) await add(webhook)
      const outcomes = await Promise.all(last.map((webhook, n) => add(webhook, n % 2 === 0 ? 'one' : 'other')))
      expect(outcomes.filter((outcome) => 'refusal' in outcome)).toEqual(
        Array.from({ length: 4 }, () => Webhook.tooMany),
      )
      expect(await servers.other.webhooks.list()).toHaveLength(Webhook.maxCount)
      expect(await numberAudited()).toBe(Webhook.maxCount)
    })

    it('replaces a webhook by what is decided about the stored one, with its audit entry', async () => {
      await add(numbered(1))
      await add(numbered(3))
      const asked: StoredWebhook[] = []
      const replace = (after: StoredWebhook) =>
        servers.other.webhooks.update(
          after.webhookId,
          (current) => {
            asked.push(current)
            return after
          },
          (before, changed) => entryOf(before.webhookId === changed.webhookId ? changed : before),
        )
      const all = { ...whole, webhookId: numbered(1).webhookId }
      expect(await replace(all)).toEqual(all)
      expect(await servers.one.webhooks.list()).toEqual([all, numbered(3)])
      // Members that are absent are removed.
      expect(await replace(numbered(1))).toEqual(numbered(1))
      expect(await servers.one.webhooks.list()).toEqual([numbered(1), numbered(3)])
      expect(asked).toEqual([numbered(1), all])
      expect(await numberAudited()).toBe(4)
    })

    it('writes nothing after a refusal, for the same object, or when the audit entry cannot be made', async () => {
      await add(numbered(1))
      const update = (decide: (current: StoredWebhook) => StoredWebhook | typeof refusal, entry = entryOf) =>
        servers.one.webhooks.update(numbered(1).webhookId, decide, entry)
      const refusal = refuse('forbidden', 'because')
      expect(await update(() => refusal)).toEqual(refusal)
      expect(await update((current) => current)).toEqual(numbered(1))
      const failing = update(
        () => ({ ...whole, webhookId: numbered(1).webhookId }),
        () => {
          throw new Error('no entry')
        },
      )
      await expect(failing).rejects.toThrow('no entry')
      expect(await servers.other.webhooks.list()).toEqual([numbered(1)])
      expect(await numberAudited()).toBe(1)
    })

    it('stores a change without an audit entry', async () => {
      await add(numbered(1))
      const failing = { ...numbered(1), failingSince: may(3) }
      const update = servers.one.webhooks.update<never>(
        failing.webhookId,
        () => failing,
        () => undefined,
      )
      expect(await update).toEqual(failing)
      expect(await servers.other.webhooks.list()).toEqual([failing])
      expect(await numberAudited()).toBe(1)
    })

    it('loses no change that another server makes at the same time', async () => {
      await add(numbered(1, { url: 'https://receiver.example.org/' }))
      const change = (server: 'one' | 'other') =>
        servers[server].webhooks.update<never>(
          numbered(1).webhookId,
          (current) => ({ ...current, url: `${current.url}x` }),
          entryOf,
        )
      await Promise.all(Array.from({ length: 8 }, (_, n) => change(n % 2 === 0 ? 'one' : 'other')))
      expect(await servers.other.webhooks.list()).toMatchObject([{ url: 'https://receiver.example.org/xxxxxxxx' }])
    })

    it('removes a webhook, with its audit entry, and returns it', async () => {
      for (const webhook of [numbered(1), whole, numbered(3)]) await add(webhook)
      expect(await servers.other.webhooks.remove(whole.webhookId, entryOf)).toEqual(whole)
      expect(await servers.one.webhooks.list()).toEqual([numbered(1), numbered(3)])
      expect(await numberAudited()).toBe(4)
      const failing = servers.one.webhooks.remove(numbered(1).webhookId, () => {
        throw new Error('no entry')
      })
      await expect(failing).rejects.toThrow('no entry')
      expect(await servers.other.webhooks.list()).toEqual([numbered(1), numbered(3)])
    })

    it('finds no webhook to change or remove under an unknown webhookId', async () => {
      await add(numbered(1))
      const { webhookId } = numbered(2)
      const update = servers.one.webhooks.update<never>(webhookId, () => whole, entryOf)
      expect(await update).toEqual(Webhook.notFound(webhookId))
      expect(await servers.one.webhooks.remove(webhookId, entryOf)).toEqual(Webhook.notFound(webhookId))
      expect(await servers.other.webhooks.list()).toEqual([numbered(1)])
      expect(await numberAudited()).toBe(1)
    })

    it('makes what waits for a webhook due when it becomes enabled, but for deliveries that are claimed', async () => {
      const { deliveries } = servers.other
      const [disabled, other] = [numbered(1), numbered(2)]
      for (const webhook of [disabled, other]) {
        await add(webhook)
        for (let n = 0; n < 3; n += 1) await deliveries.add(webhook.webhookId, { type: 'webhook.test', at: may(1) })
        const [first, second] = await deliveries.claim(webhook.webhookId, 2)
        const at = Instant(Date.now())
        await deliveries.settle([
          { delivery: first!, at, result: 'retried', because: 'The receiver is busy.', seconds: 86_400 },
        ])
        expect(second).toMatchObject({ attempts: 0 })
      }
      const set = (disabledAt: Instant | undefined) =>
        servers.one.webhooks.update<never>(
          disabled.webhookId,
          (current) => ({ ...current, disabledAt }),
          () => undefined,
        )
      await set(Instant(Date.now()))
      expect(await deliveries.claim(disabled.webhookId, 10)).toEqual([])
      await set(undefined)
      expect((await deliveries.claim(disabled.webhookId, 10)).map(({ attempts }) => attempts).toSorted()).toEqual([
        0, 1,
      ])
      expect(await deliveries.claim(other.webhookId, 10)).toHaveLength(1)
    })
  })
