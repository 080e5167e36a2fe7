import { describe, expect, it } from '@jest/globals'
import { Instant } from '../instant.ts'
import { Currency, Price, SignedAmount } from '../money.ts'
import { PaymentMethod } from '../order/payment.ts'
import { Till } from '../order/till.ts'
import { ClosingId } from '../uuid.ts'
import {
  Closing,
  type ClosingDraft,
  ClosingNote,
  type ClosingPeriod,
  Drawer,
  type DrawerSales,
  type RecordedClosing,
} from './closing.ts'

const [cash, card, voucher] = ['cash', 'card', 'voucher'].map((method) => PaymentMethod(method)) as [
  PaymentMethod,
  PaymentMethod,
  PaymentMethod,
]
const day = 86_400_000
const today = Instant(Date.UTC(2030, 4, 17))
const [yesterday, tomorrow] = [Instant(today - day), Instant(today + day)]
const ofYesterday = { from: yesterday, end: today }
const ofToday = { from: today, end: tomorrow }
const closingId = ClosingId('01940000-0000-7000-8000-000000000501')
const to = Instant(today + day / 2)
const maker = { closingId, drawer: Drawer.of(Till('Till 1'), 'anna'), closedBy: 'anna', to, currency: Currency('EUR') }
const amount = SignedAmount.ofAmount
const nothing: Omit<ClosingDraft, 'till'> = { float: Price(0), counted: [] }

/** The closing of these sales, of today alone, after the latest one. */
const close = (
  sales: Partial<DrawerSales>,
  {
    latest,
    periods = [ofToday],
    ...draft
  }: Partial<ClosingDraft> & { latest?: RecordedClosing; periods?: readonly ClosingPeriod[] } = {},
) => Closing.of({ ...nothing, ...draft }, maker, latest, periods, { sales: [], refunds: [], ...sales })
const sold = (method: PaymentMethod | null, sum: number, but: Partial<DrawerSales['sales'][number]> = {}) => ({
  from: today,
  method,
  amount: sum,
  ...but,
})

