import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FakeStripe, fakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import { checkPayments } from './check-payments.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { checkAttempts, createFindings, figureColumns } from './findings.ts'
import { isProblem } from './history.ts'
import { sellDuring } from './orders.ts'
import { isOf } from './occurrences.ts'
import { bytesOf, emptyPaymentRun, paymentClients } from './payment-clients.ts'
import { paymentNotifications } from './payment-notifications.ts'
import { randomBetween } from './random.ts'
import { readPayments, readProviderAccount } from './read-payments.ts'
import { refundClients } from './refund-clients.ts'
import { runScenario } from './run-scenario.ts'
import { startPausingWorkers } from './start-workers.ts'
import { unreliableProvider } from './unreliable-provider.ts'
import { uuidOf } from './uuid-of.ts'

/** For how long a delivery is claimed at most, in seconds. */
const claimSeconds = 120
/** How long the provider takes at most when it is late, in milliseconds: longer than a server waits for it. */
const maxLateness = 5_000
/** After which time the provider forgets the key of a refund, in milliseconds: no attempt is as long. */
const forgottenAfter = 8_000
/** In which time everything must be decided once the provider is well, in milliseconds. */
const maxQuestions = 60_000

/**
 * Visitors at two servers (three on a cluster) reserve the few places of events and days, half of them on the pages of the shop, and pay at
 * a fake of Stripe, in time, late,
 * after and during a release, while desks sell, release and read the same reservations. Stripe answers late, twice, half, with errors
 * or never; its notifications are lost, doubled, delayed, reordered and forged. Connections are cut, and servers and databases killed,
 * as in `orders`.
 *
 * Clerks cancel and refund what was paid, online and in cash at once, and an administrator removes events and dates, has their refunds
 * given, and restores some of them. Refunds are pending at Stripe, and succeed or fail later.
 *
 * Half an hour passes for a reservation by changing its times; the pauses between questions, and claims, end in the same way.
 */
export const payments = async (engine: Engine, rounds: number) => {
  const run = emptyPaymentRun()
  const stripe = await fakeStripe({
    lateMilliseconds: () => randomBetween(50, maxLateness),
    holdsRefunds: (): boolean => provider.holdsRefund(),
  })
  const provider = unreliableProvider(stripe)
  const notifier = paymentNotifications(stripe, provider)
  const keyFile = join(engine.folder, 'stripe-key')
  const secretFile = join(engine.folder, 'stripe-webhook-secret')
  writeFileSync(keyFile, stripe.key, { mode: 0o600 })
  writeFileSync(secretFile, stripe.webhookSecret, { mode: 0o600 })
  let clients: (ReturnType<typeof paymentClients> & ReturnType<typeof refundClients>) | undefined
  let roundNumber = 0
  try {
    return await runScenario(engine, {
      servers: engine.cluster === undefined ? 2 : 3,
      rounds,
      settings: {
        // Nothing is paid online on another day than the present one.
        MUSEUM_TODAY: '',
        MUSEUM_PAYMENT: 'stripe',
        MUSEUM_STRIPE_KEY_FILE: keyFile,
        MUSEUM_STRIPE_WEBHOOK_SECRET_FILE: secretFile,
        MUSEUM_STRIPE_API_URL: stripe.url,
        MUSEUM_PUBLIC_URL: 'https://museum.example',
        MUSEUM_SHOP: 'on',
        MUSEUM_SHOP_UNLIMITED_NETWORKS: '127.0.0.0/8',
        MUSEUM_TERMS_URL: 'https://museum.example/terms',
        MUSEUM_PRIVACY_URL: 'https://museum.example/privacy',
        MUSEUM_LEGAL_NOTICE_URL: 'https://museum.example/legal-notice',
        // Nothing listens there: its e-mails wait.
        MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9',
        MUSEUM_MAIL_FROM: 'tickets@museum.example',
      },
      outages: run.outages,
      async round(museum) {
        roundNumber += 1
        if (clients === undefined) {
          const visitors = paymentClients(museum, run, stripe)
          clients = { ...visitors, ...refundClients(museum, run, visitors) }
        }
        const { visit, sell, changeReservation, refund, refundFailed, removeEvent, somePage, passAll } = clients
        const { database } = museum
        await clients.prepare()
        provider.fallIll()
        const fail = () => failInTurn(engine, museum, run.outages, roundNumber)
        const kills = await sellDuring(fail, museum, (cut) => [
          startPausingWorkers(24, 60, () => visit(cut)),
          startPausingWorkers(1, 60, () => sell(cut)),
          startPausingWorkers(2, 60, () => changeReservation(cut)),
          startPausingWorkers(2, 120, refund),
          startPausingWorkers(1, 400, refundFailed),
          startPausingWorkers(1, 400, removeEvent),
          startPausingWorkers(1, 100, async () => provider.finishRefund()),
          startPausingWorkers(1, 20, async () => notifier.sendNew(museum)),
          startPausingWorkers(1, 200, async () => notifier.forge(museum, somePage()?.paymentId)),
          startPausingWorkers(1, 800, () => makeDue(database)),
          startPausingWorkers(1, 4_000, () => expireClaims(database)),
          startPausingWorkers(1, 500, async () => stripe.forgetRefundKeys(forgottenAfter)),
        ])
        await notifier.settled()
        provider.recover()
        await askAll(database, () => isDecided(database, stripe))
        await passAll()
        await askAll(database, () => hasNoQuestion(database, provider.pendingRefunds().length))
        stripe.forgetKeys()
        return { kills, violations: [...clients.violations.splice(0), ...notifier.violations.splice(0)] }
      },
      async check({ servers, database }) {
        const stored = await readPayments(database, servers, run.capacities)
        const removed = run.pages.filter(({ items }) =>
          run.removals.some((each) => items.some((item) => isOf(each, item))),
        )
        const history = { ...run, removed: new Set(removed.map(({ reservationId }) => reservationId)) }
        const { figures, violations } = checkPayments(history, readProviderAccount(stripe), stored)
        for (const { paymentId, state } of stored.payments) if (state === 'paid') run.paid.add(paymentId)
        const responses = createFindings('expected5xx', 'unexpected5xx')
        // That the provider is away is no fault of the museum.
        const attempts = run.attempts.filter(
          (each) =>
            !isProblem(each, 'payment-provider-unavailable') && !each.body.includes('The payment page does not answer'),
        )
        checkAttempts(attempts, responses, run)
        return {
          figures: {
            pages: new Set(run.pages.map(({ paymentId }) => paymentId)).size,
            'in the shop': new Set(run.pages.flatMap(({ paymentId, path }) => (path === undefined ? [] : paymentId)))
              .size,
            ...figureColumns(figures),
            'at the desk': stored.orders.filter(({ method }) => method !== 'online').length,
            late: run.late.size,
            released: run.released.size,
            removals: run.removals.length,
            runs: run.refundRuns.length,
            notifications: notifier.count.sent,
            forged: notifier.count.forged,
            'bad answers': provider.count.bad,
            ...figureColumns(responses.count),
          },
          violations: [...violations, ...responses.violations],
        }
      },
    })
  } finally {
    await stripe.close()
  }
}

