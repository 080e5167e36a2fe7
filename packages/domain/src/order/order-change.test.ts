import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import {
  CalendarDate,
  type Cancellation,
  CancellationReason,
  Email,
  Instant,
  Order,
  OrderChange,
  OrderId,
  type OrderState,
  type Payment,
  PaymentId,
  PaymentMethod,
  PaymentReference,
  Phone,
  Price,
  RefundId,
  type Refusal,
  type Reversal,
  type Settlement,
  type Ticket,
  TicketId,
  Till,
  isRefusal,
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
const shown = (change: OrderChange | Refusal | undefined) =>
  change === undefined || isRefusal(change)
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

describe('the refund of an order through the payment provider', () => {
  const online = { method: PaymentMethod('online'), reference: PaymentReference('pi_1') }
  const request = { refundId: RefundId(exampleId(700)), at: nextDay, by: 'clerk' }
  /** An order that was paid online. */
  const paidState = (kinds: readonly Kind[], refunded = 0): OrderState => ({
    ...stateOf(kinds, online),
    paidOnline: { paymentId: PaymentId(exampleId(600)), reference: online.reference, amount: 3_600, refunded },
  })
  const sent = (amount: number, { at: moment, by } = request) => ({
    settlement: {
      method: 'online',
      settledAt: moment,
      settledBy: by,
      online: { refundId: request.refundId, state: 'sending' },
    },
    onlineRefund: {
      refundId: request.refundId,
      paymentId: exampleId(600),
      reference: 'pi_1',
      state: 'sending',
      amount,
      currency: 'EUR',
      requestedAt: moment,
      requestedBy: by,
    },
  })
  const notPaid = (subject: string) => ({
    refusal: 'not-paid-online',
    because: `${subject} was not paid online: refund it in another way.`,
  })
  const withSent = (state: OrderState, number: number): OrderState => {
    const { ticketId } = state.order.tickets[number]!
    const settlement: Settlement = {
      method: online.method,
      settledAt: lastMoment,
      settledBy: 'curator',
      online: { refundId: request.refundId, state: 'sending' },
    }
    const cancellation: Cancellation = { cause: 'ticket', at: lastMoment, settlement }
    return { ...state, cancellations: new Map([...state.cancellations, [ticketId, cancellation]]) }
  }

  it('gives back all that is due, or what is due of some tickets', () => {
    const state = paidState(['valid', 'cancelled', 'removed'])
    const refund = (...numbers: readonly number[]) =>
      shown(
        OrderChange.refundOnline(
          state,
          request,
          dateOf,
          numbers.length === 0 ? undefined : (ticket) => numbersOf([ticket]).every((n) => numbers.includes(n)),
        ),
      )
    expect(refund()).toEqual({ cancelled: [], refunded: [1, 2], ...sent(2_400) })
    expect(refund(0, 2)).toEqual({ cancelled: [], refunded: [2], ...sent(1_200) })
  })

  it('changes nothing where the provider gives it back already, and is refused where nothing is due', () => {
    const state = paidState(['cancelled', 'valid'], 1_200)
    expect(OrderChange.refundOnline(withSent(state, 0), request, dateOf)).toBeUndefined()
    const nothing = { refusal: 'nothing-due', because: `No refund is due for order ${orderId}.` }
    expect(OrderChange.refundOnline(paidState(['valid']), request, dateOf)).toEqual(nothing)
    expect(OrderChange.refundOnline(paidState(['refunded']), request, dateOf)).toEqual(nothing)
    const ofOther = (ticket: Ticket) => numbersOf([ticket])[0] === 1
    expect(OrderChange.refundOnline(withSent(state, 0), request, dateOf, ofOther)).toEqual(nothing)
  })

  it('is not settled in another way meanwhile', () => {
    const state = withSent(paidState(['cancelled'], 1_200), 0)
    expect(OrderChange.refund(state, { ...cash, settledAt: nextDay, settledBy: 'clerk' }, dateOf)).toEqual({
      refusal: 'refund-settled',
      because: `The payment provider is giving back what was paid for order ${orderId}.`,
    })
  })

  it('is refused where the order was not paid online', () => {
    expect(OrderChange.refundOnline(stateOf(['cancelled'], card), request, dateOf)).toEqual(notPaid(`Order ${orderId}`))
  })

  it('is never more than what was paid', () => {
    const state = paidState(['cancelled', 'cancelled', 'cancelled'])
    expect(OrderChange.refundOnline(state, request, dateOf)).toMatchObject(sent(3_600))
    const beyond = { ...state, paidOnline: { ...state.paidOnline!, refunded: 1 } }
    expect(() => OrderChange.refundOnline(beyond, request, dateOf)).toThrow(
      `payment ${exampleId(600)} of 3600, of which 1 went back, cannot give 3600 back`,
    )
  })

  it('of one ticket is decided as every refund of a ticket', () => {
    const refund = (state: OrderState, number: number) =>
      shown(OrderChange.refundTicketOnline(state, TicketId(exampleId(100 + number)), request, dateOf))
    const state = paidState(['cancelled', 'valid', 'refunded', 'free cancelled'])
    expect(refund(state, 0)).toEqual({ cancelled: [], refunded: [0], ...sent(1_200) })
    expect(refund(withSent(state, 0), 0)).toBeUndefined()
    expect(refund(state, 1)).toMatchObject({ refusal: 'ticket-not-cancelled' })
    expect(refund(state, 2)).toMatchObject({ refusal: 'refund-settled' })
    expect(refund(state, 3)).toMatchObject({ refusal: 'nothing-due' })
    expect(refund(stateOf(['cancelled'], card), 0)).toEqual(notPaid(`Ticket ${exampleId(100)}`))
  })

  it('of one ticket that was sent back already is none of the whole payment', () => {
    const all = withSent(paidState(['cancelled'], 3_600), 0)
    expect(OrderChange.refundTicketOnline(all, TicketId(exampleId(100)), request, dateOf)).toBeUndefined()
  })

  it('is that of a reversal on the day of the sale, at no till; another method of an order that was paid so is none', () => {
    const reversal = { ...request, at: lastMoment, reason, till: Till('Till 1') }
    const state = paidState(['valid', 'cancelled', 'free'])
    expect(shown(OrderChange.reverse(state, reversal, dateOf))).toEqual({
      cancelled: [0, 2],
      refunded: [0, 1],
      reason,
      ...sent(2_400, { ...request, at: lastMoment }),
    })
    const word = { ...stateOf(['valid'], { method: online.method }) }
    expect(OrderChange.reverse(word, reversal, dateOf)).toMatchObject({
      settlement: { method: 'online', till: 'Till 1' },
    })
  })

  it('is possible for tickets whose cancellation with their date stays after a refund that failed', () => {
    const state = paidState(['removed', 'valid'])
    const [failed] = state.order.tickets
    const cancellation: Cancellation = { cause: 'date', at: lastMoment, failure: 'closed' }
    const again = { ...state, cancellations: new Map([[failed!.ticketId, cancellation]]) }
    expect(shown(OrderChange.cancel(again, reason))).toEqual({ cancelled: [1], refunded: [], reason })
    expect(shown(OrderChange.refundOnline(again, request, dateOf))).toMatchObject({ refunded: [0], ...sent(1_200) })
  })

  it('is asked for with a cancellation by the visitor, for the chosen tickets that cost something', () => {
    const own = (kinds: readonly Kind[]) => {
      const state = paidState(kinds)
      const ticketIds = state.order.tickets.map(({ ticketId }) => ticketId)
      const choice = { ticketIds, endOf: () => nextDay }
      return [undefined, request].map((giveBack) =>
        shown(OrderChange.cancelOwn(state, { ...choice, giveBack }, lastMoment)),
      )
    }
    expect(own(['valid', 'free', 'valid'])).toEqual([
      { cancelled: [0, 1, 2], refunded: [] },
      { cancelled: [0, 1, 2], refunded: [0, 2], ...sent(2_400) },
    ])
    expect(own(['free'])[1]).toEqual({ cancelled: [0], refunded: [] })
  })

  it('leaves no correction of the payment', () => {
    expect(OrderChange.correctPayment(paidState(['valid']), cash, lastMoment, dateOf)).toEqual({
      refusal: 'order-paid-online',
      because: `Order ${orderId} was paid at the payment provider, which has its payment.`,
    })
    expect(OrderChange.correctPayment(paidState(['valid']), online, lastMoment, dateOf)).toBeUndefined()
  })
})

describe('the cancellation by the visitor', () => {
  const own = (kinds: readonly Kind[], positions: readonly number[], now = lastMoment) => {
    const state = stateOf(kinds, cash)
    const ticketIds = positions.map((n) => state.order.tickets[n]!.ticketId)
    return shown(OrderChange.cancelOwn(state, { ticketIds, endOf: () => nextDay }, now))
  }

  it('concerns the chosen tickets, and leaves due what was paid at the museum', () => {
    expect(own(['valid', 'valid', 'free'], [0, 2])).toEqual({ cancelled: [0, 2], refunded: [] })
  })

  it('changes nothing where all of them are cancelled, however late it is', () => {
    expect(own(['cancelled', 'removed', 'refunded', 'valid'], [0, 1, 2], nextDay)).toBeUndefined()
  })

  it.each([
    ['ticket-admitted', 'used', lastMoment],
    ['ticket-cancelled', 'cancelled', lastMoment],
    ['ticket-cancelled', 'removed', lastMoment],
    ['too-late-to-cancel', 'valid', nextDay],
  ] as const)('is refused as a whole for one ticket: %s', (refusal, kind, now) => {
    expect(own(['valid', kind], [0, 1], now)).toMatchObject({ refusal })
    if (now === lastMoment) expect(own(['valid', kind], [0], now)).toMatchObject({ cancelled: [0] })
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

describe('the correction of an address', () => {
  const [wrong, right] = [Email('vistor@example.org'), Email('visitor@example.org')]
  const phone = Phone('+1(234)-567-8910')
  const ofPurchasers = (...purchasers: readonly Ticket['purchaser'][]) => {
    const { order, ...state } = stateOf(purchasers.map(() => 'valid'))
    const tickets = order.tickets.map((sold, n) => {
      const { purchaser: _, ...ticket } = sold
      const purchaser = purchasers[n]
      return { ...ticket, ...(purchaser !== undefined && { purchaser }) } as Ticket
    })
    return { ...state, order: { ...order, tickets } }
  }
  const corrected = (purchaser: Ticket['purchaser']) => ({ cancelled: [], refunded: [], purchaser })

  it('replaces it, and keeps the phone number unless another one is given', () => {
    const state = ofPurchasers({ email: wrong, phone }, undefined, { email: wrong, phone })
    expect(OrderChange.correctAddress(state, { email: right })).toEqual(corrected({ email: right, phone }))
    const other = Phone('12345')
    expect(OrderChange.correctAddress(state, { email: right, phone: other })).toEqual(
      corrected({ email: right, phone: other }),
    )
  })

  it('changes nothing where all tickets with an address have this one', () => {
    const state = ofPurchasers({ email: right, phone }, undefined)
    for (const again of [{ email: right }, { email: right, phone }])
      expect(OrderChange.correctAddress(state, again)).toBeUndefined()
    expect(OrderChange.correctAddress(ofPurchasers({ email: right }), { email: right, phone })).toEqual(
      corrected({ email: right, phone }),
    )
  })

  it('is refused where no ticket has an address: none was given, or it was erased', () => {
    expect(OrderChange.correctAddress(ofPurchasers(undefined, undefined), { email: right })).toEqual({
      refusal: 'no-address',
      because: `Order ${orderId} has no e-mail address that could be corrected.`,
    })
  })
})
