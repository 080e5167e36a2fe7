import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket } from '@museum/testing/examples'
import fc from 'fast-check'
import {
  CalendarDate,
  type Cancellation,
  Instant,
  PaymentMethod,
  PaymentReference,
  Price,
  Refund,
  RefundId,
  type Settlement,
  type Ticket,
} from '../index.ts'

/** Two hours ahead of UTC, so that a moment may be on another date than in UTC. */
const dateOf = (moment: Instant) => CalendarDate(new Date(moment + 2 * 3_600_000).toISOString().slice(0, 10))
const at = (text: string) => Instant(Date.parse(text))
const ticketDate = CalendarDate('2030-05-17')
const [before, onTheDate, after] = [
  at('2030-05-16T12:00:00Z'),
  at('2030-05-17T21:59:59.999Z'),
  at('2030-05-17T22:00:00Z'),
]
const cancelled = anEventTicket({ ticketDate, state: 'cancelled' })
const settlement: Settlement = {
  method: PaymentMethod('card'),
  reference: PaymentReference('0815'),
  settledAt: before,
  settledBy: 'box office',
}
const ofTicket: Cancellation = { cause: 'ticket', at: after }
const stateOf = (ticket: Ticket, cancellation: Cancellation | undefined = ofTicket, settled?: Settlement) =>
  Refund.stateOf(ticket, { ...cancellation, ...(settled && { settlement: settled }) }, dateOf)
const settle = (ticket: Ticket, cancellation: Cancellation | undefined, earlier?: Settlement) =>
  Refund.settle(
    ticket,
    cancellation && { ...cancellation, ...(earlier && { settlement: earlier }) },
    settlement,
    dateOf,
  )

describe('a refund through the payment provider', () => {
  const online = (state: 'sending' | 'settled'): Settlement => ({
    method: PaymentMethod('online'),
    settledAt: before,
    settledBy: 'box office',
    online: { refundId: RefundId('01940000-0000-7000-8000-000000000700'), state },
  })

  it('is sent until it is settled', () => {
    expect(stateOf(cancelled, ofTicket, online('sending'))).toBe('sending')
    expect(stateOf(cancelled, ofTicket, online('settled'))).toBe('settled')
  })

  it('is not settled in another way meanwhile', () => {
    const { ticketId } = cancelled
    expect(settle(cancelled, ofTicket, online('sending'))).toEqual({
      refusal: 'refund-settled',
      because: `The payment provider is giving back what was paid for ticket ${ticketId}.`,
    })
    expect(settle(cancelled, ofTicket, online('settled'))).toEqual({
      refusal: 'refund-settled',
      because: `The refund of ticket ${ticketId} was settled before, in another way.`,
    })
  })

  it.each<[boolean, Cancellation]>([
    [true, { cause: 'ticket' }],
    [true, { cause: 'event', settlement }],
    [true, { cause: 'date', failure: 'closed' }],
    [false, { cause: 'date' }],
    [false, { cause: 'event' }],
  ])('or another one makes a cancellation that of the ticket itself: %s, %j', (isOfTicket, cancellation) => {
    expect(Refund.isOfTicket(cancellation)).toBe(isOfTicket)
  })
})

