import type { PaymentProvider, PaymentRequest, RefundRequest } from '@museum/application'
import {
  Currency,
  Email,
  Instant,
  LanguageTag,
  OrderId,
  PaymentId,
  PaymentReference,
  type ProviderPayment,
  RefundId,
  smallestUnit,
} from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import type { PaymentNotification, PaymentNotificationOptions } from '../in-memory/in-memory-payment-provider.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** Opens an adapter and a provider without payments, with what happens at the provider. Each test calls it once. */
export type OpenPaymentProvider = () => Promise<
  Readonly<{
    paymentProvider: PaymentProvider
    /** The time on the clock of both. */
    now: () => Instant
    /** Sets this clock forward. */
    elapse: (milliseconds: number) => unknown
    /** Pays a payment at its page; returns whether the page takes it. */
    pay: (paymentId: PaymentId) => Promise<boolean> | boolean
    /** Has a card declined at the page of a payment; returns whether the page takes another one. */
    decline: (paymentId: PaymentId) => Promise<boolean> | boolean
    /** Ends a refund: the provider has not moved the money of any refund before. */
    finishRefund: (refundId: RefundId, state: 'settled' | 'failed') => unknown
    /** Has the provider forget which requests it got: the keys of requests, not what they made. */
    forgetKeys: () => unknown
    /** Has the provider not answer from now on. */
    goAway: () => unknown
    /** A signed notification; absent where the provider sends none. */
    notificationOf?: (options: PaymentNotificationOptions) => PaymentNotification
    /** Ends them after a test. */
    close?: () => Promise<unknown>
  }>
>

type Opened = Awaited<ReturnType<OpenPaymentProvider>>

const minute = 60_000
const [one, other] = [PaymentId(exampleId(1)), PaymentId(exampleId(2))]
const refundId = (n: number) => RefundId(exampleId(100 + n))

