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
const sent = { refundId: 'refund-b', reference: 'pi-b', amount: 1_500, state: 'settled' } as const
const slot = { slot: 'general', capacity: 5, sold: 3, held: 2, tickets: 3, rows: 2 }

type Cancellation = NonNullable<StoredPayments['tickets'][number]['cancellation']>
const ticket = (ticketId: string, cancellation?: Partial<Cancellation>) => ({
  ticketId,
  orderId: 'reservation-a',
  eventId: 'night',
  ticketDate: '2031-01-01',
  price: 500,
  isCancelled: cancellation !== undefined,
  ...(cancellation && {
    cancellation: { refund: 'due' as const, method: null, refundId: null, failure: null, ...cancellation },
  }),
})
const given = ticket('given', { refund: 'settled', method: 'online', refundId: 'refund-given' })
const pending = ticket('pending', { refund: 'sending', method: 'online', refundId: 'refund-pending' })
/** Its refund failed, and it was refunded at the desk then. */
const inCash = ticket('in-cash', { refund: 'settled', method: 'cash' })
const tickets = [given, pending, inCash]
const ofTicket = (name: string, state: 'sending' | 'settled' | 'failed') => ({
  refundId: `refund-${name}`,
  paymentId: 'payment-a',
  state,
  amount: 500,
})
const refundsOfTickets = [ofTicket('given', 'settled'), ofTicket('pending', 'sending'), ofTicket('in-cash', 'failed')]
const sentOfTickets = refundsOfTickets.map(({ refundId, state, amount }) => ({
  refundId,
  state,
  amount,
  reference: 'pi-a',
}))
const [sentGiven, sentPending, sentFailed] = sentOfTickets
const failed = { ticketId: 'in-cash', refundId: 'refund-in-cash' }
const shownGiven = { ticketId: 'given', state: 'cancelled', refund: { state: 'settled', method: 'online' } }

type Books = PaymentHistory & Readonly<{ provider: ProviderAccount; stored: StoredPayments }>
/** `a` became an order, whose tickets were refunded; `b` was given back; and `c` was closed and sold at the desk. */
const right: Books = {
  late: new Set(['reservation-b']),
  released: new Set(['reservation-d']),
  removed: new Set(),
  settled: new Map([
    ['given', 'online'],
    ['in-cash', 'cash'],
  ]),
  paid: new Set(['payment-a']),
  refundRuns: [{ eventId: 'night' }],
  provider: { paid: [paid('a'), paid('b')], refunds: [sent, ...sentOfTickets] },
  stored: {
    payments: [payment('a', 'paid'), payment('b', 'returned'), payment('c', 'closed')],
    refunds: [refund, ...refundsOfTickets],
    orders: [order, { orderId: 'reservation-c', method: 'cash', reference: null, total: 750 }],
    tickets,
    failed: [failed],
    slots: [slot],
    shown: [{ orderId: 'reservation-a', tickets: [shownGiven] }],
    reported: { tickets: 2, amount: 1_000 },
    attention: [],
    unreadable: [],
  },
}
const check = ({ provider, stored, ...history }: Books) => checkPayments(history, provider, stored)
const withStored = (but: Partial<StoredPayments>): Books => ({ ...right, stored: { ...right.stored, ...but } })
const withProvider = (but: Partial<ProviderAccount>): Books => ({ ...right, provider: { ...right.provider, ...but } })
/** With what is stored of one ticket in place of what is right. */
const withTicket = (changed: (typeof tickets)[number], but: Partial<StoredPayments> = {}) =>
  withStored({ tickets: tickets.map((each) => (each.ticketId === changed.ticketId ? changed : each)), ...but })
const withRefunds = (...refunds: StoredPayments['refunds']) => withStored({ refunds: [refund, ...refunds] })
const withSent = (...refunds: ProviderAccount['refunds']) => withProvider({ refunds: [sent, ...refunds] })
const [, desk] = right.stored.orders
const [storedGiven, storedPending, storedFailed] = refundsOfTickets