/** The identifier of the payment provider as a receiver of messages. */
const receiver = bytesOf('00000000-0000-0000-0000-000000000001') as never

/** Has the questions to the provider that no server asks now be due. */
const makeDue = ({ kysely, engine: { now } }: MuseumDatabase) =>
  attempted(
    kysely
      .updateTable('delivery')
      .set({ due_at: now })
      .where('receiver_id', '=', receiver)
      .where('due_at', '>', now)
      .where('claim', 'is', null),
  )

/** Has claims of questions end as if the time of a claim had passed. */
const expireClaims = ({ kysely }: MuseumDatabase) =>
  attempted(
    kysely
      .updateTable('delivery')
      .set(({ eb }) => ({ due_at: eb('due_at', '-', claimSeconds) }))
      .where('receiver_id', '=', receiver)
      .where('due_at', 'is not', null)
      .where('claim', 'is not', null),
  )

/** The database may be away, or the statement meet one of a server: the next one follows. */
const attempted = (statement: Readonly<{ execute: () => Promise<unknown> }>) =>
  statement.execute().then(
    () => undefined,
    () => undefined,
  )

/** Has all questions asked again and again, until a condition holds, for a limited time. */
const askAll = async (database: MuseumDatabase, isDone: () => Promise<boolean>) => {
  const end = performance.now() + maxQuestions
  for (let n = 0; performance.now() < end && !(await isDone().catch(() => false)); n += 1) {
    // A server that was killed has claims.
    if (n % 10 === 0) await expireClaims(database)
    await makeDue(database)
    await sleep(500)
  }
}

/** Whether each payment at the provider is decided, and no refund has ended there that is still to be sent here. */
const isDecided = async ({ kysely }: MuseumDatabase, stripe: FakeStripe) => {
  const decided = await kysely
    .selectFrom('online_payment')
    .select('payment_id')
    .where('state', 'in', ['paid', 'returned'])
    .execute()
  const known = new Set(decided.map(({ payment_id }) => uuidOf(payment_id)))
  const sending = await kysely.selectFrom('online_refund').select('refund_id').where('state', '=', 'sending').execute()
  const { paid, refunds } = readProviderAccount(stripe)
  const pending = new Set(refunds.flatMap(({ refundId, state }) => (state === 'sending' ? refundId : [])))
  return (
    sending.every((row) => pending.has(uuidOf(row.refund_id))) && paid.every(({ paymentId }) => known.has(paymentId))
  )
}

/** Whether there are no questions but those about the refunds that are pending at the provider. */
const hasNoQuestion = async ({ kysely }: MuseumDatabase, pending: number) => {
  const waiting = await kysely
    .selectFrom('delivery')
    .select('delivery_id')
    .where('receiver_id', '=', receiver)
    .where('due_at', 'is not', null)
    .execute()
  return waiting.length <= pending
}
