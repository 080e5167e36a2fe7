import type { ClaimedDelivery, DeliveryResult, ListRequest, StoredWebhook, WebhookDelivery } from '@museum/application'
import { Delivery, type DeliveryState, Instant, type Message, OrderId, TicketId, WebhookId } from '@museum/domain'
import { aSpecialEvent, exampleId } from '../examples/index.ts'
import { aWebhook } from '../in-memory/a-webhook.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const [one, other] = [1, 2].map((n) => WebhookId(exampleId(500 + n))) as [WebhookId, WebhookId]
const at = Instant(Date.UTC(2030, 4, 1, 10))
/** A message about the n-th ticket. */
const about = (n: number): Message => ({ type: 'ticket.sold', ticketId: TicketId(exampleId(1_000 + n)), at })
const day = 86_400
const entry = anAuditEntry({ operation: 'replayWebhookDelivery', subject: { kind: 'webhook', id: one } })
type Server = 'one' | 'other'
type Result = DeliveryResult extends infer Each
  ? Each extends DeliveryResult
    ? Omit<Each, 'delivery' | 'at'>
    : never
  : never
const delivered: Result = { result: 'delivered', status: 204 }
const failed: Result = { result: 'failed', because: 'The receiver answered 404.', status: 404 }
const released: Result = { result: 'released' }
const retriedAfter = (seconds: number): Result => ({
  result: 'retried',
  because: 'The receiver answered 503.',
  status: 503,
  seconds,
})
/** The number of the ticket that a delivery is about. */
const numberOf = ({ message }: Pick<ClaimedDelivery, 'message'>) =>
  'ticketId' in message ? Number(message.ticketId.slice(-12)) - 1_000 : undefined

