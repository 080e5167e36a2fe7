import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type ClaimedDelivery, type DeliveryResult, type Receiver, Unavailable } from '@museum/application'
import { Email, EventId, Instant, type Message, TicketId, WebhookId } from '@museum/domain'
import { aWebhook, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type DeliveryOptions, deliverMessages } from './deliver-messages.ts'
import { mailConnections } from './mail/mail-sender.ts'

const start = Date.now()
const running: Readonly<{ stop: () => Promise<void> }>[] = []
const unended: (() => void)[] = []
afterEach(async () => {
  for (const end of unended.splice(0)) end()
  await Promise.all(running.splice(0).map(({ stop }) => stop()))
})

const until = async (isSo: () => boolean | Promise<boolean>) => {
  for (const began = performance.now(); !(await isSo());) {
    if (performance.now() - began > 10_000) throw new Error('it is not so within ten seconds')
    await sleep(2)
  }
}
const delivered = (delivery: ClaimedDelivery): DeliveryResult => ({
  delivery,
  at: Instant(Date.now()),
  result: 'delivered',
})
const failed = (delivery: ClaimedDelivery): DeliveryResult => ({
  ...delivered(delivery),
  result: 'failed',
  because: 'The receiver answered 500.',
})

/**
 * Webhooks with messages that wait. `respond` says what becomes of the attempts to a receiver, by default that they succeed at
 * once; `attempts` are those that were begun; `most` is the greatest number of them at the same time, in all and of each receiver.
 */
const open = async (receivers: number, but: Partial<DeliveryOptions> = {}) => {
  const ports = inMemoryPorts({ now: () => Instant(Date.now()) })
  const { deliveries } = ports
  const webhooks = Array.from({ length: receivers }, (_, n) => WebhookId(exampleId(500 + n)))
  for (const webhookId of webhooks) await ports.webhooks.add(aWebhook({ webhookId }), anAuditEntry())
  const add = async (n: number, count: number, message: Message = { type: 'webhook.test', at: Instant(start) }) => {
    for (let m = 0; m < count; m += 1) await deliveries.add(webhooks[n]!, message)
  }
  const addMails = async (count: number) => {
    await deliveries.setMailOn(true)
    for (let n = 0; n < count; n += 1) {
      const mail = { type: 'tickets.sold', at: Instant(start), ticketIds: [TicketId(exampleId(n))] } as const
      await deliveries.addMail(mail, anAuditEntry(), Email(`visitor-${n}@example.org`))
    }
  }
  type Respond = (delivery: ClaimedDelivery) => DeliveryResult | Promise<DeliveryResult>
  const respond = new Map<Receiver, Respond>()
  const attempts: ClaimedDelivery[] = []
  const inProgress = new Map<Receiver, number>()
  const most = new Map<Receiver | 'all', number>()
  const count = (receiver: Receiver, by: number) => {
    inProgress.set(receiver, (inProgress.get(receiver) ?? 0) + by)
    const all = [...inProgress.values()].reduce((sum, each) => sum + each, 0)
    most.set(receiver, Math.max(most.get(receiver) ?? 0, inProgress.get(receiver)!))
    most.set('all', Math.max(most.get('all') ?? 0, all))
  }
  const attempt = async (delivery: ClaimedDelivery) => {
    const { receiver } = delivery
    attempts.push(delivery)
    count(receiver, 1)
    try {
      return await (respond.get(receiver) ?? delivered)(delivery)
    } finally {
      count(receiver, -1)
    }
  }
  const results: DeliveryResult[] = []
  const errors: unknown[] = []
  const run = (more: Partial<DeliveryOptions> = {}) => {
    const loop = deliverMessages({
      deliveries,
      attempt,
      onResult: (result) => void results.push(result),
      onError: (error) => void errors.push(error),
      interval: 20,
      ...but,
      ...more,
    })
    running.push(loop)
    return loop
  }
  const attemptsTo = (n: number) => attempts.filter(({ receiver }) => receiver === webhooks[n])
  const resultsOf = (n: number) => results.filter(({ delivery }) => delivery.receiver === webhooks[n])
  return {
    deliveries,
    webhooks,
    add,
    addMails,
    respond,
    attempts,
    most,
    attempt,
    results,
    errors,
    run,
    attemptsTo,
    resultsOf,
  }
}

/** An attempt that takes until it is ended. */
const endless = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  unended.push(resolve)
  return {
    end: resolve,
    respond: async (delivery: ClaimedDelivery) => {
      await promise
      return delivered(delivery)
    },
  }
}

