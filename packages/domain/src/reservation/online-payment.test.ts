import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import {
  Currency,
  Instant,
  OnlinePayment,
  OrderId,
  PaymentId,
  PaymentReference,
  type ProviderPayment,
} from '../index.ts'

const minute = 60_000
const start = Instant(Date.UTC(2030, 4, 1, 10))
const at = (minutes: number) => Instant(start + minutes * minute)
const reference = PaymentReference('pi_1')

/** The n-th payment of a reservation, opened at `start`. */
const payment = (n: number, but: Partial<OnlinePayment> = {}): OnlinePayment => ({
  paymentId: PaymentId(exampleId(n)),
  reservationId: OrderId(exampleId(100)),
  state: 'open',
  amount: 1_990,
  currency: Currency('EUR'),
  ...OnlinePayment.timesOf(start),
  lines: [],
  returnUrl: 'https://museum.example/',
  ...but,
})
const paid = (but: object = {}): ProviderPayment => ({
  state: 'paid',
  amount: 1_990,
  currency: 'EUR',
  reference,
  ...but,
})

describe('the payments of a reservation', () => {
  it('are the same without a change, one more with a new one, and in their order with a changed one', () => {
    const payments = [payment(1, { state: 'closed' }), payment(2)]
    expect(OnlinePayment.withChanged(payments, undefined)).toBe(payments)
    expect(OnlinePayment.withChanged(payments, payment(3))).toEqual([...payments, payment(3)])
    const changed = payment(1, { state: 'paid' })
    expect(OnlinePayment.withChanged(payments, changed)).toEqual([changed, payment(2)])
  })

  it('hold the places longer than the reservation itself while one is open', () => {
    expect(OnlinePayment.openOf({ payments: [payment(1, { state: 'paid' }), payment(2)] })).toEqual(payment(2))
    expect(OnlinePayment.holdOf(at(15), [payment(1, { state: 'closed' }), payment(2)])).toBe(at(36))
    expect(OnlinePayment.holdOf(at(40), [payment(1)])).toBe(at(40))
    expect(OnlinePayment.holdOf(at(15), [payment(1, { state: 'closed' })])).toBe(at(15))
    expect(OnlinePayment.holdOf(at(15), [])).toBe(at(15))
  })
})

describe('a payment that only the provider knows', () => {
  it('needs a person, and nothing else is known of it', () => {
    const { paymentId, reservationId } = payment(1)
    const found = { paymentId, reservationId, providerId: 'cs_1', amount: 700, currency: 'CHF', reference } as const
    expect(OnlinePayment.unknown({ ...found, state: 'paid' }, at(7))).toEqual({
      ...found,
      state: 'unknown',
      openedAt: at(7),
      expiresAt: at(7),
      heldUntil: at(7),
      lines: [],
      returnUrl: '',
      needsAttention: true,
    })
  })
})

describe('what the provider says of a payment', () => {
  it.each<[boolean, ProviderPayment]>([
    [true, paid({ refunded: 1_990 })],
    [true, paid({ refunded: 2_000 })],
    [false, paid({ refunded: 1_989 })],
    [false, paid()],
    [true, paid({ amount: 0 })],
    [false, paid({ refunded: 1_990, isDisputed: true })],
    [false, { state: 'closed' }],
  ])('is that all of it has gone back: %s', (isGivenBack, found) => {
    expect(OnlinePayment.isGivenBack(found)).toBe(isGivenBack)
  })

  it.each<[boolean, Partial<OnlinePayment>, ProviderPayment]>([
    [true, { state: 'paid' }, paid({ refunded: 1 })],
    [true, { state: 'paid', refunded: 500 }, paid({ refunded: 501 })],
    [false, { state: 'paid', refunded: 500 }, paid({ refunded: 500 })],
    [false, { state: 'paid' }, paid()],
    [false, { state: 'returned' }, paid({ refunded: 1_990 })],
    [true, { state: 'returned' }, paid({ isDisputed: true })],
    [true, { state: 'paid' }, paid({ isDisputed: true })],
    [false, { state: 'paid' }, { state: 'closed' }],
  ])('is that others have undone it: %s', (isUndone, but, found) => {
    expect(OnlinePayment.isUndoneByOthers(payment(1, but), found)).toBe(isUndone)
  })
})

describe('a payment that a person must look at', () => {
  it('has its reference, if there is one', () => {
    const undecided = { state: 'closed', needsAttention: true } as const
    const shown = { paymentId: payment(1).paymentId, reason: 'undecided', amount: 1_990, currency: 'EUR' }
    expect(OnlinePayment.attentionOf(payment(1, undecided), start)).toStrictEqual(shown)
    expect(OnlinePayment.attentionOf(payment(1, { ...undecided, reference }), start)).toStrictEqual({
      ...shown,
      reference,
    })
  })
})
