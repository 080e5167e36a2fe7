import { describe, expect, it } from '@jest/globals'
import { type PaymentHistory, type ProviderAccount, type StoredPayments, checkPayments } from './check-payments.ts'

const paid = (name: string) => ({
  page: `cs-${name}`,
  paymentId: `payment-${name}`,
  reservationId: `reservation-${name}`,
  reference: `pi-${name}`,
  amount: 1_500,
})
const payment = (name: string, state: StoredPayments['payments'][number]['state']) => ({
  paymentId: `payment-${name}`,
  reservationId: `reservation-${name}`,
  state,
  reference: `pi-${name}`,
})
const order = { orderId: 'reservation-a', method: 'online', reference: 'pi-a', total: 1_500 }
const refund = { refundId: 'refund-b', paymentId: 'payment-b', state: 'settled', amount: 1_500 } as const
const sent = { refundId: 'refund-b', reference: 'pi-b', amount: 1_500 }
const slot = { slot: 'general', capacity: 5, sold: 3, held: 2, tickets: 3, rows: 2 }

type Books = PaymentHistory & Readonly<{ provider: ProviderAccount; stored: StoredPayments }>
/** `a` became an order, `b` was given back, and `c` was closed and sold at the desk. */
const right: Books = {
  late: new Set(['reservation-b']),
  released: new Set(['reservation-d']),
  provider: { paid: [paid('a'), paid('b')], refunds: [sent] },
  stored: {
    payments: [payment('a', 'paid'), payment('b', 'returned'), payment('c', 'closed')],
    refunds: [refund],
    orders: [order, { orderId: 'reservation-c', method: 'cash', reference: null, total: 750 }],
    slots: [slot],
  },
}
const check = ({ provider, stored, ...history }: Books) => checkPayments(history, provider, stored)
const withStored = (but: Partial<StoredPayments>): Books => ({ ...right, stored: { ...right.stored, ...but } })
const withProvider = (but: Partial<ProviderAccount>): Books => ({ ...right, provider: { ...right.provider, ...but } })
const [, desk] = right.stored.orders

describe('checkPayments', () => {
  it('finds nothing where each payment is one order or one refund', () => {
    expect(check(right)).toEqual({
      figures: {
        paid: 2,
        orders: 1,
        refunds: 1,
        neither: 0,
        both: 0,
        refundedTwice: 0,
        unpaid: 0,
        oversold: 0,
      },
      violations: [],
    })
  })

  it.each<[string, Books, string]>([
    ['a payment without order and refund', withStored({ orders: [desk!] }), 'neither an order nor given back'],
    ['a refund that was never sent', withProvider({ refunds: [] }), 'neither an order nor given back'],
    ['an order with the payment of another', withStored({ orders: [{ ...order, reference: 'pi-x' }] }), 'neither'],
    ['an order of another sum', withStored({ orders: [{ ...order, total: 1_499 }] }), 'costs another sum'],
    [
      'an order that was given back too',
      withProvider({ refunds: [sent, { ...sent, refundId: 'refund-a', reference: 'pi-a' }] }),
      'is an order, and was given back',
    ],
    [
      'an order whose refund is recorded',
      withStored({ refunds: [refund, { ...refund, refundId: 'refund-a', paymentId: 'payment-a' }] }),
      'is an order, and was given back',
    ],
    ['two refunds at the provider', withProvider({ refunds: [sent, { ...sent, refundId: 'x' }] }), 'given back twice'],
    ['two recorded refunds', withStored({ refunds: [refund, { ...refund, refundId: 'x' }] }), 'given back twice'],
    ['a part that was given back', withProvider({ refunds: [{ ...sent, amount: 1 }] }), 'another sum was given back'],
    ['a part that is recorded', withStored({ refunds: [{ ...refund, amount: 1 }] }), 'another sum was given back'],
    ['a refund that counts as failed', withStored({ refunds: [{ ...refund, state: 'failed' }] }), 'stored otherwise'],
    [
      'a refund under another identifier',
      withProvider({ refunds: [{ ...sent, refundId: 'x' }] }),
      'a refund is stored otherwise',
    ],
    ['a refund of a payment in time', { ...right, late: new Set() }, 'a payment in time was given back'],
    [
      'a payment whose state says something else',
      withStored({ payments: [payment('a', 'closed'), payment('b', 'returned')] }),
      'another state',
    ],
    ['a payment that is not stored', withStored({ payments: [payment('b', 'returned')] }), 'another state'],
    [
      'two pages of one payment',
      withProvider({ paid: [paid('a'), { ...paid('a'), page: 'cs-x' }, paid('b')] }),
      'paid at two pages',
    ],
    [
      'an online order that nobody paid',
      withStored({ orders: [order, { ...order, orderId: 'reservation-e', reference: 'pi-e' }] }),
      'an online order was not paid',
    ],
    [
      'a refund of nothing',
      withStored({ refunds: [refund, { ...refund, refundId: 'refund-c', paymentId: 'payment-c' }] }),
      'what was not paid is given back',
    ],
    [
      'a payment that stays open',
      withStored({ payments: [...right.stored.payments, payment('d', 'open')] }),
      'a payment is not decided',
    ],
    [
      'a payment that counts as paid',
      withStored({ payments: [...right.stored.payments, payment('d', 'paid')] }),
      'a payment that was not made counts as paid',
    ],
    ['a released reservation that is sold', { ...right, released: new Set(['reservation-c']) }, 'is sold'],
    ['too many places', withStored({ slots: [{ ...slot, capacity: 4 }] }), 'more places are sold and held'],
    ['held places without rows', withStored({ slots: [{ ...slot, rows: 1 }] }), 'held places differ'],
    ['sold places without tickets', withStored({ slots: [{ ...slot, tickets: 4 }] }), 'sold places differ'],
  ])('finds %s', (_, books, fault) => {
    expect(check(books).violations.map((violation) => violation.fault)[0]).toContain(fault)
  })
})