describe('a refund', () => {
  it.each(['date', 'event'] as const)(
    'is due after the removal of the %s up to the end of the date of the tickets in the time zone of the museum',
    (cause) => {
      const isDue = (removedAt: Instant) => Refund.isDueAfter({ cause, at: removedAt }, ticketDate, dateOf)
      expect([before, onTheDate, after].map(isDue)).toEqual([true, true, false])
    },
  )

  it('is due after the cancellation of a ticket at any time, and after a removal at an unknown time', () => {
    for (const moment of [before, onTheDate, after])
      expect(Refund.isDueAfter({ cause: 'ticket', at: moment }, ticketDate, dateOf)).toBe(true)
    for (const cause of ['ticket', 'date', 'event'] as const)
      expect(Refund.isDueAfter({ cause }, ticketDate, dateOf)).toBe(true)
  })

  it('is due for a cancelled ticket that was not free and whose date had not passed when it was removed', () => {
    const day = 86_400_000
    const moments = fc.integer({ min: before - 5 * day, max: after + 5 * day }).map(Instant)
    const causes = fc.constantFrom('ticket' as const, 'date' as const, 'event' as const)
    const prices = fc.constantFrom(0, 1, 1990).map(Price)
    const states = fc.constantFrom('valid' as const, 'admitted' as const, 'cancelled' as const)
    fc.assert(
      fc.property(moments, causes, prices, states, (moment, cause, price, state) => {
        const isDue = state === 'cancelled' && price > 0 && (cause === 'ticket' || moment < after)
        const ticket = anEventTicket({ ticketDate, price, state })
        expect(stateOf(ticket, { cause, at: moment })).toBe(isDue ? 'due' : undefined)
        const outcome = settle(ticket, { cause, at: moment })
        if (isDue) expect(outcome).toBe(settlement)
        else expect(outcome).toMatchObject({ refusal: state === 'cancelled' ? 'nothing-due' : 'ticket-not-cancelled' })
      }),
    )
  })

  it('is not due for a ticket without a cancellation', () => {
    expect(Refund.stateOf(cancelled, undefined, dateOf)).toBeUndefined()
  })

  it('is settled once it has a settlement', () => {
    expect(stateOf(cancelled, ofTicket, settlement)).toBe('settled')
    expect(stateOf(cancelled, { cause: 'date', at: after }, settlement)).toBe('settled')
  })
})

describe('the settlement of a refund', () => {
  const because = (text: string) => `${text} ${cancelled.ticketId}`

  it('is the one that is given when the refund is due', () => {
    expect(settle(cancelled, ofTicket)).toBe(settlement)
    expect(settle(aGeneralTicket({ price: Price(1), state: 'cancelled' }), ofTicket)).toBe(settlement)
  })

  it('stays as it was when it is given again with the same method and reference', () => {
    const earlier = { ...settlement, settledAt: after, settledBy: 'another desk' }
    expect(settle(cancelled, ofTicket, earlier)).toBe(earlier)
  })

  it.each<[string, Partial<Settlement>]>([
    ['method', { method: PaymentMethod('cash') }],
    ['reference', { reference: PaymentReference('4711') }],
  ])('is refused with refund-settled when it is given again with another %s', (_, other) => {
    expect(settle(cancelled, ofTicket, { ...settlement, ...other })).toEqual({
      refusal: 'refund-settled',
      because: `${because('The refund of ticket')} was settled before, in another way.`,
    })
  })

  it('is refused with refund-settled when it is given again with a reference that it did not have', () => {
    const { reference: _, ...withoutReference } = settlement
    expect(settle(cancelled, ofTicket, withoutReference)).toMatchObject({ refusal: 'refund-settled' })
    const settled = { ...ofTicket, settlement: withoutReference }
    expect(Refund.settle(cancelled, settled, withoutReference, dateOf)).toBe(withoutReference)
  })

  it('is refused with ticket-not-cancelled for a valid or admitted ticket, also a free one', () => {
    for (const state of ['valid', 'admitted'] as const) {
      const expected = { refusal: 'ticket-not-cancelled', because: `${because('Ticket')} is not cancelled.` }
      expect(settle({ ...cancelled, state }, undefined)).toEqual(expected)
      expect(settle({ ...cancelled, price: Price(0), state }, undefined)).toEqual(expected)
    }
  })

  it('is refused with nothing-due for a free ticket, and for one whose date had passed when it was removed', () => {
    const expected = { refusal: 'nothing-due', because: `${because('No refund is due for ticket')}.` }
    expect(settle({ ...cancelled, price: Price(0) }, ofTicket)).toEqual(expected)
    expect(settle(cancelled, { cause: 'date', at: after })).toEqual(expected)
    expect(settle(cancelled, { cause: 'event', at: after })).toEqual(expected)
  })
})
