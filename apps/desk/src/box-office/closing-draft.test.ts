import { describe, expect, it } from '@jest/globals'
import {
  type ClosingDraft,
  closedMethods,
  closingFields,
  emptyDraft,
  methodsToCount,
  piecesSum,
  totalOf,
} from './closing-draft.ts'
import { denominations } from './denominations.ts'

const uncounted = { counted: null, difference: null }
const preview = {
  currency: 'EUR',
  methods: [
    { method: 'cash', sold: 180.1, refunded: 17.5, corrected: 12, expected: 174.6, ...uncounted },
    { method: 'cheque', sold: 20, refunded: 0, corrected: -12, expected: 8, ...uncounted },
  ],
}
const methods = methodsToCount(['card', 'cash'], preview)
const draft: ClosingDraft = {
  ...emptyDraft,
  counted: new Map([
    ['cash', '120,50'],
    ['cheque', ' '],
    ['card', '0'],
  ]),
  moved: [
    { isOut: true, amount: '200', note: ' To the bank ' },
    { isOut: false, amount: '0.1', note: '' },
    { isOut: true, amount: ' ', note: '' },
  ],
  note: ' A note ',
}

describe('a closing that is entered', () => {
  it('counts the methods that the museum offers, and those with sums', () => {
    expect(methods).toEqual(['card', 'cash', 'cheque'])
  })

  it('expects the float and what was moved in cash, and says what is over or short of what was counted', () => {
    const closed = closedMethods(methods, preview, draft, '150')
    const cash = {
      sold: 18_010,
      refunded: 1_750,
      corrected: 1_200,
      expected: 12_470,
      counted: 12_050,
      difference: -420,
    }
    expect(closed.get('cash')).toEqual(cash)
    expect(closed.get('cheque')).toEqual({ sold: 2_000, refunded: 0, corrected: -1_200, expected: 800, ...uncounted })
    expect(closed.get('card')).toMatchObject({ expected: 0, counted: 0, difference: 0 })
    expect(totalOf([...closed.values()])).toEqual({
      sold: 20_010,
      refunded: 1_750,
      corrected: 0,
      expected: 13_270,
      counted: 12_050,
      difference: -420,
    })
  })

  it('has no total of what was counted where nothing was', () => {
    expect(totalOf([...closedMethods(methods, preview, emptyDraft, '').values()])).toMatchObject(uncounted)
  })

  it('takes what cannot be read as not typed', () => {
    const closed = closedMethods(methods, preview, { ...draft, counted: new Map([['cash', '1.250']]) }, 'x')
    expect(closed.get('cash')).toMatchObject({ expected: -2_530, counted: null, difference: null })
  })

  it('is sent with the methods that are counted, and the movements that are entered', () => {
    expect(closingFields(methods, 'EUR', draft, '150')).toEqual({
      float: 150,
      counted: [
        { method: 'card', amount: 0 },
        { method: 'cash', amount: 120.5 },
      ],
      moved: [
        { amount: -200, note: 'To the bank' },
        { amount: 0.1, note: null },
      ],
      note: 'A note',
    })
    expect(closingFields(methods, 'EUR', emptyDraft, '')).toEqual({ float: 0, counted: [] })
  })
})

describe('the denominations of a currency', () => {
  it.each([
    ['EUR', 50_000, 1, 15],
    ['CHF', 100_000, 5, 13],
    ['USD', 10_000, 1, 12],
    ['GBP', 5_000, 1, 12],
    ['JPY', 1_000_000, 100, 10],
    // Those without a series of their own, with and without a smaller unit.
    ['SEK', 50_000, 1, 15],
    ['KRW', 5_000_000, 100, 15],
  ])('%s are from %d to %d hundredths', (currency, largest, smallest, count) => {
    const all = denominations(currency)
    expect([all[0], all.at(-1), all.length]).toEqual([largest, smallest, count])
    expect(all).toEqual(all.toSorted((a, b) => b - a))
  })

  it('are added up; what is no number of pieces counts as none', () => {
    const pieces = new Map([
      [50_000, '1'],
      [20, '3'],
      [1, '１２'],
      [100, 'x'],
    ])
    expect(piecesSum({ pieces }, 'EUR')).toBe(50_072)
  })
})
