import { describe, expect, it } from '@jest/globals'
import { type StoredDrawers, checkClosings, drawerName } from './check-closings.ts'

const till = drawerName('Till 1', 'admin')
const none = { sold: 0, refunded: 0, corrected: 0 }
const right: StoredDrawers = {
  sold: [
    { drawer: till, method: 'cash', amount: 750 },
    { drawer: till, method: 'card', amount: 250 },
    { drawer: till, method: null, amount: 99 },
  ],
  refunded: [{ drawer: till, method: 'cash', amount: 100 }],
  closings: [
    {
      drawer: till,
      number: 2,
      from: 5,
      to: 9,
      methods: [
        { ...none, method: 'cash', refunded: 100, corrected: -250 },
        { ...none, method: 'card', corrected: 250 },
      ],
    },
    { drawer: till, number: 1, from: 0, to: 5, methods: [{ ...none, method: 'cash', sold: 1_000 }] },
  ],
}
const faultsOf = (but: Partial<StoredDrawers>) =>
  checkClosings({ ...right, ...but }).violations.map(({ fault }) => fault)
const [second, first] = right.closings

describe('checkClosings', () => {
  it('finds nothing where each sale, refund and correction is in one closing', () => {
    expect(checkClosings(right)).toEqual({ figures: { closings: 2, sums: 4, corrected: 2 }, violations: [] })
  })

  it.each<[string, Partial<StoredDrawers>, string]>([
    [
      'a sale that is in no closing',
      { sold: [...right.sold, { drawer: till, method: 'cash', amount: 1 }] },
      'the closings differ',
    ],
    [
      'a sale of another drawer',
      { sold: [...right.sold, { drawer: drawerName(null, 'admin'), method: 'cash', amount: 1 }] },
      'the closings differ',
    ],
    ['a refund that is in no closing', { refunded: [] }, 'the closings differ'],
    ['a correction that is counted twice', { sold: right.sold.slice(1) }, 'the closings differ'],
    ['a missing number', { closings: [second!, { ...first!, number: 0 }] }, 'a number of closings'],
    ['a number that is there twice', { closings: [{ ...second!, number: 1 }, first!] }, 'a number of closings'],
    [
      'a correction that is shown as sold',
      { closings: [{ ...second!, methods: [{ ...none, method: 'cash', sold: -250 }] }, first!] },
      'a correction is shown as sold',
    ],
    ['a gap between two closings', { closings: [{ ...second!, from: 6 }, first!] }, 'a closing does not begin'],
  ])('finds %s', (_, but, fault) => {
    expect(faultsOf(but)[0]).toContain(fault)
  })
})
