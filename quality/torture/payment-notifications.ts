import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import type { PaymentId } from '@museum/domain'
import type { Violation } from './findings.ts'
import { bytesOf } from './payment-clients.ts'
import { randomBetween, randomItem } from './random.ts'
import type { Museum } from './run-scenario.ts'
import type { unreliableProvider } from './unreliable-provider.ts'

type Notification = FakeStripe['notifications'][number]
type NotifiedObject = Readonly<{ id: string; metadata?: Readonly<Record<string, string>> }>

/** The share of notifications that are lost, and of those that come twice. */
const [lost, doubled] = [0.35, 0.2]
/** A museum that is slower may have stopped to wait for the provider, in milliseconds. */
const atOnce = 3_000

/**
 * Sends the notifications of a provider to the servers: some never, some twice, some later than others that followed; and forged ones.
 * What a notification is about must be stored when it is answered, unless the provider did not answer the museum meanwhile.
 */
export const paymentNotifications = (stripe: FakeStripe, provider: ReturnType<typeof unreliableProvider>) => {
  const violations: Violation[] = []
  const count = { sent: 0, forged: 0 }
  const inProgress = new Set<Promise<void>>()
  let next = 0

  const deliver = async ({ servers }: Museum, notification: Notification) => {
    const url = `${randomItem(servers).origin}/payment-notifications/stripe`
    // The server may be killed.
    return stripe.deliver(url, notification).catch(() => 0)
  }
  const send = async (museum: Museum, notification: Notification) => {
    await sleep(randomBetween(0, 1_500))
    const { type, data } = JSON.parse(Buffer.from(notification.body).toString()) as {
      type: string
      data: { object: NotifiedObject }
    }
    const { id: page, metadata = {} } = data.object
    count.sent += 1
    const sentAt = performance.now()
    const status = await deliver(museum, notification)
    const isAtOnce = performance.now() < sentAt + atOnce
    if (status !== 0 && status !== 204 && status !== 503)
      violations.push({ fault: 'a notification was not taken', recorded: { status, type, page } })
    if (status !== 204 || type !== 'checkout.session.completed' || !isAtOnce) return
    if (!provider.hasAnsweredSince(page, sentAt)) return
    const [stored] = await museum.database.kysely
      .selectFrom('online_payment')
      .select(['state', 'needs_attention'])
      .where('payment_id', '=', bytesOf(metadata['museum_payment']!) as never)
      .execute()
      // The database may be away.
      .catch(() => [])
    if (stored !== undefined && stored.state !== 'paid' && stored.state !== 'returned')
      violations.push({
        fault: 'a notification was answered before what it is about was stored',
        recorded: page,
        stored,
      })
  }
  const begin = (work: Promise<void>) => {
    const settled = work.catch((error: unknown) => void violations.push({ fault: String(error) }))
    inProgress.add(settled)
    void settled.then(() => inProgress.delete(settled))
  }

  return {
    violations,
    count,
    /** Begins to send what has happened since the last call. */
    sendNew(museum: Museum) {
      for (const notification of stripe.notifications.slice(next)) {
        if (Math.random() < lost) continue
        begin(send(museum, notification))
        if (Math.random() < doubled) begin(send(museum, notification))
      }
      next = stripe.notifications.length
    },
    /** Sends a notification that says what is not so, with the secret of the webhook or with another one. */
    async forge(museum: Museum, paymentId: PaymentId | undefined) {
      const session = paymentId && stripe.sessionOf(paymentId)
      if (session === undefined) return
      const [type, claimed] = randomItem([
        ['checkout.session.completed', { status: 'complete', payment_status: 'paid', payment_intent: 'pi_forged' }],
        ['checkout.session.expired', { status: 'expired' }],
      ] as const)
      const isSigned = Math.random() < 0.7
      const secret = isSigned ? stripe.webhookSecret : 'whsec_other'
      count.forged += 1
      const status = await deliver(
        museum,
        stripe.notificationAbout(type, { ...session, ...claimed }, undefined, secret),
      )
      if (!isSigned && status !== 400 && status !== 0)
        violations.push({ fault: 'a notification with a wrong signature was taken', recorded: { status, paymentId } })
    },
    /** Resolves when nothing is being sent. */
    settled: () => Promise.all(inProgress),
  }
}
