import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type PaymentProvider, type PaymentRequest, type RefundRequest, Unavailable } from '@museum/application'
import {
  Currency,
  Email,
  Instant,
  LanguageTag,
  OrderId,
  PaymentId,
  type PaymentReference,
  type ProviderPayment,
  RefundId,
} from '@museum/domain'
import type { PaymentNotification } from '@museum/testing'
import { paymentProviderContract } from '@museum/testing/contracts'
import { exampleId } from '@museum/testing/examples'
import { type FakeAnswer, type FakeStripe, type FakeStripeOptions, fakeStripe } from '../../test/fake-stripe.ts'
import { type StripeOptions, stripePaymentProvider } from '../index.ts'

paymentProviderContract({ describe, it }, 'Stripe', async () => {
  let milliseconds = Date.now()
  const now = () => Instant(milliseconds)
  const stripe = await fakeStripe({ now, holdsRefunds: true })
  const { key, webhookSecret, url: apiUrl } = stripe
  return {
    ...stripe,
    paymentProvider: stripePaymentProvider({ key, webhookSecret, apiUrl, now }),
    now,
    elapse: (more) => (milliseconds += more),
    goAway: () => stripe.answer(() => 'never'),
  }
})

const minute = 60_000
const paymentId = PaymentId(exampleId(1))
const reservationId = OrderId(exampleId(2))
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A fake of Stripe, and functions that make adapters for it, each as in a process of its own. */
const start = async (options: FakeStripeOptions = {}) => {
  let milliseconds = Date.now()
  const now = () => Instant(milliseconds)
  const stripe = await fakeStripe({ now, lateMilliseconds: 900, ...options })
  closing.push(stripe.close)
  const { key, webhookSecret, url: apiUrl } = stripe
  const connect = (but: Partial<StripeOptions> = {}) =>
    stripePaymentProvider({ key, webhookSecret, apiUrl, patience: 600, now, ...but })
  const request: PaymentRequest = {
    paymentId,
    reservationId,
    lines: [
      { name: 'Night at the Museum, Adult', quantity: 2, price: 1_200 },
      { name: 'Child', quantity: 1, price: 0 },
    ],
    amount: 2_400,
    currency: Currency('EUR'),
    expiresAt: Instant(milliseconds + 31 * minute),
    returnUrl: 'https://museum.example/back?reservation=1',
    language: LanguageTag('de-AT'),
    email: Email('visitor@example.org'),
  }
  const payment = { paymentId, openedAt: Instant(milliseconds) }
  return {
    stripe,
    connect,
    adapter: connect(),
    now,
    elapse: (more: number) => (milliseconds += more),
    request,
    payment,
  }
}
type Started = Awaited<ReturnType<typeof start>>

/** The same with a payment that is paid, and a refund of all of it. */
const startPaid = async (options: FakeStripeOptions = {}) => {
  const started = await start(options)
  const { adapter, stripe, request, payment, now } = started
  await adapter.open(request)
  stripe.pay(paymentId)
  const { reference } = (await adapter.stateOf(payment)) as Extract<ProviderPayment, { state: 'paid' }>
  const refund: RefundRequest = {
    refundId: RefundId(exampleId(3)),
    reference,
    amount: 2_400,
    currency: 'EUR',
    requestedAt: now(),
  }
  return { ...started, reference, refund }
}
const sent = ({ requests }: FakeStripe, method: string, path: string) =>
  requests.filter((request) => request.method === method && request.path === path)
const sessionsPath = '/v1/checkout/sessions'
/** Answers the first request that matches in this way, and all others at once. */
const answerFirst = (stripe: FakeStripe, method: string, answer: FakeAnswer) => {
  let isFirst = true
  stripe.answer((request) => {
    if (!isFirst || request.method !== method) return 'at once'
    isFirst = false
    return answer
  })
}
const errorOf = async (outcome: Promise<unknown>): Promise<Error> => {
  const [{ reason }] = (await Promise.allSettled([outcome])) as unknown as [{ reason: Error }]
  return reason
}

