import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import {
  CalendarDate,
  type Cancellation,
  CancellationReason,
  Instant,
  Order,
  OrderChange,
  OrderId,
  type OrderState,
  type Payment,
  PaymentMethod,
  PaymentReference,
  Price,
  RefundId,
  type Reversal,
  type Settlement,
  type Ticket,
  TicketId,
} from '../index.ts'

/** Two hours ahead of UTC, so that a moment may be on another date than in UTC. */
const dateOf = (moment: Instant) => CalendarDate(new Date(moment + 2 * 3_600_000).toISOString().slice(0, 10))
const at = (text: string) => Instant(Date.parse(text))
const soldAt = at('2030-05-16T22:00:00Z')
const [lastMoment, nextDay] = [at('2030-05-17T21:59:59.999Z'), at('2030-05-17T22:00:00Z')]
const orderId = OrderId(exampleId(70))
const [cash, card] = [{ method: PaymentMethod('cash') }, { method: PaymentMethod('card') }]
const reason = CancellationReason('wrong date')
const settled: Settlement = { ...card, settledAt: lastMoment, settledBy: 'curator' }

/** How a ticket of the order is: valid, used, cancelled by itself, with its date, refunded, or free and valid. */
type Kind = 'valid' | 'used' | 'cancelled' | 'removed' | 'refunded' | 'free' | 'free cancelled'
const cancellationOf = (kind: Kind): Cancellation | undefined => {
  const cause = kind === 'removed' ? 'date' : 'ticket'
  if (kind === 'valid' || kind === 'used' || kind === 'free') return undefined
  return { cause, at: lastMoment, ...(kind === 'refunded' && { settlement: settled }) }
}
const stateOf = (kinds: readonly Kind[], payment?: Payment): OrderState => {
  const tickets = kinds.map((kind, n): Ticket => {
    const state = kind === 'used' ? 'admitted' : cancellationOf(kind) === undefined ? 'valid' : 'cancelled'
    const price = Price(kind.startsWith('free') ? 0 : 1_200)
    const ticketDate = CalendarDate('2030-05-17')
    return aGeneralTicket({ ticketId: TicketId(exampleId(100 + n)), orderId, soldAt, ticketDate, price, state })
  })
  const cancellations = kinds.flatMap((kind, n) => {
    const cancellation = cancellationOf(kind)
    return cancellation === undefined ? [] : [[tickets[n]!.ticketId, cancellation] as const]
  })
  return { order: Order.of(orderId, tickets, { payment }), cancellations: new Map(cancellations) }
}
const numbersOf = (tickets: readonly Ticket[]) => tickets.map(({ ticketId }) => Number(ticketId.slice(-3)) - 100)
/** The change with numbers for its tickets. */
const shown = (change: ReturnType<typeof OrderChange.reverse> | ReturnType<typeof OrderChange.refund>) =>
  change === undefined || 'refusal' in change
    ? change
    : { ...change, cancelled: numbersOf(change.cancelled), refunded: numbersOf(change.refunded) }

describe('the cancellation of an order', () => {
  it('concerns the tickets that are neither used nor cancelled by themselves, and settles no refund', () => {
    const kinds = ['valid', 'used', 'cancelled', 'removed', 'refunded', 'free'] as const
    expect(shown(OrderChange.cancel(stateOf(kinds), reason))).toEqual({ cancelled: [0, 3, 5], refunded: [], reason })
  })

  it('changes nothing where every ticket is used or cancelled by itself', () => {
    expect(OrderChange.cancel(stateOf(['used', 'cancelled', 'refunded']), reason)).toBeUndefined()
  })

  it('is refused where every ticket was used', () => {
    expect(OrderChange.cancel(stateOf(['used', 'used']), reason)).toEqual({
      refusal: 'ticket-admitted',
      because: `Every ticket of order ${orderId} was used, so none can be cancelled.`,
      values: { orderId },
    })
  })
})