/** The tests that every `PaymentProvider` must pass. How its page looks is no part of them. */
export const paymentProviderContract: Contract<OpenPaymentProvider> = ({ describe, it }, adapter, open) =>
  describe(`payments through ${adapter}`, () => {
    const itWithProvider = (name: string, test: (opened: Opened) => Promise<void>) =>
      it(name, async () => {
        const opened = await open()
        try {
          await test(opened)
        } finally {
          await opened.close?.()
        }
      })

    /** Two adults for 120.00 and a child for 60.00, in euro unless another currency is given. */
    const requestOf = ({ now }: Opened, paymentId = one, currency = Currency('EUR')): PaymentRequest => ({
      paymentId,
      reservationId: OrderId(exampleId(paymentId === one ? 11 : 12)),
      lines: [
        { name: 'Night at the Museum, Adult', quantity: 2, price: 12_000 },
        { name: '夜の博物館 & “Child, 6 to 17”', quantity: 1, price: 6_000 },
      ],
      amount: 30_000,
      currency,
      expiresAt: Instant(now() + 31 * minute),
      returnUrl: 'https://museum.example/buy?reservation=1&language=de',
      language: LanguageTag('de-CH'),
      email: Email('visitor@example.org'),
    })
    /** Opens a payment, and returns it as it is known before the provider has answered, and after that. */
    const openPayment = async (opened: Opened, paymentId = one, currency = Currency('EUR')) => {
      const openedAt = opened.now()
      const { providerId } = await opened.paymentProvider.open(requestOf(opened, paymentId, currency))
      return [
        { paymentId, openedAt },
        { paymentId, openedAt, providerId },
      ] as const
    }
    /** Opens and pays a payment, and returns what refunds need of it. */
    const openPaid = async (opened: Opened, paymentId = one, currency = Currency('EUR')) => {
      const [, payment] = await openPayment(opened, paymentId, currency)
      expect(await opened.pay(paymentId)).toBe(true)
      const found = await opened.paymentProvider.stateOf(payment)
      if (found?.state !== 'paid') throw new Error(`The payment is ${found?.state}.`)
      const refundOf = (n: number, amount: number): RefundRequest => ({
        refundId: refundId(n),
        reference: found.reference,
        amount,
        currency: found.currency,
        requestedAt: opened.now(),
      })
      const refunded = async () => {
        const { refunded = 0 } = (await opened.paymentProvider.stateOf(payment)) as { refunded?: number }
        return refunded
      }
      return { payment, found, refundOf, refunded }
    }
    const failed = expect.objectContaining({ state: 'failed' })

    itWithProvider('open one page for a request, however often it is sent', async (opened) => {
      const request = requestOf(opened)
      const pages = await Promise.all([opened.paymentProvider.open(request), opened.paymentProvider.open(request)])
      pages.push(await opened.paymentProvider.open(request))
      for (const page of pages) expect(page).toEqual(pages[0])
      expect(pages[0]!.providerId).toMatch(/^\S+$/)
      expect(pages[0]!.url).toMatch(/^https?:\/\/\S+$/)
      const another = await opened.paymentProvider.open(requestOf(opened, other))
      expect(another.url === pages[0]!.url || another.providerId === pages[0]!.providerId).toBe(false)
    })

    itWithProvider('are not known before they are opened', async ({ paymentProvider, now }) => {
      const unknown = { paymentId: one, openedAt: now() }
      expect(await paymentProvider.stateOf(unknown)).toBeUndefined()
      expect(await paymentProvider.close(unknown)).toBeUndefined()
    })

    itWithProvider('are open until they are paid, also after a declined card', async (opened) => {
      const { paymentProvider } = opened
      const payments = await openPayment(opened)
      for (const payment of payments) expect(await paymentProvider.stateOf(payment)).toEqual({ state: 'open' })
      expect(await opened.decline(one)).toBe(true)
      for (const payment of payments) expect(await paymentProvider.stateOf(payment)).toEqual({ state: 'open' })
      expect(await opened.pay(one)).toBe(true)
      const [found, again] = [await paymentProvider.stateOf(payments[0]), await paymentProvider.stateOf(payments[1])]
      expect(found).toMatchObject({ state: 'paid', amount: 30_000, currency: 'EUR' })
      expect(again).toEqual(found)
      const { reference } = found as Extract<ProviderPayment, { state: 'paid' }>
      expect(PaymentReference(reference)).toBe(reference)
      expect(await opened.pay(one)).toBe(false)
    })

    itWithProvider('of other currencies have the amounts that were asked for', async (opened) => {
      let n = 20
      for (const code of ['JPY', 'KWD', 'ISK', 'CHF']) {
        const [paymentId, currency] = [PaymentId(exampleId((n += 1))), Currency(code)]
        const { found, refundOf, payment } = await openPaid(opened, paymentId, currency)
        expect(found).toMatchObject({ amount: 30_000, currency })
        await opened.paymentProvider.refund(refundOf(n, 6_000))
        expect(await opened.paymentProvider.stateOf(payment)).toMatchObject({ amount: 30_000, refunded: 6_000 })
      }
    })

    itWithProvider('that were closed take no money, however often they are closed', async (opened) => {
      for (const paymentId of [one, other]) {
        const [unknown, known] = await openPayment(opened, paymentId)
        const payment = paymentId === one ? unknown : known
        for (let n = 0; n < 2; n += 1) expect(await opened.paymentProvider.close(payment)).toEqual({ state: 'closed' })
        expect(await opened.pay(paymentId)).toBe(false)
        expect(await opened.paymentProvider.stateOf(payment)).toEqual({ state: 'closed' })
        const { url } = await opened.paymentProvider.open(requestOf(opened, paymentId))
        expect(url).toBe(requestOf(opened).returnUrl)
      }
    })

    itWithProvider('that were paid before they are closed stay paid', async (opened) => {
      const { payment, found } = await openPaid(opened)
      expect(await opened.paymentProvider.close(payment)).toEqual(found)
      expect(await opened.paymentProvider.close({ ...payment, providerId: undefined })).toEqual(found)
      expect(await opened.paymentProvider.stateOf(payment)).toEqual(found)
    })

    itWithProvider('end with their page', async (opened) => {
      const [, payment] = await openPayment(opened)
      opened.elapse(30 * minute)
      expect(await opened.paymentProvider.stateOf(payment)).toEqual({ state: 'open' })
      opened.elapse(2 * minute)
      expect(await opened.paymentProvider.stateOf(payment)).toEqual({ state: 'closed' })
      expect(await opened.pay(one)).toBe(false)
      expect(await opened.decline(one)).toBe(false)
      expect(await opened.paymentProvider.close(payment)).toEqual({ state: 'closed' })
    })

    itWithProvider('are opened once by a provider that has forgotten the request', async (opened) => {
      const request = requestOf(opened)
      const page = await opened.paymentProvider.open(request)
      opened.forgetKeys()
      expect(await opened.paymentProvider.open(request)).toEqual(page)
      await opened.pay(one)
      opened.elapse(25 * 60 * minute)
      opened.forgetKeys()
      expect((await opened.paymentProvider.open(request)).providerId).toBe(page.providerId)
      const openedAt = Instant(request.expiresAt - 31 * minute)
      expect(await opened.paymentProvider.stateOf({ paymentId: one, openedAt })).toMatchObject({ state: 'paid' })
    })

    itWithProvider('are given back in parts, each once', async (opened) => {
      const { paymentProvider, finishRefund } = opened
      const { refundOf, refunded } = await openPaid(opened)
      const [half, rest] = [refundOf(1, 12_000), refundOf(2, 18_000)]
      expect(await paymentProvider.refundStateOf(half)).toBeUndefined()
      const sent = await Promise.all([paymentProvider.refund(half), paymentProvider.refund(half)])
      expect(sent).toEqual([{ state: 'sending' }, { state: 'sending' }])
      expect(await paymentProvider.refund(half)).toEqual({ state: 'sending' })
      expect(await paymentProvider.refundStateOf(half)).toEqual({ state: 'sending' })
      expect(await paymentProvider.refundStateOf(rest)).toBeUndefined()
      await paymentProvider.refund(rest)
      await finishRefund(half.refundId, 'settled')
      expect(await paymentProvider.refund(half)).toEqual({ state: 'settled' })
      expect(await paymentProvider.refundStateOf(half)).toEqual({ state: 'settled' })
      expect(await paymentProvider.refundStateOf(rest)).toEqual({ state: 'sending' })
      await finishRefund(rest.refundId, 'settled')
      expect(await paymentProvider.refundStateOf(rest)).toEqual({ state: 'settled' })
      expect(await refunded()).toBe(30_000)
    })

    itWithProvider('are given back once by a provider that has forgotten the request', async (opened) => {
      const { refundOf, refunded } = await openPaid(opened)
      const request = refundOf(1, 12_000)
      await opened.paymentProvider.refund(request)
      for (const hours of [0, 25]) {
        opened.elapse(hours * 60 * minute)
        opened.forgetKeys()
        expect(await opened.paymentProvider.refund(request)).toEqual({ state: 'sending' })
        expect(await refunded()).toBe(12_000)
      }
    })

    itWithProvider('are never given back beyond what was paid', async (opened) => {
      const { paymentProvider, finishRefund } = opened
      const { refundOf, refunded } = await openPaid(opened)
      const outcomes = await Promise.all([
        paymentProvider.refund(refundOf(1, 20_000)),
        paymentProvider.refund(refundOf(2, 20_000)),
      ])
      expect(outcomes.map(({ state }) => state).toSorted()).toEqual(['failed', 'sending'])
      expect(await refunded()).toBe(20_000)
      const excess = await paymentProvider.refund(refundOf(3, 10_001))
      expect(excess).toEqual(failed)
      expect((excess as { because: string }).because).toMatch(/\w/)
      expect(await paymentProvider.refund(refundOf(3, 10_001))).toEqual(failed)
      await paymentProvider.refund(refundOf(4, 10_000))
      await finishRefund(refundId(4), 'settled')
      expect(await paymentProvider.refund(refundOf(5, 1))).toEqual(failed)
      expect(await refunded()).toBe(30_000)
    })

    itWithProvider('of which a refund has failed say why, and can be given back again', async (opened) => {
      const { paymentProvider, finishRefund } = opened
      const { refundOf, refunded } = await openPaid(opened)
      expect(await paymentProvider.refund(refundOf(1, 30_000))).toEqual({ state: 'sending' })
      await finishRefund(refundId(1), 'failed')
      for (const found of [
        await paymentProvider.refundStateOf(refundOf(1, 30_000)),
        await paymentProvider.refund(refundOf(1, 30_000)),
      ]) {
        expect(found).toEqual(failed)
        expect((found as { because: string }).because).toMatch(/\w/)
      }
      expect(await refunded()).toBe(0)
      expect(await paymentProvider.refund(refundOf(2, 30_000))).toEqual({ state: 'sending' })
      expect(await refunded()).toBe(30_000)
    })

    itWithProvider('that are not known cannot be given back', async (opened) => {
      const { refundOf } = await openPaid(opened)
      const request = { ...refundOf(1, 100), reference: PaymentReference('another') }
      expect(await opened.paymentProvider.refund(request)).toEqual(failed)
      expect(await opened.paymentProvider.refundStateOf(request)).toBeUndefined()
    })

    itWithProvider('are listed with their reservations once they are paid, by the time', async (opened) => {
      const { paymentProvider, now } = opened
      const begin = now()
      const { found, payment } = await openPaid(opened)
      await openPayment(opened, PaymentId(exampleId(3)))
      const [, closed] = await openPayment(opened, PaymentId(exampleId(4)))
      await paymentProvider.close(closed)
      opened.elapse(180 * minute)
      const later = now()
      await openPaid(opened, other)
      const { providerId } = payment
      const listed = [
        { paymentId: one, reservationId: OrderId(exampleId(11)), providerId, ...found },
        expect.objectContaining({ paymentId: other, reservationId: OrderId(exampleId(12)), amount: 30_000 }),
      ]
      const all = await paymentProvider.paidSince(begin)
      expect(all.toSorted((first, second) => (first.paymentId < second.paymentId ? -1 : 1))).toEqual(listed)
      expect(await paymentProvider.paidSince(later)).toEqual([listed[1]])
      expect(await paymentProvider.paidSince(Instant(later + 180 * minute))).toEqual([])
    })

    itWithProvider('throw Unavailable within 4 s while the provider does not answer', async (opened) => {
      const { paymentProvider, now } = opened
      const { payment, refundOf } = await openPaid(opened)
      await opened.goAway()
      const begin = Date.now()
      const calls = [
        paymentProvider.open(requestOf(opened, other)),
        paymentProvider.open(requestOf(opened)),
        paymentProvider.stateOf(payment),
        paymentProvider.stateOf({ ...payment, providerId: undefined }),
        paymentProvider.close(payment),
        paymentProvider.refund(refundOf(1, 100)),
        paymentProvider.refundStateOf(refundOf(1, 100)),
        paymentProvider.paidSince(now()),
        paymentProvider.inspect(),
      ].map(async (outcome) => {
        const { name, message } = await (outcome as Promise<object>).then(
          () => ({ name: 'an answer', message: '' }),
          (error: Error) => error,
        )
        expect(name).toBe('Unavailable')
        expect(message).toMatch(/^\S.*\.$/)
        expect(Date.now() - begin).toBeLessThanOrEqual(4_000)
      })
      await Promise.all(calls)
    })

    itWithProvider('are not changed by an inspection, which says the time and finds no fault', async (opened) => {
      const { paymentProvider } = opened
      const [, open] = await openPayment(opened, other)
      const { payment, found } = await openPaid(opened)
      opened.elapse(10 * minute)
      const { clock, faults } = await paymentProvider.inspect()
      expect(faults).toEqual([])
      expect(Math.abs(clock! - opened.now())).toBeLessThanOrEqual(1_000)
      expect(await paymentProvider.stateOf(open)).toEqual({ state: 'open' })
      expect(await paymentProvider.stateOf(payment)).toEqual(found)
    })

    itWithProvider('are named by a notification with a valid and recent signature', async (opened) => {
      const { paymentProvider, now, notificationOf } = opened
      await openPaid(opened)
      if (notificationOf === undefined) {
        const body = new Uint8Array([123, 125])
        expect(await paymentProvider.paymentOfNotification(body, {})).toBe('invalid')
        return
      }
      opened.elapse(60 * minute)
      const { body, headers } = notificationOf({ paymentId: one })
      expect(await paymentProvider.paymentOfNotification(body, headers)).toBe(one)
      expect(await paymentProvider.paymentOfNotification(body, headers)).toBe(one)
      const at = (age: number) => notificationOf({ paymentId: one, signedAt: Instant(now() - age) })
      const recent = at(4 * minute)
      expect(await paymentProvider.paymentOfNotification(recent.body, recent.headers)).toBe(one)
      const old = at(6 * minute)
      const forged = body.map((byte) => (byte === 49 ? 50 : byte))
      for (const [given, signature] of [
        [old.body, old.headers],
        [body, {}],
        [forged, headers],
        [body, notificationOf({ paymentId: other }).headers],
        [body, Object.fromEntries(Object.keys(headers).map((name) => [name, 'wrong']))],
        [new Uint8Array(), headers],
      ] as const)
        expect(await paymentProvider.paymentOfNotification(given, signature)).toBe('invalid')
    })

    itWithProvider('are not named by notifications of another kind or of another system', async (opened) => {
      const { paymentProvider, notificationOf } = opened
      await openPaid(opened)
      for (const options of [{ paymentId: one, isOfAnotherKind: true }, {}]) {
        const { body, headers } = notificationOf?.(options) ?? { body: new Uint8Array(), headers: {} }
        const expected = notificationOf === undefined ? 'invalid' : undefined
        expect(await paymentProvider.paymentOfNotification(body, headers)).toBe(expected)
      }
    })

    itWithProvider('have a smallest amount that can be paid in the currency', async ({ paymentProvider }) => {
      for (const code of ['EUR', 'JPY', 'KWD', 'HUF', 'XXX']) {
        const minimum = paymentProvider.minimumOf(Currency(code))
        expect(minimum).toBeGreaterThanOrEqual(smallestUnit(Currency(code)))
        expect(minimum % smallestUnit(Currency(code))).toBe(0)
      }
    })
  })