describe('a closing', () => {
  it('has what was sold and refunded with each method, beside what was found', () => {
    const { closing, ...next } = close(
      {
        sales: [sold(cash, 900), sold(card, 400), sold(cash, 100), sold(null, 7), sold(voucher, 30)],
        refunds: [{ from: today, method: cash, amount: 250 }],
      },
      {
        float: Price(5_000),
        counted: [
          { method: cash, amount: amount(47.4) },
          { method: card, amount: amount(4) },
        ],
        moved: [{ amount: amount(-12) }, { amount: amount(2), note: ClosingNote('Change') }],
        note: ClosingNote('A quiet day'),
      },
    )
    expect(closing).toEqual({
      ...maker,
      number: 1,
      from: today,
      float: 5_000,
      moved: [{ amount: -1_200 }, { amount: 200, note: 'Change' }],
      note: 'A quiet day',
      methods: [
        { method: card, sold: 400, refunded: 0, corrected: 0, expected: 400, counted: 400, difference: 0 },
        { method: cash, sold: 1_000, refunded: 250, corrected: 0, expected: 4_750, counted: 4_740, difference: -10 },
        { method: voucher, sold: 30, refunded: 0, corrected: 0, expected: 30, counted: null, difference: null },
      ],
    })
    expect(Closing.totalOf(closing)).toEqual({
      sold: 1_430,
      refunded: 250,
      corrected: 0,
      expected: 5_180,
      counted: 5_140,
      difference: -10,
    })
    expect(next).toEqual({
      periods: [ofToday],
      sums: [
        { from: today, method: cash, sold: 1_000, refunded: 250, corrected: 0 },
        { from: today, method: card, sold: 400, refunded: 0, corrected: 0 },
        { from: today, method: voucher, sold: 30, refunded: 0, corrected: 0 },
      ],
    })
  })

  it('of nothing has cash only where cash was in the drawer', () => {
    expect(close({}).closing).toMatchObject({ methods: [], moved: [] })
    expect(Closing.totalOf(close({}).closing)).toMatchObject({ expected: 0, counted: null, difference: null })
    const [ofFloat, ofMoved] = [close({}, { float: Price(1) }), close({}, { moved: [{ amount: amount(0.02) }] })]
    const none = { method: cash, sold: 0, refunded: 0, corrected: 0, counted: null, difference: null }
    expect(ofFloat.closing.methods).toEqual([{ ...none, expected: 1 }])
    expect(ofMoved.closing.methods).toEqual([{ ...none, expected: 2 }])
    const counted = close({}, { counted: [{ method: card, amount: amount(0) }] })
    expect(counted.closing.methods).toEqual([{ ...none, method: card, expected: 0, counted: 0, difference: 0 }])
    expect('note' in ofFloat.closing).toBe(false)
  })

  it('is the difference to the closing before, of the dates that it reads', () => {
    const latest = close({
      sales: [sold(cash, 100, { from: yesterday }), sold(cash, 900), sold(card, 5)],
      refunds: [{ from: today, method: voucher, amount: 3 }],
    })
    const { closing } = close(
      { sales: [sold(cash, 1_000)], refunds: [{ from: today, method: voucher, amount: 10 }] },
      { latest, periods: [ofToday] },
    )
    expect(closing).toMatchObject({ number: 2, from: to })
    // What is missing now was taken away from the database: it is not hidden.
    expect(closing.methods).toMatchObject([
      { method: card, sold: -5 },
      { method: cash, sold: 100, expected: 100 },
      { method: voucher, sold: 0, refunded: 7, expected: -7 },
    ])
    const unchanged = close(
      { sales: [sold(cash, 100, { from: yesterday }), sold(cash, 900), sold(card, 5)] },
      { latest, periods: [ofYesterday, ofToday] },
    )
    expect(unchanged.closing.methods).toMatchObject([{ method: voucher, refunded: -3 }])
  })

  it('has as corrected what changed of sales that were counted before, and as sold what was not', () => {
    const latest = close({ sales: [sold(cash, 100), sold(null, 7)] })
    const { closing, sums } = close(
      {
        sales: [
          sold(card, 100, { closedAs: cash }),
          sold(voucher, 7, { closedAs: null }),
          sold(card, 20),
          sold(cash, 3, { closedAs: cash }),
        ],
      },
      { latest },
    )
    expect(closing.methods).toMatchObject([
      { method: card, sold: 20, corrected: 100, expected: 120 },
      { method: cash, sold: 3, corrected: -100, expected: -97 },
      { method: voucher, sold: 0, corrected: 7, expected: 7 },
    ])
    expect(sums).toEqual([
      { from: today, method: cash, sold: 103, refunded: 0, corrected: -100 },
      { from: today, method: card, sold: 20, refunded: 0, corrected: 100 },
      { from: today, method: voucher, sold: 0, refunded: 0, corrected: 7 },
    ])
  })

  it('reads what may still change, and the time since, in a few periods', () => {
    const days = [yesterday, today, tomorrow] as const
    expect(Closing.periodsAfter(undefined, days)).toEqual([ofToday])
    // Made at noon today.
    const latest = close({}, { periods: [{ from: Instant(yesterday - day), end: yesterday }, ofYesterday, ofToday] })
    const kept = [ofYesterday, ofToday]
    expect(Closing.periodsAfter(latest, days)).toEqual(kept)
    const [afterTomorrow, later] = [Instant(tomorrow + day), Instant(tomorrow + 30 * day)]
    const ofTomorrow = { from: tomorrow, end: afterTomorrow }
    expect(Closing.periodsAfter(latest, [today, tomorrow, afterTomorrow])).toEqual([...kept, ofTomorrow])
    const end = Instant(later + 2 * day)
    expect(Closing.periodsAfter(latest, [later, Instant(later + day), end])).toEqual([
      ...kept,
      { from: tomorrow, end: later },
      { from: later, end: Instant(later + day) },
      { from: Instant(later + day), end },
    ])
    // In another time zone, and with a clock that was set back.
    const shifted = [yesterday, today, tomorrow].map((each) => Instant(each + 9 * 3_600_000)) as [
      Instant,
      Instant,
      Instant,
    ]
    expect(Closing.periodsAfter(latest, shifted)).toEqual([...kept, { from: tomorrow, end: shifted[2] }])
    expect(Closing.periodsAfter(latest, [Instant(yesterday - day), yesterday, today])).toEqual(kept)
  })

  it('is the last one that reads a period that ended a day before, and more', () => {
    const { closing } = close({})
    expect(Closing.isFinal({ from: yesterday, end: Instant(to - day) }, closing)).toBe(true)
    expect(Closing.isFinal({ from: yesterday, end: Instant(to - day + 1) }, closing)).toBe(false)
  })

  it('takes each method once, and amounts that can be paid', () => {
    const yen = Currency('JPY')
    const draft: ClosingDraft = {
      float: Price(10),
      counted: [
        { method: cash, amount: amount(0.5) },
        { method: card, amount: amount(200) },
        { method: cash, amount: amount(100) },
      ],
      moved: [{ amount: amount(-0.25) }],
    }
    const faults = (currency: Currency) => Closing.faultsOf(draft, currency).map(({ member, code }) => [member, code])
    expect(faults(Currency('EUR'))).toEqual([['counted/2/method', 'duplicate-method']])
    expect(faults(yen)).toEqual([
      ['float', 'price-too-precise'],
      ['counted/0/amount', 'price-too-precise'],
      ['moved/0/amount', 'price-too-precise'],
      ['counted/2/method', 'duplicate-method'],
    ])
    expect(Closing.faultsOf({ ...draft, moved: undefined }, Currency('EUR'))[0]).toMatchObject({
      detail: 'must be counted once: cash is counted before',
      values: { method: 'cash' },
    })
    expect(Closing.faultsOf(nothing, yen)).toEqual([])
    expect(Closing.faultOfCount(20)).toBeUndefined()
    expect(Closing.faultOfCount(21)).toEqual({
      code: 'too-many-items',
      detail: 'must have at most 20 items',
      values: { max: 20 },
    })
  })

  it('is not found by an identifier that none has', () => {
    expect(Closing.notFound(closingId)).toEqual({
      refusal: 'closing-not-found',
      because: `There is no closing ${closingId}.`,
    })
  })
})

describe('a drawer', () => {
  it('is a till, or a user at no till', () => {
    expect(Drawer.of(Till('Till 1'), 'anna')).toEqual({ till: 'Till 1' })
    expect(Drawer.of(undefined, 'anna')).toEqual({ user: 'anna' })
  })
})

describe('a till', () => {
  it('has a name in Unicode normalization form C', () => {
    expect(Till('Cafe\u0301')).toBe('Caf\u00e9')
    expect(Till.faultOf(' ')?.code).toBe('text-blank')
    expect(Till.faultOf('t'.repeat(101))?.code).toBe('text-too-long')
    expect(Till.faultOf('e\u0301'.repeat(100))).toBeUndefined()
  })
})
