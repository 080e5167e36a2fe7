import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type ClaimedDelivery, type DeliveryRepository, type DeliveryResult, Unavailable } from '@museum/application'
import { Instant, TicketId, WebhookId } from '@museum/domain'
import { aWebhook, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { type DeliveryOptions, deliverMessages } from './deliver-messages.ts'

const webhookId = WebhookId(exampleId(501))
const page = { page: 1, limit: 100 }
const running: ReturnType<typeof deliverMessages>[] = []
afterEach(async () => void (await Promise.all(running.splice(0).map((each) => each.stop()))))

/** Starts deliveries of one message, with repositories that a test has changed. */
const start = async (
  change: (deliveries: DeliveryRepository) => Partial<DeliveryRepository>,
  { attempt, ...options }: Partial<DeliveryOptions> = {},
) => {
  const { webhooks, deliveries } = inMemoryPorts()
  await webhooks.add(aWebhook({ webhookId }), anAuditEntry())
  await deliveries.add(webhookId, { type: 'ticket.sold', ticketId: TicketId(exampleId(1)), at: Instant(0) })
  const errors: unknown[] = []
  const results: DeliveryResult[] = []
  running.push(
    deliverMessages({
      deliveries: { ...deliveries, ...change(deliveries) },
      attempt: attempt ?? (async (delivery) => delivered(delivery)),
      onResult: (result) => results.push(result),
      onError: (error) => errors.push(error),
      interval: 5,
      ...options,
    }),
  )
  const state = async () => (await deliveries.list(webhookId, page)).items[0]
  const isDelivered = async () => {
    for (let n = 0; n < 200; n += 1) {
      if ((await state())?.state === 'delivered') return true
      await sleep(5)
    }
    return false
  }
  return { errors, results, state, isDelivered }
}
const delivered = (delivery: ClaimedDelivery): DeliveryResult => ({
  delivery,
  at: Instant(0),
  result: 'delivered',
  status: 204,
})

describe('the result of an attempt', () => {
  it('is stored when the attempt ends while more deliveries are claimed', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    let claims = 0
    const { isDelivered, results } = await start(
      ({ claim }) => ({
        async claim(...of) {
          claims += 1
          if (claims === 2) {
            end()
            await sleep(5)
          }
          return claim(...of)
        },
      }),
      {
        attempt: async (delivery) => {
          await ended
          return delivered(delivery)
        },
      },
    )
    expect(await isDelivered()).toBe(true)
    expect(results.length).toBe(1)
  })

  it('is stored after the database was unavailable, without another attempt', async () => {
    let [failures, attempts] = [0, 0]
    const { isDelivered, errors, state } = await start(
      ({ settle }) => ({
        async settle(...of) {
          failures += 1
          if (failures <= 3) throw new Unavailable('no database')
          await settle(...of)
        },
      }),
      {
        attempt: async (delivery) => {
          attempts += 1
          return delivered(delivery)
        },
      },
    )
    expect(await isDelivered()).toBe(true)
    expect([errors.length, attempts, (await state())?.attempts]).toEqual([3, 1, 1])
  })
})

describe('a stop', () => {
  it('ends although results cannot be stored', async () => {
    const { errors } = await start(() => ({
      async settle() {
        throw new Unavailable('no database')
      },
    }))
    while (errors.length === 0) await sleep(5)
    await Promise.all(running.splice(0).map((each) => each.stop()))
    expect(errors.length).toBeGreaterThan(0)
  })
})
