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
})