describe('checkPayments', () => {
  it('finds nothing where each payment is one order or one refund, and each ticket was refunded once', () => {
    expect(check(right)).toEqual({
      figures: {
        paid: 2,
        orders: 1,
        refunds: 1,
        neither: 0,
        both: 0,
        refundedTwice: 0,
        unpaid: 0,
        refundsOfTickets: 3,
        failedRefunds: 1,
        unrefunded: 0,
        oversold: 0,
      },
      violations: [],
    })
  })

  it.each<[string, Books, string]>([
    ['a payment without order and refund', withStored({ orders: [desk!] }), 'neither an order nor given back'],
    ['a refund that was never sent', withProvider({ refunds: sentOfTickets }), 'neither an order nor given back'],
    ['an order with the payment of another', withStored({ orders: [{ ...order, reference: 'pi-x' }] }), 'neither'],
    ['an order of another sum', withStored({ orders: [{ ...order, total: 1_499 }] }), 'costs another sum'],
    [
      'an order whose payment is returned too',
      withRefunds(...refundsOfTickets, { ...refund, refundId: 'refund-a', paymentId: 'payment-a' }),
      'is an order, and was given back',
    ],
    [
      'two recorded refunds',
      withStored({ refunds: [refund, { ...refund, refundId: 'x' }, ...refundsOfTickets] }),
      'given back twice',
    ],
    ['two refunds at the provider', withSent(...sentOfTickets, { ...sent, refundId: 'x' }), 'more was given back'],
    [
      'a refund under a new identifier after one that failed',
      withSent(...sentOfTickets, { ...sentFailed!, refundId: 'x', state: 'settled' }),
      'a refund was given that is not stored',
    ],
    ['a refund that was given twice', withSent(...sentOfTickets, sentGiven!), 'a refund was given twice'],
    [
      'a refund of a ticket that was never sent',
      withSent(sentGiven!, sentFailed!),
      'stored otherwise than it was made',
    ],
    [
      'a refund that stays pending after it ended',
      withSent(sentGiven!, { ...sentPending!, state: 'settled' }, sentFailed!),
      'stored otherwise than it was made',
    ],
    [
      'a refund that failed at the provider and counts as settled',
      withSent({ ...sentGiven!, state: 'failed' }, sentPending!, sentFailed!),
      'stored otherwise than it was made',
    ],
    [
      'a refund of more than its tickets',
      withRefunds({ ...storedGiven!, amount: 600 }, storedPending!, storedFailed!),
      'another amount than its tickets',
    ],
    [
      'a refund whose ticket was refunded again in cash',
      withTicket(ticket('pending', { refund: 'settled', method: 'cash' }), {
        refunds: [refund, ...refundsOfTickets],
        failed: [failed, { ticketId: 'given', refundId: 'refund-pending' }],
      }),
      'another amount than its tickets',
    ],
    [
      'a ticket of a pending refund that counts as settled',
      withTicket(ticket('pending', { ...pending.cancellation, refund: 'settled' })),
      'another state than its refund',
    ],
    [
      'a refund in cash that was overwritten',
      withTicket(ticket('in-cash', { refund: 'due', failure: 'The card is closed.' })),
      'refunded otherwise than a response said',
    ],
    [
      'a refund in cash that names one of the provider',
      withTicket(ticket('in-cash', { refund: 'settled', method: 'cash', refundId: 'refund-in-cash' })),
      'or otherwise with one',
    ],
    [
      'a ticket of a failed refund that is not due again',
      withTicket(ticket('in-cash', { refund: 'sending', method: 'online', refundId: 'refund-in-cash' })),
      'its tickets are not due again',
    ],
    ['a ticket of a failed refund that is valid', withTicket(ticket('in-cash')), 'its tickets are not due again'],
    [
      'a failed refund without its tickets',
      withStored({ failed: [failed, { ...failed, ticketId: 'given' }] }),
      'that failed has another amount',
    ],
    ['a ticket that is valid after its refund', withTicket({ ...given, isCancelled: false }), 'is valid after'],
    [
      'a ticket that is shown as valid after its refund',
      withStored({ shown: [{ orderId: 'reservation-a', tickets: [{ ticketId: 'given', state: 'valid' }] }] }),
      'shown otherwise',
    ],
    [
      'a ticket that a run of refunds left',
      withStored({ tickets: [...tickets, ticket('left')] }),
      'a run of refunds left',
    ],
    [
      'a cancelled ticket that a run of refunds left',
      withStored({ tickets: [...tickets, ticket('left', {})] }),
      'a run of refunds left',
    ],
    [
      'a report of other refunds',
      withStored({ reported: { tickets: 3, amount: 1_500 } }),
      'the report has other refunds',
    ],
    [
      'a paid payment that is returned later',
      withStored({ payments: [payment('a', 'returned'), payment('b', 'returned')] }),
      'a payment is paid no longer',
    ],
    [
      'a returned payment whose refund failed without a person to look at it',
      {
        ...withStored({ refunds: [{ ...refund, state: 'failed' }, ...refundsOfTickets] }),
        provider: { ...right.provider, refunds: [{ ...sent, state: 'failed' }, ...sentOfTickets] },
      },
      'needs attention without a reason, or none with one',
    ],
    ['attention without a reason', withStored({ attention: ['reservation-a'] }), 'needs attention without a reason'],
    ['a part of an answer that is missing', withStored({ unreadable: ['/sales'] }), 'a request that never succeeded'],
    [
      'a part that was given back',
      withProvider({ refunds: [{ ...sent, amount: 1 }, ...sentOfTickets] }),
      'stored otherwise than it was made',
    ],
    [
      'a part that is recorded',
      withStored({ refunds: [{ ...refund, amount: 1 }, ...refundsOfTickets] }),
      'another sum was given back',
    ],
    [
      'a refund that counts as failed',
      withStored({ refunds: [{ ...refund, state: 'failed' }, ...refundsOfTickets] }),
      'stored otherwise',
    ],
    [
      'a refund under another identifier',
      withProvider({ refunds: [{ ...sent, refundId: 'x' }, ...sentOfTickets] }),
      'a refund was given that is not stored',
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
      withRefunds(...refundsOfTickets, { ...refund, refundId: 'refund-c', paymentId: 'payment-c' }),
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
    const faults = check(books).violations.map((violation) => violation.fault)
    expect(faults).toContainEqual(expect.stringContaining(fault))
  })
})
