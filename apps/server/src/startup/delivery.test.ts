import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MuseumDatabase, kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import {
  type Mail,
  type MailOutcome,
  type WebhookOutcome,
  type WebhookRequest,
  createMuseum,
  createWebhooks,
  mailAttempts,
} from '@museum/application'
import { CalendarDate, Email, EventDates, Instant, Quantity, type WebhookId } from '@museum/domain'
import {
  anActor,
  anAuditEntry,
  inMemoryMailSender,
  inMemoryPorts,
  inMemoryWebhookSender,
  unrefused,
} from '@museum/testing'
import { aSpecialEventDraft, anOrder } from '@museum/testing/examples'
import { aLog } from '../../test/a-log.ts'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { type RepeatedTask, startCleanup, startDelivery } from './tasks.ts'

const until = async (isSo: () => boolean | Promise<boolean>, seconds = 20) => {
  for (const began = performance.now(); !(await isSo());) {
    if (performance.now() - began > seconds * 1_000) throw new Error(`it is not so within ${seconds} s`)
    await sleep(10)
  }
}
const now = () => Instant(Date.now())
const ticketDate = CalendarDate(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10))

describe('the delivery of messages', () => {
  let temporary: Awaited<ReturnType<typeof aTemporaryFolder>>
  const databases: MuseumDatabase[] = []
  const tasks: RepeatedTask[] = []
  beforeEach(async () => {
    temporary = await aTemporaryFolder()
    await migrate(connect())
  })
  afterEach(async () => {
    await Promise.all(tasks.splice(0).map(({ stop }) => stop()))
    await Promise.all(databases.splice(0).map((database) => database.close()))
    await temporary.remove()
  })
  const connect = () => {
    const database = openDatabase(`sqlite:${temporary.folder}/museum.sqlite`)
    databases.push(database)
    return database
  }

  /** A server on the database of the test, with the receivers of its webhooks and its mail server. */
  const aServer = ({
    receive = () => ({ outcome: 'delivered', status: 204 }),
    accept = () => ({ outcome: 'accepted' }),
  }: Readonly<{
    receive?: (request: WebhookRequest) => WebhookOutcome | Promise<WebhookOutcome>
    accept?: (mail: Mail) => MailOutcome | Promise<MailOutcome>
  }> = {}) => {
    const webhookSender = inMemoryWebhookSender(receive)
    const mailSender = inMemoryMailSender(accept)
    const ports = inMemoryPorts({
      ...kyselyRepositories(connect()),
      now,
      webhookSender,
      newId: () => crypto.randomUUID(),
    })
    const museum = createMuseum(ports)
    const webhooks = createWebhooks(ports)
    const { log, lines } = aLog()
    const attemptMail = mailAttempts({ ...ports, mailSender, ...museum, mailRate: 6_000 })
    const deliver = (but: Partial<Parameters<typeof startDelivery>[0]> = {}) => {
      const { attemptDelivery } = webhooks
      const task = startDelivery({ deliveries: ports.deliveries, attemptDelivery, attemptMail, log, ...but })
      tasks.push(task)
      return task
    }
    const addWebhook = async (): Promise<WebhookId> => {
      const draft = { url: 'https://receiver.example.org/', types: ['ticket.sold' as const], purchaser: false }
      return unrefused(await webhooks.createWebhook(draft, anActor)).webhook.webhookId
    }
    const test = async (webhookId: WebhookId, count: number) => {
      for (let n = 0; n < count; n += 1) await ports.deliveries.add(webhookId, { type: 'webhook.test', at: now() })
    }
    const isDone = async () => (await ports.deliveries.backlog()).pending === 0
    return { ports, museum, webhooks, webhookSender, mailSender, lines, deliver, addWebhook, test, isDone }
  }

  it('works off a backlog of thousands from two servers, each message once, without a pause', async () => {
    const receive = async () => {
      await sleep(5)
      return { outcome: 'delivered', status: 204 } as const
    }
    const [one, other] = [aServer({ receive }), aServer({ receive })]
    const webhookIds = [await one.addWebhook(), await one.addWebhook()]
    for (const webhookId of webhookIds) await one.test(webhookId, 1_500)
    one.deliver()
    other.deliver()
    await until(one.isDone, 60)
    const sent = [one, other].map(({ webhookSender }) => webhookSender.requests.map(({ messageId }) => messageId))
    expect(new Set(sent.flat()).size).toBe(3_000)
    expect(sent.flat()).toHaveLength(3_000)
    expect(sent.every((ids) => ids.length > 0)).toBe(true)
    expect([one.lines, other.lines]).toEqual([[], []])
  }, 90_000)

  it('sends e-mails about sales, and to the purchasers of a deleted event, each once from two servers', async () => {
    const [one, other] = [aServer(), aServer()]
    await one.ports.deliveries.setMailOn(true)
    const { eventId } = unrefused(
      await one.museum.createSpecialEvent(aSpecialEventDraft({ dates: EventDates([ticketDate]) }), { actor: anActor }),
    )
    const { purchaser } = anOrder()
    const item = { ticketType: 'event', eventId, ticketDate, quantity: Quantity(2) } as const
    for (let n = 0; n < 30; n += 1) unrefused(await one.museum.placeOrder({ items: [item], purchaser }))
    one.deliver()
    other.deliver()
    const told = (kind: Mail['kind']) =>
      [one, other]
        .flatMap(({ mailSender }) => mailSender.mails)
        .flatMap((mail) => (mail.kind === kind && 'tickets' in mail ? [mail] : []))
    for (const [change, kind] of [
      [undefined, 'sold'],
      ['deleteSpecialEvent', 'cancelled'],
      ['restoreSpecialEvent', 'restored'],
    ] as const) {
      if (change !== undefined) await one.museum[change](eventId, anActor)
      await until(one.isDone, 60)
      expect(new Set(told(kind).map(({ orderId }) => orderId)).size).toBe(30)
      expect(told(kind)).toHaveLength(30)
      for (const { tickets } of told(kind)) expect(tickets).toHaveLength(2)
    }
    expect([one.lines, other.lines]).toEqual([[], []])
  }, 90_000)

  it('leaves e-mails to other servers where this one sends none', async () => {
    const [one, other] = [aServer(), aServer()]
    await one.ports.deliveries.setMailOn(true)
    const webhookId = await one.addWebhook()
    await one.museum.buyMuseumTickets(anOrder({ ticketDate }))
    await one.test(webhookId, 1)
    one.deliver({ attemptMail: undefined })
    await until(() => one.webhookSender.requests.length === 2)
    await sleep(1_200)
    const mails = async () => (await one.ports.deliveries.listMails({ page: 1, limit: 9 })).items
    expect(await mails()).toMatchObject([{ state: 'pending', attempts: 0 }])
    other.deliver()
    await until(one.isDone)
    expect(other.mailSender.mails).toHaveLength(1)
    expect(one.lines).toEqual([])
  })

  it('delays e-mails by no receiver that hangs, and waits for it when it is stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<WebhookOutcome>()
    const server = aServer({ receive: () => promise })
    await server.ports.deliveries.setMailOn(true)
    await server.test(await server.addWebhook(), 40)
    const results: string[] = []
    const { stop } = server.deliver({
      onResult: ({ delivery, result }) => void results.push(`${delivery.receiver === 'mail'} ${result}`),
    })
    await until(() => server.webhookSender.requests.length === 16)
    await server.museum.buyMuseumTickets(anOrder({ ticketDate }))
    await until(() => server.mailSender.mails.length === 1)
    await until(() => results.length === 1)
    const stopping = stop()
    await sleep(50)
    expect(results).toEqual(['true delivered'])
    resolve({ outcome: 'delivered', status: 204 })
    await stopping
    // The sale is one more message to the receiver.
    expect(results).toEqual(['true delivered', ...Array.from({ length: 16 }, () => 'false delivered')])
    expect((await server.ports.deliveries.backlog()).pending).toBe(40 - 16 + 1)
  })

  it('logs that a webhook was disabled since its receiver wants no more messages', async () => {
    const server = aServer({ receive: () => ({ outcome: 'gone', status: 410 }) })
    const webhookId = await server.addWebhook()
    await server.test(webhookId, 1)
    server.deliver()
    await until(() => server.lines.length === 1)
    expect(server.lines).toMatchObject([{ webhookId, level: 40, msg: expect.stringContaining('is disabled') }])
  })

  it('logs an error of the database once a minute, and delivers when it works again', async () => {
    const server = aServer()
    await server.test(await server.addWebhook(), 5)
    const { deliveries } = server.ports
    let looks = 0
    const receivers = async () => {
      looks += 1
      if (looks < 3) throw new Error('no database')
      return deliveries.receivers()
    }
    server.deliver({ deliveries: { ...deliveries, receivers } })
    await until(server.isDone)
    expect(looks).toBeGreaterThanOrEqual(3)
    expect(server.lines).toMatchObject([{ level: 40, msg: expect.stringContaining('could not be delivered') }])
  })
})