describe('deliverMessages', () => {
  it('delivers the messages of all receivers, each once, and reports the stored results', async () => {
    const { add, run, results, deliveries, attempts, errors } = await open(50)
    for (let n = 0; n < 50; n += 1) await add(n, 5)
    run()
    await until(() => results.length === 250)
    expect((await deliveries.backlog()).pending).toBe(0)
    expect(new Set(attempts.map(({ deliveryId }) => deliveryId)).size).toBe(250)
    expect([attempts.length, errors]).toEqual([250, []])
  })

  it('works off a backlog without waiting between claims', async () => {
    const { add, run, results } = await open(1)
    await add(0, 400)
    // Only the first look is in the time of the test.
    run({ interval: 60_000 })
    await until(() => results.length === 400)
  })

  it('attempts at most 16 at the same time to one receiver, and 32 in all', async () => {
    const { add, run, respond, webhooks, most, results } = await open(8)
    for (const [n, webhookId] of webhooks.entries()) {
      await add(n, 40)
      respond.set(webhookId, async (delivery) => {
        await sleep(3)
        return delivered(delivery)
      })
    }
    run()
    await until(() => results.length === 320)
    expect(most.get('all')).toBe(32)
    expect(most.get(webhooks[0]!)).toBe(16)
    for (const webhookId of webhooks) expect(most.get(webhookId)).toBeLessThanOrEqual(16)
  })

  it('attempts as many e-mails at the same time as there are connections to the mail server, one more when one has ended', async () => {
    const { addMails, run, respond, most, attempts, results } = await open(0)
    const ends: (() => void)[] = []
    respond.set('mail', async (delivery) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return delivered(delivery)
    })
    await addMails(20)
    run()
    for (let n = 0; n < 20; n += 1) {
      await until(() => attempts.length === Math.min(20, n + mailConnections))
      ends.shift()!()
    }
    await until(() => results.length === 20)
    expect([most.get('mail'), mailConnections]).toEqual([4, 4])
  })

  it('delays no receiver by others that are slow or dead', async () => {
    const { add, run, respond, webhooks, resultsOf, attemptsTo } = await open(6)
    const slow = endless()
    for (const n of [0, 1]) {
      await add(n, 100)
      respond.set(webhooks[n]!, slow.respond)
    }
    respond.set(webhooks[2]!, async (delivery) => {
      await sleep(200)
      return failed(delivery)
    })
    await add(2, 100)
    run()
    await until(() => attemptsTo(1).length > 1 && attemptsTo(2).length > 1)
    const began = performance.now()
    for (const n of [3, 4, 5]) await add(n, 50)
    await until(() => [3, 4, 5].every((n) => resultsOf(n).length === 50))
    expect(performance.now() - began).toBeLessThan(2_000)
    expect([resultsOf(0), resultsOf(1)]).toEqual([[], []])
    slow.end()
  })

  it('has receivers take turns when more of them than attempts are possible are slow', async () => {
    const { add, run, respond, webhooks, attemptsTo } = await open(50)
    for (const [n, webhookId] of webhooks.entries()) {
      await add(n, 20)
      respond.set(webhookId, async (delivery) => {
        await sleep(20)
        return failed(delivery)
      })
    }
    run()
    await until(() => webhooks.every((_, n) => attemptsTo(n).length > 0))
    const counts = webhooks.map((_, n) => attemptsTo(n).length)
    // The first receivers get a few more, since those attempts began before any had failed.
    expect(Math.min(...counts.slice(6))).toBeGreaterThan(0)
    expect(Math.max(...counts.slice(6))).toBeLessThan(4)
  })

  it('attempts one at a time after a failure until one succeeds, also when new messages come later', async () => {
    const { add, run, respond, webhooks, most, resultsOf } = await open(1)
    const webhookId = webhooks[0]!
    const respondAfter = (result: (delivery: ClaimedDelivery) => DeliveryResult) =>
      respond.set(webhookId, async (delivery) => {
        await sleep(2)
        return result(delivery)
      })
    respondAfter(failed)
    await add(0, 1)
    run()
    await until(() => resultsOf(0).length === 1)
    await sleep(100)
    await add(0, 20)
    await until(() => resultsOf(0).length === 21)
    expect(most.get(webhookId)).toBe(1)
    respondAfter(delivered)
    await add(0, 100)
    await until(() => resultsOf(0).length === 121)
    expect(most.get(webhookId)).toBe(16)
  })

  it('attempts as many at a time as before after failures of their messages alone, which show that the receiver works', async () => {
    const { add, run, respond, webhooks, most, resultsOf } = await open(1)
    const webhookId = webhooks[0]!
    respond.set(webhookId, failed)
    await add(0, 1)
    run()
    await until(() => resultsOf(0).length === 1)
    respond.set(webhookId, async (delivery) => {
      await sleep(2)
      return { ...failed(delivery), isOfMessage: true } as DeliveryResult
    })
    await add(0, 100)
    await until(() => resultsOf(0).length === 101)
    expect(most.get(webhookId)).toBe(16)
  })

  it('delivers messages with one subject in their order, and others meanwhile', async () => {
    const { add, run, respond, webhooks, attempts, resultsOf } = await open(1)
    const event = (n: number, revision: number): Message => ({
      type: 'special-event.updated',
      at: Instant(start),
      event: { ...aSpecialEvent({ eventId: EventId(exampleId(n)) }), revision },
    })
    for (let revision = 1; revision <= 5; revision += 1) for (const n of [1, 2, 3]) await add(0, 1, event(n, revision))
    const ended: string[] = []
    respond.set(webhooks[0]!, async (delivery) => {
      const { message } = delivery as { message: Extract<Message, { event: unknown }> }
      await sleep(message.event.eventId === exampleId(1) ? 30 : 1)
      ended.push(`${Number(message.event.eventId.slice(-3))}.${message.event.revision}`)
      return message.event.revision === 2 ? failed(delivery) : delivered(delivery)
    })
    run()
    await until(() => resultsOf(0).length === 15)
    for (const n of [1, 2, 3])
      expect(ended.filter((each) => each.startsWith(`${n}.`))).toEqual([1, 2, 3, 4, 5].map((r) => `${n}.${r}`))
    expect(attempts).toHaveLength(15)
  })

  it('stores the result of an attempt that ends while others are being claimed', async () => {
    const { add, run, respond, webhooks, deliveries, resultsOf, attemptsTo } = await open(1)
    const slow = endless()
    await add(0, 1)
    respond.set(webhooks[0]!, slow.respond)
    let claims = 0
    run({
      deliveries: {
        ...deliveries,
        claim: async (...args) => {
          claims += 1
          if (claims === 2) {
            slow.end()
            await sleep(50)
          }
          return deliveries.claim(...args)
        },
      },
    })
    await until(() => resultsOf(0).length === 1)
    expect(attemptsTo(0)).toHaveLength(1)
    expect((await deliveries.backlog()).pending).toBe(0)
  })

  it('attempts what becomes due while an attempt takes long', async () => {
    const { add, run, respond, webhooks, resultsOf, attemptsTo } = await open(1)
    const slow = endless()
    respond.set(webhooks[0]!, slow.respond)
    await add(0, 1)
    run()
    await until(() => attemptsTo(0).length === 1)
    respond.delete(webhooks[0]!)
    await add(0, 3)
    await until(() => resultsOf(0).length === 3)
    slow.end()
  })

  it('delivers each message once in two servers', async () => {
    const { add, run, results, attempts } = await open(5)
    for (let n = 0; n < 5; n += 1) await add(n, 40)
    run()
    run()
    await until(() => results.length === 200)
    expect(new Set(attempts.map(({ deliveryId }) => deliveryId)).size).toBe(200)
    expect(attempts).toHaveLength(200)
  })

  it.each(['receivers', 'claim'] as const)('reports an error of %s, and recovers from it', async (operation) => {
    const { add, run, results, deliveries, errors } = await open(2)
    const unavailable = new Unavailable('no database')
    let left = 3
    for (const n of [0, 1]) await add(n, 20)
    const failing = async (...args: never[]) => {
      left -= 1
      if (left >= 0) throw unavailable
      return (deliveries[operation] as (...same: never[]) => unknown)(...args)
    }
    run({ deliveries: { ...deliveries, [operation]: failing } as DeliveryOptions['deliveries'] })
    await until(() => results.length === 40)
    expect(errors).toEqual([unavailable, unavailable, unavailable])
  })

  it('stores results later when the database is unavailable, so that nothing is delivered twice', async () => {
    const { add, run, results, deliveries, errors, attempts } = await open(2)
    const unavailable = new Unavailable('no database')
    let isUp = false
    for (const n of [0, 1]) await add(n, 30)
    const settle: typeof deliveries.settle = async (all) => {
      if (!isUp) throw unavailable
      return deliveries.settle(all)
    }
    run({ deliveries: { ...deliveries, settle } })
    await until(() => errors.length >= 6)
    // Nothing more is claimed meanwhile.
    expect([results.length, attempts.length <= 32]).toEqual([0, true])
    isUp = true
    await until(() => results.length === 60)
    expect(attempts).toHaveLength(60)
    expect(new Set(errors)).toEqual(new Set([unavailable]))
  })

  it('stores the other results when one cannot be stored, and goes on', async () => {
    const { add, run, results, deliveries, errors } = await open(1)
    await add(0, 20)
    const defect = new TypeError('a defect')
    const settle: typeof deliveries.settle = async (all) => {
      if (all.some(({ delivery }) => delivery.deliveryId === 5)) throw defect
      return deliveries.settle(all)
    }
    run({ deliveries: { ...deliveries, settle } })
    await until(() => results.length === 19)
    expect(errors).toEqual([defect, defect])
    expect((await deliveries.backlog()).pending).toBe(1)
  })

  it('reports an attempt that throws, and an error of the report of results; others are delivered', async () => {
    const { add, run, results, respond, webhooks, errors, attemptsTo } = await open(2)
    const [defect, other] = [new TypeError('a defect'), new TypeError('another')]
    respond.set(webhooks[0]!, async () => {
      throw defect
    })
    await add(0, 40)
    await add(1, 40)
    const began = performance.now()
    run({
      interval: 100,
      onResult: (result) => {
        results.push(result)
        throw other
      },
    })
    await until(() => results.length === 40 && attemptsTo(0).length === 40)
    expect(errors.filter((error) => error === defect)).toHaveLength(40)
    expect(errors.filter((error) => error === other)).toHaveLength(40)
    // Sixteen of each interval: a server that cannot read does not claim all that waits at once.
    expect(performance.now() - began).toBeGreaterThan(150)
  })

  it('claims nothing more when it is stopped, and waits until what is in progress has ended and is stored', async () => {
    const { add, run, respond, webhooks, attempts, results, deliveries } = await open(40)
    const slow = endless()
    for (const [n, webhookId] of webhooks.entries()) {
      await add(n, 3)
      respond.set(webhookId, slow.respond)
    }
    const { stop } = run()
    await until(() => attempts.length === 32)
    let isStopped = false
    const stopping = stop().then(() => (isStopped = true))
    await sleep(60)
    expect([isStopped, attempts.length]).toEqual([false, 32])
    slow.end()
    await stopping
    expect([attempts.length, results.length]).toEqual([32, 32])
    expect((await deliveries.backlog()).pending).toBe(120 - 32)
    await sleep(60)
    expect(attempts).toHaveLength(32)
  })

  it('does not wait longer than its time limit for an attempt when it is stopped', async () => {
    const { add, run, respond, webhooks, attempts, results } = await open(1)
    respond.set(webhooks[0]!, endless().respond)
    await add(0, 1)
    const { stop } = run({ stopTimeout: 20 })
    await until(() => attempts.length === 1)
    await stop()
    expect(results).toEqual([])
  })

  it('stores results when it is stopped although the database is unavailable at first, and gives up in the end', async () => {
    const { add, run, deliveries, errors, results } = await open(1)
    await add(0, 1)
    let [calls, isUp] = [0, false]
    const settle: typeof deliveries.settle = async (all) => {
      calls += 1
      if (!isUp) throw new Unavailable('no database')
      return deliveries.settle(all)
    }
    const first = run({ deliveries: { ...deliveries, settle } })
    await until(() => calls > 0)
    const stopping = first.stop()
    isUp = true
    await stopping
    expect(results).toHaveLength(1)
    isUp = false
    await add(0, 1)
    const second = run({ deliveries: { ...deliveries, settle } })
    const before = errors.length
    await until(() => errors.length > before)
    await second.stop()
    expect(results).toHaveLength(1)
    expect((await deliveries.backlog()).pending).toBe(1)
  })

  it('looks every second by default', async () => {
    const { add, run, results, deliveries } = await open(1)
    let looks = 0
    run({
      interval: undefined,
      deliveries: {
        ...deliveries,
        receivers: () => {
          looks += 1
          return deliveries.receivers()
        },
      },
    })
    await add(0, 1)
    await sleep(500)
    expect(looks).toBe(1)
    await until(() => results.length === 1)
    expect(looks).toBe(2)
  })
})
