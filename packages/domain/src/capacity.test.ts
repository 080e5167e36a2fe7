import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Availability, CalendarDate, Capacity } from './index.ts'

describe('a capacity', () => {
  it.each([0, 1, 120, 1_000_000])('may be %s', (places) => {
    expect(Capacity(places)).toBe(places)
  })
  it.each([-1, 0.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY])('may not be %s', (places) => {
    expect(Capacity.faultOf(places)).toEqual({
      code: 'capacity-out-of-range',
      detail: 'must be an integer from 0 to 1000000',
      values: { min: 0, max: 1_000_000 },
    })
  })
})

describe('the availability of a date', () => {
  const date = CalendarDate('2030-05-17')

  it('has the places left that are not sold, and never a negative number of them', () => {
    const places = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(places, places, (capacity, sold) => {
        const available = sold > capacity ? 0 : capacity - sold
        expect(Availability.of(date, { capacity: Capacity(capacity), sold })).toEqual({
          date,
          capacity,
          sold,
          available,
        })
        expect(Availability.isSoldOut({ capacity: Capacity(capacity), sold })).toBe(sold >= capacity)
      }),
    )
  })

  it.each([
    [null, null, 'enough'],
    [100, 0, 'none'],
    [0, 0, 'none'],
    [100, 5, 'few'],
    [100, 9, 'few'],
    [100, 10, 'enough'],
    [20, 6, 'enough'],
    [3, 3, 'few'],
    [1_000, 99, 'few'],
  ] as const)('tells visitors of a capacity of %s with %s places left: %s', (capacity, available, level) => {
    expect(Availability.levelOf({ capacity: capacity === null ? null : Capacity(capacity), available })).toBe(level)
  })

  it('has places for as many tickets as are left, and for no more', () => {
    const places = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(places, places, fc.integer({ min: 1, max: 50 }), (limit, sold, tickets) => {
        const capacity = Capacity(limit)
        const left = Availability.placesLeft({ capacity, sold })!
        expect(Availability.hasPlacesFor({ capacity, sold }, tickets)).toBe(sold + tickets <= limit)
        expect(Availability.hasPlacesFor({ capacity, sold }, left)).toBe(true)
        expect(Availability.hasPlacesFor({ capacity, sold }, left + 1)).toBe(false)
        expect(Availability.hasPlacesFor({ capacity: null, sold }, tickets)).toBe(true)
      }),
    )
  })

  it('has null places left when it is not limited', () => {
    const unlimited = { capacity: null, sold: 7 }
    expect(Availability.of(date, unlimited)).toEqual({ date, ...unlimited, available: null })
    expect(Availability.isSoldOut(unlimited)).toBe(false)
  })

  it('has held places, which are not left', () => {
    const places = { capacity: Capacity(10), sold: 3, held: 5 }
    expect(Availability.of(date, places)).toEqual({ date, ...places, available: 2 })
    expect([2, 3].map((tickets) => Availability.hasPlacesFor(places, tickets))).toEqual([true, false])
    expect(Availability.isSoldOut({ ...places, held: 7 })).toBe(true)
    expect(Availability.placesLeft({ ...places, held: 8 })).toBe(0)
    for (const held of [0, undefined]) expect(Availability.of(date, { ...places, held })).not.toHaveProperty('held')
  })

  it('has the sums of what is taken, with held places where there are some', () => {
    expect(Availability.takenOf([])).toEqual({ sold: 0 })
    expect(Availability.takenOf([{ sold: 2 }, { sold: 3, held: 0 }])).toEqual({ sold: 5 })
    expect(Availability.takenOf([{ sold: 2, held: 1 }, { sold: 3 }, { sold: 0, held: 4 }])).toEqual({
      sold: 5,
      held: 5,
    })
  })
})