/** The tests that every `DeliveryRepository` must pass. Run them once per adapter. */
export const deliveryRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the delivery repository in ${adapter}`, open, ({ it, servers }) => {
    const addWebhook = async (webhookId = one, but: Partial<StoredWebhook> = {}) => {
      await servers.one.webhooks.add(aWebhook({ webhookId, ...but }), anAuditEntry())
    }
    const record = async (messages: readonly Message[], webhookId = one) => {
      for (const message of messages) await servers.one.deliveries.add(webhookId, message)
    }
    const claim = (limit = 100, webhookId = one, server: Server = 'one') =>
      servers[server].deliveries.claim(webhookId, limit)
    const claimNumbers = async (...by: Parameters<typeof claim>) => (await claim(...by)).map(numberOf)
    const settle = (delivery: ClaimedDelivery, result: Result, server: Server = 'one') =>
      servers[server].deliveries.settle([{ delivery, at, ...result } as DeliveryResult])
    /** Claims deliveries, at least one, and stores the same result for each. */
    const attempt = async (result: Result, limit = 100, webhookId = one) => {
      const claimed = await claim(limit, webhookId)
      await servers.one.deliveries.settle(claimed.map((delivery) => ({ delivery, at, ...result }) as DeliveryResult))
      return claimed
    }
    const list = async (state?: DeliveryState, webhookId = one) =>
      (await servers.other.deliveries.list(webhookId, { page: 1, limit: 100 }, state)).items
    const setDisabled = (disabledAt: Instant | undefined, webhookId = one) =>
      servers.one.webhooks.update<never>(
        webhookId,
        (current) => ({ ...current, disabledAt }),
        () => undefined,
      )
    const remove = (webhookId = one) => servers.one.webhooks.remove(webhookId, () => anAuditEntry())

    it('claims every message as it was recorded', async () => {
      await addWebhook()
      const messages: readonly Message[] = [
        { type: 'special-event.deleted', event: aSpecialEvent(), at },
        { type: 'museum-hours.changed', at },
        about(1),
        { type: 'ticket.cancelled', ticketId: TicketId(exampleId(1_002)), at },
        { type: 'order.created', orderId: OrderId(exampleId(9_000)), at },
        { type: 'webhook.test', at },
        { type: 'webhook.test', at },
      ]
      await record(messages)
      const claimed = await claim(100, one, 'other')
      expect(claimed.map(({ message }) => message)).toEqual(messages)
      expect(claimed.map(({ receiver, attempts }) => [receiver, attempts])).toEqual(messages.map(() => [one, 0]))
      for (const { messageId } of claimed) expect(messageId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      expect(new Set(claimed.map(({ messageId }) => messageId)).size).toBe(messages.length)
      const ids = claimed.map(({ deliveryId }) => deliveryId)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      expect(ids[0]).toBeGreaterThan(0)
    })

    it('names the enabled webhooks that have a delivery that is due', async () => {
      const { receivers } = servers.other.deliveries
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      expect(await receivers()).toEqual([])
      await record([about(1)])
      await record([about(1)], other)
      expect([...(await receivers())].toSorted()).toEqual([one, other])
      await attempt(retriedAfter(600))
      expect(await receivers()).toEqual([other])
      await setDisabled(Instant(Date.now()), other)
      expect(await receivers()).toEqual([])
      await servers.age(601)
      expect(await receivers()).toEqual([one])
      await remove()
      expect(await receivers()).toEqual([])
    })

    it('claims what is due first, at most as many as it is asked for, and nothing twice', async () => {
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      await record([about(1), about(2), about(3), about(4)])
      await record([about(5)], other)
      expect(await claimNumbers(2)).toEqual([1, 2])
      expect(await claimNumbers(1, one, 'other')).toEqual([3])
      expect(await claimNumbers(100, one, 'other')).toEqual([4])
      for (const server of ['one', 'other'] as const) expect(await claim(100, one, server)).toEqual([])
      expect(await claimNumbers(100, other)).toEqual([5])
    })

    it('claims nothing for a disabled or removed webhook', async () => {
      await addWebhook()
      await record([about(1)])
      await setDisabled(Instant(Date.now()))
      expect(await claim()).toEqual([])
      await setDisabled(undefined)
      expect(await attempt(released)).toHaveLength(1)
      await remove()
      expect(await claim()).toEqual([])
    })

    it('claims each delivery for one server only when both claim at the same time', async () => {
      await addWebhook()
      const numbers = Array.from({ length: 60 }, (_, n) => n)
      await record(numbers.map(about))
      const claimed: ClaimedDelivery[] = []
      /** Claims after some reads, so that the steps of concurrent claims follow each other in every order. */
      const claimAfter = async (reads: number, server: Server) => {
        for (let n = 0; n < reads; n += 1) await servers[server].deliveries.receivers()
        return claim(3, one, server)
      }
      for (let round = 0; round < 100 && claimed.length < numbers.length; round += 1) {
        const some = await Promise.all([0, 1, 2, 3].map((n) => claimAfter(n, n % 2 === 0 ? 'one' : 'other')))
        claimed.push(...some.flat())
      }
      expect(claimed.map(numberOf).toSorted((a, b) => a! - b!)).toEqual(numbers)
      expect(await list('pending')).toHaveLength(numbers.length)
    })

    it(`claims a delivery again when its claim has expired, after ${Delivery.claimSeconds.webhook} seconds`, async () => {
      await addWebhook()
      await record([about(1)])
      const [first] = await claim()
      await servers.age(Delivery.claimSeconds.webhook - 10)
      expect(await claim(100, one, 'other')).toEqual([])
      await servers.age(11)
      const [second] = await claim(100, one, 'other')
      expect({ ...second, claim: undefined }).toEqual({ ...first, claim: undefined })
      expect(second!.claim === first!.claim).toBe(false)
    })

    it('changes nothing for a server whose claim has expired, once the delivery was claimed again', async () => {
      await addWebhook()
      await record([about(1), about(1), about(2)])
      const [late] = await claim(1)
      await servers.age(Delivery.claimSeconds.webhook + 1)
      const [current] = await claim(1, one, 'other')
      expect(numberOf(current!)).toBe(2)
      const [again] = await claim(1, one, 'other')
      expect(again!.deliveryId).toBe(late!.deliveryId)
      const before = await list()
      for (const result of [delivered, failed, released, retriedAfter(1)]) await settle(late!, result)
      expect(await list()).toEqual(before)
      expect(await claim()).toEqual([])
      await settle(again!, retriedAfter(600), 'other')
      const retried = await list()
      for (const result of [delivered, failed, released, retriedAfter(1)]) await settle(late!, result)
      expect(await list()).toEqual(retried)
      expect(await claim()).toEqual([])
    })

    it('stores the result of a server whose claim has expired, while no other has claimed the delivery', async () => {
      await addWebhook()
      await record([about(1)])
      const [late] = await claim()
      await servers.age(Delivery.claimSeconds.webhook + 1)
      await settle(late!, delivered)
      expect(await list()).toMatchObject([{ state: 'delivered', attempts: 1 }])
      expect(await claim()).toEqual([])
    })

    it('claims deliveries with one subject one after the other, each when the one before has ended', async () => {
      await addWebhook()
      await record([about(1), about(2), about(1), about(1), about(2)])
      const [first, second] = await claim()
      expect([first, second].map((each) => numberOf(each!))).toEqual([1, 2])
      for (const server of ['one', 'other'] as const) expect(await claim(100, one, server)).toEqual([])
      // One that has failed releases the next, as one that was delivered.
      await settle(first!, failed)
      const [third, ...others] = await claim(100, one, 'other')
      expect([numberOf(third!), others.length]).toEqual([1, 0])
      await settle(second!, delivered)
      await settle(third!, delivered, 'other')
      const last = await claim()
      expect(last.map(numberOf).toSorted((a, b) => a! - b!)).toEqual([1, 2])
      const ids = [first, second, third, ...last].map((each) => each!.deliveryId)
      expect(new Set(ids).size).toBe(5)
      expect(last.map(({ deliveryId }) => deliveryId).toSorted((a, b) => a - b)).toEqual(
        ids.toSorted((a, b) => a - b).slice(3),
      )
    })

    it('claims no delivery before an earlier one with its subject that is to be attempted again', async () => {
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      await record([about(1), about(1), about(2)])
      await record([about(1)], other)
      const [first] = await claim(1)
      await settle(first!, retriedAfter(300))
      // Other things do not wait, nor do other receivers.
      expect((await attempt(delivered)).map(numberOf)).toEqual([2])
      expect(await claimNumbers(100, other)).toEqual([1])
      await servers.age(290)
      expect(await claim()).toEqual([])
      await servers.age(11)
      const [again, ...others] = await attempt(delivered)
      expect([again!.deliveryId, again!.attempts, others.length]).toEqual([first!.deliveryId, 1, 0])
      expect(await claimNumbers()).toEqual([1])
    })

    it('claims deliveries that come after many with another subject', async () => {
      await addWebhook()
      await record([...Array.from({ length: 30 }, () => about(1)), about(2), about(3)])
      expect(await claimNumbers(1)).toEqual([1])
      expect(await claimNumbers(2)).toEqual([2, 3])
    })

    it('has a released delivery claimed again at once, without counting an attempt', async () => {
      await addWebhook()
      await record([about(1), about(1)])
      const [first] = await attempt(released)
      expect(await list('pending')).toHaveLength(2)
      const [again, ...others] = await claim(100, one, 'other')
      expect([again!.deliveryId, again!.attempts, others.length]).toEqual([first!.deliveryId, 0, 0])
    })

    it('lists the deliveries of a webhook in pages, the latest first, with their results', async () => {
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      const before = Date.now()
      await record([about(1), about(2), about(3), about(4), { type: 'museum-hours.changed', at: Instant(at + 1) }])
      await record([about(5)], other)
      const claimed = await claim(4)
      const results = [delivered, failed, retriedAfter(120), { result: 'failed', because: 'no response' } as const]
      await servers.one.deliveries.settle([])
      await servers.one.deliveries.settle(
        claimed.map((delivery, n) => ({ delivery, at, ...results[n]! }) as DeliveryResult),
      )
      const [hours, fourth, third, second, first, ...others] = await list()
      expect(others).toEqual([])
      const shown = (n: number) => {
        const { deliveryId, messageId, message } = claimed[n]!
        return { deliveryId, messageId, type: message.type, at, attempts: 1 }
      }
      const ended = { at: expect.any(Number) }
      expect(first).toEqual({ ...shown(0), state: 'delivered', latest: { ...ended, status: 204 } })
      expect(second).toEqual({
        ...shown(1),
        state: 'failed',
        latest: { ...ended, status: 404, because: 'The receiver answered 404.' },
      })
      expect(third).toEqual({
        ...shown(2),
        state: 'pending',
        dueAt: third!.latest!.at + 120_000,
        latest: { ...ended, status: 503, because: 'The receiver answered 503.' },
      })
      expect(fourth).toEqual({ ...shown(3), state: 'failed', latest: { ...ended, because: 'no response' } })
      expect(hours).toMatchObject({ type: 'museum-hours.changed', at: at + 1, state: 'pending', attempts: 0 })
      expect(hours!.latest).toBeUndefined()
      // By the clock of the database, in whole seconds.
      for (const moment of [first!.latest!.at, hours!.dueAt!]) {
        expect(moment % 1_000).toBe(0)
        expect(Math.abs(moment - before)).toBeLessThanOrEqual(60_000)
      }
      const page = (request: ListRequest<WebhookDelivery>, state?: DeliveryState) =>
        servers.other.deliveries.list(one, request, state)
      expect(await page({ page: 2, limit: 2 })).toEqual({ items: [third, second], total: 5 })
      expect(await page({ page: 4, limit: 2 })).toEqual({ items: [], total: 5 })
      expect(await page({ page: 1, limit: 1 }, 'failed')).toEqual({ items: [fourth], total: 2 })
      expect(await page({ page: 1, limit: 10 }, 'pending')).toEqual({ items: [hours, third], total: 2 })
      expect(await page({ page: 1, limit: 10 }, 'delivered')).toEqual({ items: [first], total: 1 })
      expect(await list(undefined, other)).toHaveLength(1)
      expect(await page({ after: third!, limit: 1 })).toEqual({ items: [second] })
      expect(await page({ after: fourth!, limit: 10 }, 'failed')).toEqual({ items: [second] })
      // The item before them may have left the list.
      expect(await page({ after: fourth!, limit: 10 }, 'pending')).toEqual({ items: [third] })
    })

    it('replays a delivery as if it were new, under the same messageId, with its audit entry', async () => {
      await addWebhook()
      await record([about(1), about(2), about(3)])
      const [first, second, third] = await claim()
      await settle(first!, delivered)
      await settle(second!, failed)
      const entries = async () => (await servers.one.audit.list({}, { page: 1, limit: 100 })).items.length
      const before = await entries()
      for (const delivery of [first!, second!, third!])
        expect(await servers.other.deliveries.replay(one, delivery.deliveryId, entry)).toBeUndefined()
      expect(await entries()).toBe(before + 3)
      for (const listed of await list()) {
        expect(listed).toMatchObject({ state: 'pending', attempts: 0 })
        expect(listed.latest).toBeUndefined()
      }
      // What a server still attempts does not change what is replayed.
      await settle(third!, delivered)
      const again = await claim()
      expect(again.map(({ deliveryId }) => deliveryId).toSorted((a, b) => a - b)).toEqual(
        [first, second, third].map((each) => each!.deliveryId),
      )
      expect(again.find((each) => numberOf(each) === 1)).toMatchObject({ messageId: first!.messageId, attempts: 0 })
    })

    it('replays neither a delivery of another webhook nor an unknown one', async () => {
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      await record([about(1)])
      const [{ deliveryId }] = (await attempt(delivered)) as [ClaimedDelivery]
      const entries = async () => (await servers.one.audit.list({}, { page: 1, limit: 100 })).items.length
      const before = await entries()
      for (const [webhookId, id] of [
        [other, deliveryId],
        [one, deliveryId + 1],
      ] as const)
        expect(await servers.one.deliveries.replay(webhookId, id, entry)).toEqual(Delivery.notFound(id, webhookId))
      expect(await list()).toMatchObject([{ state: 'delivered' }])
      expect(await entries()).toBe(before)
    })

    it(`removes what was delivered more than ${Delivery.retentionDays} days ago`, async () => {
      await addWebhook()
      await record([about(1), about(2), about(3)])
      const [old, oldFailed] = await claim(2)
      await settle(old!, delivered)
      await settle(oldFailed!, failed)
      await servers.age(Delivery.retentionDays * day - 3_600)
      await attempt(delivered)
      const { removeOld } = servers.other.deliveries
      expect(await removeOld()).toBe(0)
      expect(await list()).toHaveLength(3)
      await servers.age(3_601)
      expect(await removeOld()).toBe(1)
      expect((await list()).map(({ state }) => state)).toEqual(['delivered', 'failed'])
      expect(await removeOld()).toBe(0)
    })

    it('removes the deliveries of removed webhooks', async () => {
      const third = WebhookId(exampleId(503))
      for (const webhookId of [one, other, third]) {
        await addWebhook(webhookId)
        await record([about(1), about(2), about(3)], webhookId)
        await attempt(delivered, 1, webhookId)
        await attempt(failed, 1, webhookId)
      }
      for (const webhookId of [one, third]) await remove(webhookId)
      const { removeOld } = servers.other.deliveries
      let removed = 0
      for (let count = -1; count !== 0; removed += count) count = await removeOld()
      expect(removed).toBe(6)
      for (const [webhookId, left] of [
        [one, 0],
        [other, 3],
        [third, 0],
      ] as const)
        expect(await list(undefined, webhookId)).toHaveLength(left)
    })

    it('has pending deliveries to a webhook fail that was disabled for three days', async () => {
      for (const webhookId of [one, other]) {
        await addWebhook(webhookId)
        await record([about(1), about(1), about(2)], webhookId)
        await attempt(delivered, 1, webhookId)
      }
      const { removeOld } = servers.other.deliveries
      await setDisabled(Instant(Date.now() - 3 * day * 1_000 + 600_000))
      expect(await removeOld()).toBe(0)
      await setDisabled(Instant(Date.now() - 3 * day * 1_000 - 600_000))
      expect(await removeOld()).toBe(2)
      expect(await removeOld()).toBe(0)
      const lapsed = await list('failed')
      expect(lapsed).toHaveLength(2)
      for (const { attempts, dueAt, latest } of lapsed) {
        expect([attempts, dueAt]).toEqual([0, undefined])
        expect(latest!.because).toBe('The webhook was disabled for three days.')
      }
      expect(await list('delivered')).toHaveLength(1)
      expect(await list('pending', other)).toHaveLength(2)
      // They have failed, so they are not delivered when the webhook is enabled again.
      await setDisabled(undefined)
      expect(await claim()).toEqual([])
    })

    it(`removes at most ${Delivery.maxRemovedAtOnce} deliveries at once`, async () => {
      await addWebhook()
      await record(Array.from({ length: Delivery.maxRemovedAtOnce + 1 }, (_, n) => about(n)))
      await attempt(failed, Delivery.maxRemovedAtOnce + 1)
      const { removeFailed, removeOld } = servers.one.deliveries
      expect(await removeFailed(one)).toBe(Delivery.maxRemovedAtOnce)
      await record(Array.from({ length: Delivery.maxRemovedAtOnce }, (_, n) => about(n)))
      await remove()
      expect(await removeOld()).toBe(Delivery.maxRemovedAtOnce)
      expect(await removeOld()).toBe(1)
      expect(await removeOld()).toBe(0)
    })

    it('removes the failed deliveries of one webhook', async () => {
      for (const webhookId of [one, other]) {
        await addWebhook(webhookId)
        await record([about(1), about(2), about(3)], webhookId)
        await attempt(failed, 2, webhookId)
      }
      expect(await servers.one.deliveries.removeFailed(one)).toBe(2)
      expect(await servers.one.deliveries.removeFailed(one)).toBe(0)
      expect(await list()).toMatchObject([{ state: 'pending' }])
      expect(await list(undefined, other)).toHaveLength(3)
    })

    it('counts pending and failed deliveries, with the time of the oldest change', async () => {
      const { backlog } = servers.other.deliveries
      expect(await backlog()).toEqual({ pending: 0, failed: 0 })
      for (const webhookId of [one, other]) await addWebhook(webhookId)
      await record([about(1), { ...about(2), at: Instant(at + 1_234) }])
      await record([{ ...about(1), at: Instant(at + 5_678) }], other)
      expect(await backlog()).toEqual({ pending: 3, oldest: at, failed: 0 })
      await attempt(delivered, 1)
      expect(await backlog()).toEqual({ pending: 2, oldest: at + 1_234, failed: 0 })
      await attempt(failed, 1)
      expect(await backlog()).toEqual({ pending: 1, oldest: at + 5_678, failed: 1 })
      await attempt(retriedAfter(60), 1, other)
      expect(await backlog()).toEqual({ pending: 1, oldest: at + 5_678, failed: 1 })
    })
  })