describe('a payment page of Stripe', () => {
  it('is asked for with what the museum promises, and nothing else', async () => {
    const { stripe, adapter, request } = await start()
    const { url } = await adapter.open(request)
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.example\//)
    const [created] = sent(stripe, 'POST', sessionsPath)
    const metadata = { museum_reservation: reservationId, museum_payment: paymentId }
    const line = (name: string, quantity: string, unit_amount: string) => ({
      quantity,
      price_data: { currency: 'eur', unit_amount, product_data: { name } },
    })
    expect(created!.params).toEqual({
      mode: 'payment',
      client_reference_id: reservationId,
      metadata,
      payment_intent_data: { metadata },
      line_items: { 0: line('Night at the Museum, Adult', '2', '1200'), 1: line('Child', '1', '0') },
      allowed_payment_method_types: { 0: 'card' },
      wallet_options: { link: { display: 'never' } },
      expires_at: String(Math.floor(request.expiresAt / 1_000)),
      success_url: request.returnUrl,
      cancel_url: request.returnUrl,
      locale: 'de',
      customer_email: 'visitor@example.org',
      adaptive_pricing: { enabled: 'false' },
      allow_promotion_codes: 'false',
      billing_address_collection: 'auto',
    })
    expect(created!.key).toBe(paymentId)
    expect(created!.headers['stripe-version']).toBe('2026-10-28.endive')
    expect(created!.headers).not.toHaveProperty('x-stripe-client-telemetry')
    expect(String(created!.headers['x-stripe-client-user-agent'])).not.toMatch(/telemetry_id|platform/)
  })

  it('offers the methods that are set, and Link only where it is one of them', async () => {
    const { stripe, connect, request } = await start()
    await connect({ methods: ['card', 'twint', 'link'] }).open({ ...request, language: undefined, email: undefined })
    const { params } = sent(stripe, 'POST', sessionsPath)[0]!
    expect(params).toMatchObject({ allowed_payment_method_types: { 0: 'card', 1: 'twint', 2: 'link' }, locale: 'auto' })
    expect(params).not.toHaveProperty('wallet_options')
    expect(params).not.toHaveProperty('customer_email')
  })

  it('is opened without an e-mail address that Stripe does not take', async () => {
    const { stripe, connect, adapter, request } = await start()
    const odd = { ...request, email: Email('besucherin@bücher.example') }
    const page = await adapter.open(odd)
    expect(await connect().open(odd)).toEqual(page)
    expect(stripe.sessions()).toMatchObject([{ customer_email: null }])
  })

  it('that asks for another total is closed, and a defect', async () => {
    const { stripe, adapter, request } = await start({ surcharge: 19 })
    const error = await errorOf(adapter.open(request))
    expect(error).not.toBeInstanceOf(Unavailable)
    expect(error.message).toBe(`Stripe asked for another amount for the payment ${paymentId}, 2419 eur: it was closed.`)
    expect(stripe.sessions()).toMatchObject([{ status: 'expired' }])
  })

  it('is not asked for when its lines are not its amount, or cannot be paid in the currency', async () => {
    const { stripe, adapter, request } = await start()
    await expect(adapter.open({ ...request, amount: 2_401 })).rejects.toThrow('are 2400 together, not 2401')
    const lines = [{ name: 'Adult', quantity: 2, price: 120_050 }]
    await expect(adapter.open({ ...request, lines, amount: 240_100, currency: Currency('JPY') })).rejects.toThrow(
      '1200.5 JPY cannot be paid',
    )
    expect(stripe.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('is the same for a process that has restarted, also when the key was forgotten after a day', async () => {
    const { stripe, connect, request, elapse } = await start()
    const page = await connect().open(request)
    expect(await connect().open(request)).toEqual(page)
    elapse(25 * 60 * minute)
    expect(await connect().open(request)).toEqual({ ...page, url: request.returnUrl })
    expect(stripe.sessions()).toHaveLength(1)
  })

  it('is opened once by two servers at the same time, of which one waits for the other', async () => {
    const { stripe, connect, request } = await start({ lateMilliseconds: 300 })
    answerFirst(stripe, 'POST', 'late')
    const [one, other] = await Promise.all([connect().open(request), sleep(100).then(() => connect().open(request))])
    expect(other).toEqual(one)
    expect(stripe.sessions()).toHaveLength(1)
    expect(sent(stripe, 'POST', sessionsPath).length).toBeGreaterThan(2)
  })

  it.each<FakeAnswer>(['half', 'slow', 'twice', 'never', 'late', 500, 429])(
    'is opened once where the first request is answered: %s',
    async (answer) => {
      const { stripe, adapter, request, payment } = await start()
      answerFirst(stripe, 'POST', answer)
      const first = await errorOf(adapter.open(request))
      if (answer !== 'twice') expect(first).toBeInstanceOf(Unavailable)
      const page = await adapter.open(request)
      // The late request has its effect now.
      if (answer === 'late') await sleep(1_000)
      expect(stripe.sessions()).toMatchObject([{ id: page.providerId }])
      expect(await adapter.stateOf(payment)).toEqual({ state: 'open' })
    },
  )

  it('is found among many others', async () => {
    const { stripe, connect, request, payment, elapse } = await start()
    // Lists take longer, also on a busy machine.
    const adapter = connect({ patience: 3_500 })
    const { providerId } = await adapter.open(request)
    for (let n = 0; n < 250; n += 1) stripe.openForeign()
    stripe.forgetKeys()
    elapse(1_000)
    expect((await adapter.open(request)).providerId).toBe(providerId)
    expect(sent(stripe, 'GET', sessionsPath)).toHaveLength(3)
    expect(await adapter.close(payment)).toEqual({ state: 'closed' })
  })

  it('is Unavailable while another process is opening it', async () => {
    const { stripe, connect, request } = await start()
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use.' }
    stripe.answer(() => ({ status: 409, error }))
    expect((await errorOf(connect({ patience: 5_000 }).open(request))).message).toMatch(
      /^Stripe has not finished the same request yet \(409, request req_\d+\)\.$/,
    )
    expect(stripe.requests).toHaveLength(10)
  })

  it('that another account has is none', async () => {
    const { adapter, payment } = await start()
    const foreign = { ...payment, providerId: 'cs_test_another' }
    expect([await adapter.stateOf(foreign), await adapter.close(foreign)]).toEqual([undefined, undefined])
  })
})

describe('a payment through Stripe', () => {
  it.each([
    [true, { state: 'paid', amount: 2_400 }],
    [false, { state: 'closed' }],
  ] as const)('by a method that takes days is pending, and then paid or closed: %s', async (isPaid, expected) => {
    const { stripe, adapter, request, payment } = await start()
    await adapter.open(request)
    stripe.payLater(paymentId)
    expect(await adapter.stateOf(payment)).toEqual({ state: 'pending' })
    expect(await adapter.close(payment)).toEqual({ state: 'pending' })
    expect(await adapter.paidSince(Instant(0))).toEqual([])
    stripe.finishPayment(paymentId, isPaid)
    expect(await adapter.stateOf(payment)).toMatchObject(expected)
  })

  it('has the PaymentIntent as its reference, and what a person gives back and a bank disputes', async () => {
    const { stripe, adapter, payment, reference } = await startPaid()
    expect(reference).toMatch(/^pi_/)
    expect(await adapter.stateOf(payment)).toEqual({ state: 'paid', amount: 2_400, currency: 'EUR', reference })
    stripe.refundByHand(paymentId, 1_000)
    stripe.dispute(paymentId)
    const found = { state: 'paid', amount: 2_400, currency: 'EUR', reference, refunded: 1_000, isDisputed: true }
    expect(await adapter.stateOf(payment)).toEqual(found)
    const providerId = stripe.sessions()[0]!.id
    expect(await adapter.paidSince(Instant(0))).toEqual([{ paymentId, reservationId, providerId, ...found }])
  })

  it('is listed with all others of the museum, without those of other systems', async () => {
    const { stripe, adapter, request } = await start()
    for (const metadata of [{}, { museum_payment: 'x' }, { museum_payment: exampleId(5), museum_reservation: '' }])
      stripe.openForeign(metadata as Record<string, string>, true)
    const ids = Array.from({ length: 230 }, (_, n) => PaymentId(exampleId(1_000 + n)))
    for (const id of ids) {
      await adapter.open({ ...request, paymentId: id })
      stripe.pay(id)
    }
    const listed = await adapter.paidSince(Instant(0))
    expect(listed.map((each) => each.paymentId).toSorted()).toEqual(ids)
    const lists = sent(stripe, 'GET', sessionsPath)
    expect(lists).toHaveLength(3)
    for (const { params } of lists) expect(params).toMatchObject({ status: 'complete', limit: '100' })
  })
})

describe('a refund through Stripe', () => {
  it('has the identifier of the museum as its only metadata, and as its key', async () => {
    const { stripe, adapter, refund, reference } = await startPaid()
    expect(await adapter.refund(refund)).toEqual({ state: 'settled' })
    const [created] = sent(stripe, 'POST', '/v1/refunds')
    const metadata = { museum_refund: refund.refundId }
    expect([created!.key, created!.params]).toEqual([
      refund.refundId,
      { payment_intent: reference, amount: '2400', metadata },
    ])
  })

  it.each<FakeAnswer>(['half', 'slow', 'twice', 'never', 'late', 500, 429])(
    'is sent once where the first request is answered: %s',
    async (answer) => {
      const { stripe, adapter, connect, refund, payment } = await startPaid()
      const half = { ...refund, amount: 1_000 }
      answerFirst(stripe, 'POST', answer)
      const first = await errorOf(adapter.refund(half))
      if (answer !== 'twice') expect(first).toBeInstanceOf(Unavailable)
      const again = await connect().refund(half)
      expect(again).toEqual({ state: 'settled' })
      if (answer === 'late') await sleep(1_000)
      expect(await adapter.stateOf(payment)).toMatchObject({ refunded: 1_000 })
      expect(stripe.refunds()).toHaveLength(1)
    },
  )

  it('says why Stripe refuses it, and is sent again while the balance is too small', async () => {
    const { stripe, adapter, refund } = await startPaid()
    const excess = await adapter.refund({ ...refund, refundId: RefundId(exampleId(4)), amount: 2_401 })
    expect(excess).toEqual({
      state: 'failed',
      because: 'Stripe: Refund amount (2401) is greater than unrefunded amount on charge (2400)',
    })
    const error = { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Insufficient funds.' }
    answerFirst(stripe, 'POST', { status: 400, error })
    expect(await adapter.refund(refund)).toEqual({ state: 'sending' })
    expect(await adapter.refundStateOf(refund)).toBeUndefined()
    expect(await adapter.refund(refund)).toEqual({ state: 'settled' })
  })

  it('that failed says why', async () => {
    const { stripe, adapter, refund } = await startPaid({ holdsRefunds: true })
    await adapter.refund(refund)
    stripe.finishRefund(refund.refundId, 'failed')
    expect(await adapter.refundStateOf(refund)).toEqual({ state: 'failed', because: 'Stripe: lost_or_stolen_card' })
  })

  it('is found among many others of the payment', async () => {
    const { stripe, adapter, refund } = await startPaid()
    await adapter.refund({ ...refund, amount: 100 })
    for (let n = 0; n < 120; n += 1) stripe.refundByHand(paymentId, 1)
    stripe.forgetKeys()
    expect(await adapter.refund({ ...refund, amount: 100 })).toEqual({ state: 'settled' })
    expect(stripe.refunds()).toHaveLength(121)
    // Of the first request one, of the second two.
    expect(sent(stripe, 'GET', '/v1/refunds')).toHaveLength(3)
  })
})

describe('Stripe that does not do what it is asked', () => {
  const outcome = async ({ stripe, adapter, payment }: Started, answer: FakeAnswer) => {
    stripe.answer(() => answer)
    return errorOf(adapter.stateOf({ ...payment, providerId: 'cs_test_1' }))
  }

  it.each([
    [401, /^Stripe does not know the key \(401, request req_\d+\)\.$/],
    [403, /^The key lacks a right: it needs to write Checkout Sessions, .* \(403, request req_\d+\)\.$/],
    [429, /^Stripe takes no more requests at the moment \(429, request req_\d+\)\.$/],
    [500, /^Stripe has a fault \(500, request req_\d+\)\.$/],
    [503, /^Stripe has a fault \(503, request req_\d+\)\.$/],
    ['half' as const, /^The connection to Stripe has failed/],
    ['never' as const, /^Stripe has not answered within 0\.6 s\.$/],
    ['slow' as const, /^Stripe has not answered within 0\.6 s\.$/],
  ])('is Unavailable, with a message without the key: %s', async (answer, message) => {
    const started = await start()
    const error = await outcome(started, answer)
    expect(error).toBeInstanceOf(Unavailable)
    expect(error.message).toMatch(message)
    expect(JSON.stringify([error.message, error.stack, error.cause])).not.toContain(started.stripe.key)
  })

  it('is Unavailable when its answers come one after another, and the last one too late', async () => {
    const { stripe, adapter, refund } = await startPaid({ lateMilliseconds: 400 })
    stripe.answer(() => 'late')
    await expect(adapter.refund(refund)).rejects.toThrow(Unavailable)
  })

  it('is Unavailable when nothing listens, and when a proxy answers with a page', async () => {
    const { connect, payment } = await start()
    const proxy = createServer((_request, response) => response.writeHead(502).end('<html>'))
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const apiUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const error = await errorOf(connect({ apiUrl }).stateOf(payment))
    expect([error.name, error.message]).toEqual(['Unavailable', 'Stripe did not answer with JSON.'])
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    const refused = await errorOf(connect({ apiUrl }).stateOf(payment))
    expect([refused.name, refused.message]).toEqual([
      'Unavailable',
      'The connection to Stripe has failed (ECONNREFUSED).',
    ])
  })

  it('is Unavailable with another key than that of the account, which no message shows', async () => {
    const { connect, payment } = await start()
    const error = await errorOf(connect({ key: 'rk_live_secret' }).stateOf(payment))
    expect(error).toBeInstanceOf(Unavailable)
    expect(String(error.stack)).not.toContain('secret')
  })

  it('is a defect of the request where Stripe refuses that, without what it says about the visitor', async () => {
    const { connect, adapter, request } = await start()
    await adapter.open(request)
    const error = await errorOf(connect().open({ ...request, email: Email('other@example.org') }))
    expect(error).not.toBeInstanceOf(Unavailable)
    expect(error.message).toMatch(/^Stripe refused a request: StripeIdempotencyError \(400, request req_\d+\)\.$/)
    const other = { ...request, paymentId: PaymentId(exampleId(9)), expiresAt: Instant(request.expiresAt - 5 * minute) }
    expect((await errorOf(adapter.open(other))).message).toMatch(
      /^Stripe refused a request: StripeInvalidRequestError of expires_at \(400, request req_\d+\)\.$/,
    )
  })
})

describe('an inspection of Stripe', () => {
  it.each<[right: string, path: RegExp]>([
    ['write Checkout Sessions', /^\/v1\/checkout\/sessions/],
    ['write Charges and Refunds', /^\/v1\/refunds/],
    ['read PaymentIntents', /^\/v1\/payment_intents/],
  ])('names a right that the key lacks: to %s', async (right, path) => {
    const { stripe, adapter } = await start()
    stripe.answer((request) => (path.test(request.path) ? 403 : 'at once'))
    expect(await adapter.inspect()).toMatchObject({ faults: [`The key at Stripe lacks the right to ${right}.`] })
  })

  it('says once that the key is unknown, and the time all the same', async () => {
    const { connect, elapse, now } = await start()
    elapse(-10 * minute)
    const { clock, faults } = await connect({ key: 'rk_live_secret' }).inspect()
    expect(faults).toEqual(['Stripe does not know the key.'])
    expect(Math.abs(clock! - now())).toBeLessThanOrEqual(1_000)
  })
})

describe('a notification of Stripe', () => {
  const read = (adapter: PaymentProvider, { body, headers }: PaymentNotification) =>
    adapter.paymentOfNotification(body, headers)

  it('names the payment of each event about it: opened pages, refunds, disputes', async () => {
    const { stripe, adapter, refund } = await startPaid({ holdsRefunds: true })
    await adapter.refund(refund)
    stripe.finishRefund(refund.refundId, 'settled')
    stripe.dispute(paymentId)
    const kinds = stripe.notifications.map(
      ({ body }) => (JSON.parse(new TextDecoder().decode(body)) as { type: string }).type,
    )
    expect(kinds).toEqual(['checkout.session.completed', 'charge.refunded', 'refund.updated', 'charge.dispute.created'])
    for (const notification of stripe.notifications) expect(await read(adapter, notification)).toBe(paymentId)
    expect(stripe.requests.filter(({ path }) => path.startsWith('/v1/payment_intents/'))).toHaveLength(2)
  })

  it('about a payment of another system, or one that Stripe does not know, names none', async () => {
    const { stripe, adapter } = await startPaid()
    for (const object of [
      { object: 'charge', payment_intent: 'pi_unknown', metadata: {} },
      { object: 'dispute', payment_intent: null, metadata: { museum_payment: 'x' } },
      { object: 'refund', metadata: null },
    ])
      expect(await read(adapter, stripe.notificationAbout('charge.refunded', object))).toBeUndefined()
    expect(await read(adapter, stripe.notificationAbout('customer.created', { object: 'customer' }))).toBeUndefined()
  })

  it('is invalid with the secret of another endpoint, and without a secret', async () => {
    const { stripe, adapter, connect } = await startPaid()
    expect(await read(adapter, stripe.notificationOf({ paymentId }, 'whsec_other'))).toBe('invalid')
    expect(await read(connect({ webhookSecret: undefined }), stripe.notificationOf({ paymentId }))).toBe('invalid')
    expect(await read(connect({ webhookSecret: '' }), stripe.notificationOf({ paymentId }, 'x'))).toBe('invalid')
  })

  it('cannot be read while Stripe does not answer, if it is about a refund', async () => {
    const { stripe, adapter, reference } = await startPaid()
    stripe.answer(() => 503)
    const notification = stripe.notificationAbout('refund.updated', {
      object: 'refund',
      payment_intent: { id: reference },
    })
    await expect(read(adapter, notification)).rejects.toThrow(Unavailable)
    stripe.answer(() => 'at once')
    expect(await read(adapter, notification)).toBe(paymentId)
  })

  it('is delivered with its signature', async () => {
    const { stripe, adapter } = await startPaid()
    const read: unknown[] = []
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await buffer(request)
      read.push(await adapter.paymentOfNotification(body, request.headers as Record<string, string>))
      response.writeHead(204).end()
    }
    const server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(async () => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (let n = 0; n < 2; n += 1) expect(await stripe.deliver(url, stripe.notifications[0]!)).toBe(204)
    expect(read).toEqual([paymentId, paymentId])
    server.closeAllConnections()
  })
})

it('an amount in thousandths goes to Stripe in tens and comes back', async () => {
  const { stripe, adapter, request, payment } = await start()
  await adapter.open({ ...request, currency: Currency('KWD') })
  stripe.pay(paymentId)
  expect(stripe.sessions()).toMatchObject([{ amount_total: 24_000, currency: 'kwd' }])
  expect(await adapter.stateOf(payment)).toMatchObject({ amount: 2_400, currency: 'KWD' })
  const { reference } = (await adapter.stateOf(payment)) as { reference: PaymentReference }
  const refund = { refundId: RefundId(exampleId(3)), reference, amount: 1, currency: 'KWD', requestedAt: Instant(0) }
  await adapter.refund(refund)
  expect(stripe.refunds()).toMatchObject([{ amount: 10 }])
})