describe('the reversal of an order', () => {
  const reversal: Reversal = {
    refundId: RefundId('01940000-0000-7000-8000-000000000700'),
    at: lastMoment,
    by: 'clerk',
    reason,
  }
  const reverse = (state: OrderState, but: Partial<Reversal> = {}) =>
    shown(OrderChange.reverse(state, { ...reversal, ...but }, dateOf))
  const settlement = { method: 'card', settledAt: lastMoment, settledBy: 'clerk' }

  it('cancels every ticket, and settles what was paid and is not refunded with the method of the payment', () => {
    const kinds = ['valid', 'cancelled', 'removed', 'refunded', 'free', 'free cancelled'] as const
    const paid = { ...card, reference: PaymentReference('0815') }
    expect(reverse(stateOf(kinds, paid))).toEqual({ cancelled: [0, 2, 4], refunded: [0, 1, 2], reason, settlement })
  })

  it('only cancels an order whose tickets are free', () => {
    expect(reverse(stateOf(['free'], card))).toEqual({ cancelled: [0], refunded: [], reason })
  })

  it('only cancels an order without a payment, unless a method is named', () => {
    expect(reverse(stateOf(['valid', 'cancelled']))).toEqual({ cancelled: [0], refunded: [], reason })
    expect(reverse(stateOf(['valid', 'cancelled']), card)).toEqual({
      cancelled: [0],
      refunded: [0, 1],
      reason,
      settlement,
    })
  })

  it('settles what is still due of an order whose tickets are cancelled', () => {
    expect(reverse(stateOf(['cancelled', 'refunded'], card))).toEqual({
      cancelled: [],
      refunded: [0],
      reason,
      settlement,
    })
  })

  it('changes nothing in an order that is undone already, on any day', () => {
    for (const payment of [card, undefined])
      expect(reverse(stateOf(['refunded', 'free cancelled'], payment), { at: nextDay })).toBeUndefined()
    expect(reverse(stateOf(['cancelled']), { at: nextDay })).toBeUndefined()
  })

  it('is refused where a ticket was used', () => {
    expect(reverse(stateOf(['valid', 'used'], card))).toEqual({
      refusal: 'ticket-admitted',
      because: `Ticket ${exampleId(101)} of order ${orderId} was used: cancel the others.`,
      values: { ticketId: exampleId(101), orderId },
    })
  })

  it('is refused when the day of the sale is over in the time zone of the museum', () => {
    expect(reverse(stateOf(['valid'], card))).toMatchObject({ cancelled: [0] })
    expect(reverse(stateOf(['valid'], card), { at: nextDay })).toEqual({
      refusal: 'too-late-to-reverse',
      because: `Order ${orderId} was sold on 2030-05-17: cancel it, and settle its refund.`,
      values: { date: '2030-05-17' },
    })
  })

  it('is refused with another method than that of the payment', () => {
    expect(reverse(stateOf(['valid'], card), card)).toMatchObject({ settlement })
    expect(reverse(stateOf(['valid'], card), cash)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'method', code: 'not-the-method-of-the-order' }],
    })
  })
})

describe('the refund of an order', () => {
  const settlement: Settlement = { ...cash, settledAt: nextDay, settledBy: 'clerk' }
  const refund = (state: OrderState, but: Partial<Settlement> = {}) =>
    shown(OrderChange.refund(state, { ...settlement, ...but }, dateOf))

  it('settles all that is due, on any day', () => {
    const kinds = ['valid', 'used', 'cancelled', 'removed', 'refunded', 'free cancelled'] as const
    expect(refund(stateOf(kinds, card))).toEqual({ cancelled: [], refunded: [2, 3], settlement })
  })

  it('changes nothing where nothing is due and a refund was settled in the same way', () => {
    expect(refund(stateOf(['refunded', 'valid']), card)).toBeUndefined()
  })

  it('is refused where nothing is due, also when a refund was settled in another way', () => {
    const because = `No refund is due for order ${orderId}.`
    for (const kinds of [['valid', 'free cancelled'], ['refunded']] as const)
      expect(refund(stateOf(kinds, card))).toEqual({ refusal: 'nothing-due', because })
    const reference = PaymentReference('0815')
    expect(refund(stateOf(['refunded']), { ...card, reference })).toMatchObject({ refusal: 'nothing-due' })
  })
})

describe('the correction of a payment', () => {
  it('replaces the payment on the day of the sale, also where there was none', () => {
    for (const before of [undefined, card, { ...cash, reference: PaymentReference('0815') }])
      expect(OrderChange.correctPayment(stateOf(['valid', 'used'], before), cash, lastMoment, dateOf)).toEqual({
        cancelled: [],
        refunded: [],
        payment: cash,
      })
  })

  it('changes nothing where the order has this payment, on any day', () => {
    expect(OrderChange.correctPayment(stateOf(['valid'], cash), cash, nextDay, dateOf)).toBeUndefined()
  })

  it('is refused when the day of the sale is over', () => {
    expect(OrderChange.correctPayment(stateOf(['valid'], card), cash, nextDay, dateOf)).toEqual({
      refusal: 'too-late-to-correct',
      because: `Order ${orderId} was sold on 2030-05-17, and the sales of that day are closed.`,
      values: { date: '2030-05-17' },
    })
  })

  it.each<readonly Kind[]>([['refunded'], ['refunded', 'refunded'], ['refunded', 'free', 'free cancelled']])(
    'is refused when all that was paid was refunded: %s',
    (...kinds) => {
      const state = stateOf(kinds, card)
      expect(OrderChange.correctPayment(state, cash, lastMoment, dateOf)).toEqual({
        refusal: 'order-refunded',
        because: `All that was paid for order ${orderId} was refunded.`,
      })
      expect(OrderChange.correctPayment(state, card, lastMoment, dateOf)).toBeUndefined()
      expect(OrderChange.correctPayment(state, cash, nextDay, dateOf)).toMatchObject({ refusal: 'too-late-to-correct' })
    },
  )

  it.each<readonly Kind[]>([
    ['refunded', 'valid'],
    ['refunded', 'used'],
    ['refunded', 'cancelled'],
    ['free'],
    ['free cancelled'],
  ])('is corrected when not all that was paid was refunded: %s', (...kinds) => {
    expect(OrderChange.correctPayment(stateOf(kinds, card), cash, lastMoment, dateOf)).toMatchObject({ payment: cash })
  })
})
