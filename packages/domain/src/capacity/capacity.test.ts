import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { Availability, CalendarDate, Capacity } from '../index.ts'

describe('a capacity', () => {
  it.each([0, 1, 120, 1_000_000])('may be %s', (places) => {
    expect(Capacity(places)).toBe(places)
  })
  it.each([-1, 0.5, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY])('may not be %s', (places) => {
    expect(Capacity.faultOf(places)).toEqual({
      code: 'capacity-out-of-range',
      detail: 'must be an integer from 0 to 1000000',
    })
  })
})

describe('the availability of a date', () => {
  const date = CalendarDate('2030-05-17')

  it('has as many places left as are not sold, and never less than none', () => {
    const places = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(places, places, (capacity, sold) => {
        const available = sold > capacity ? 0 : capacity - sold
        expect(Availability.of(date, Capacity(capacity), sold)).toEqual({ date, capacity, sold, available })
      }),
    )
  })

  it('has no number of places left when it is not limited', () => {
    expect(Availability.of(date, null, 7)).toEqual({ date, capacity: null, sold: 7, available: null })
    expect(Availability.of(date, null, null)).toEqual({ date, capacity: null, sold: null, available: null })
  })
})