describe('the cleanup of old deliveries', () => {
  it('removes what was delivered 30 days ago, in steps, at the start and after each interval, and no others', async () => {
    const clock = { now: Date.UTC(2030, 4, 1, 10) }
    const { deliveries } = inMemoryPorts({ now: () => Instant(clock.now) })
    await deliveries.setMailOn(true)
    const { log, lines } = aLog()
    const addDelivered = async (count: number) => {
      for (let n = 0; n < count; n += 1)
        await deliveries.addMail(
          { type: 'tickets.sold', at: Instant(clock.now), ticketIds: [crypto.randomUUID() as never] },
          anAuditEntry({ at: Instant(clock.now), actor: `clerk-${n}` }),
          Email(`visitor-${n}@example.org`),
        )
      const claimed = await deliveries.claim('mail', count)
      await deliveries.settle(
        claimed.map((delivery) => ({ delivery, at: Instant(clock.now), result: 'delivered' as const })),
      )
    }
    const left = async () => (await deliveries.listMails({ page: 1, limit: 9_999 })).items.length
    await addDelivered(1_100)
    clock.now += 31 * 86_400_000
    await addDelivered(7)
    const cleanup = startCleanup(deliveries.removeOld, 'old deliveries of messages', log, 20)
    await until(async () => (await left()) === 7)
    clock.now += 31 * 86_400_000
    await until(async () => (await left()) === 0)
    await cleanup.stop()
    await addDelivered(1)
    clock.now += 31 * 86_400_000
    await sleep(60)
    expect([await left(), lines]).toEqual([1, []])
  })

  it('logs a warning when it fails, and tries again after the interval', async () => {
    const { log, lines } = aLog()
    let calls = 0
    const removeOld = async () => {
      calls += 1
      if (calls === 1) throw new Error('no database')
      return 0
    }
    const cleanup = startCleanup(removeOld, 'old deliveries of messages', log, 20)
    await until(() => calls > 1)
    await cleanup.stop()
    expect(lines).toMatchObject([
      { level: 40, msg: expect.stringMatching(/^old deliveries of messages could not be removed/) },
    ])
  })
})
