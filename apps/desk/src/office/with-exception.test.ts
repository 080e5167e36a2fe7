import { describe, expect, it } from '@jest/globals'
import * as domain from '@museum/domain'
import fc from 'fast-check'
import { type Exception, withException, withPlacesOn } from './with-exception.ts'

const [date, entryTime] = ['2030-05-18', '11:30']
const capacityAt = (exceptions: readonly Exception[], on = date, at = entryTime) =>
  domain.EntryTimes.capacitiesOn(
    { capacity: domain.Capacity(40), exceptions: exceptions as readonly domain.EntryTimeException[] },
    domain.CalendarDate(on),
  )(domain.TimeOfDay(at))
const anException = fc.record(
  {
    date: fc.constantFrom(date, '2030-05-19'),
    weekday: fc.constantFrom('saturday', 'sunday'),
    entryTime: fc.constantFrom('11:30', '12:00'),
    capacity: fc.option(fc.nat({ max: 9 })),
  },
  { requiredKeys: ['capacity'] },
) as fc.Arbitrary<Exception>

describe('an exception of the entry times that is added', () => {
  it('counts for its date and time, whatever others there are', () => {
    fc.assert(
      fc.property(fc.array(anException), (exceptions) => {
        expect(capacityAt(withException(exceptions, { date, entryTime, capacity: 77 }))).toBe(77)
      }),
    )
  })

  it('takes the place of one for the same time, and stands before more special ones', () => {
    const special = { date, entryTime, capacity: 0 }
    const saturdays = { weekday: 'saturday', capacity: 60 } as const
    expect(withException([special], saturdays)).toEqual([saturdays, special])
    expect(withException([saturdays, special], { ...saturdays, capacity: 50 })).toEqual([
      { ...saturdays, capacity: 50 },
      special,
    ])
    expect(withException([saturdays], { capacity: 30 })).toEqual([{ capacity: 30 }, saturdays])
    expect(withException([saturdays], { ...saturdays, entryTime, capacity: 5 })).toEqual([
      saturdays,
      { ...saturdays, entryTime, capacity: 5 },
    ])
  })
})

describe('the places of a date', () => {
  const others: readonly Exception[] = [{ date: '2030-05-19', capacity: 1 }]

  it('are an exception for each entry time that was changed', () => {
    const places = new Map([
      ['11:00', 40],
      ['11:30', 10],
      ['12:00', null],
    ])
    const exceptions = withPlacesOn(others, date, places, new Set(['11:30', '12:00']))
    expect(exceptions).toHaveLength(3)
    expect(['11:00', '11:30', '12:00'].map((at) => capacityAt(exceptions, date, at))).toEqual([40, 10, null])
    expect(capacityAt(exceptions, '2030-05-19')).toBe(1)
    expect(withPlacesOn(others, date, new Map([['11:30', 40]]), new Set())).toEqual(others)
  })

  it('are one exception when all entry times have the same', () => {
    const before = [...others, { date, entryTime, capacity: 5 }]
    const places = new Map([
      ['11:00', 0],
      ['11:30', 0],
    ])
    expect(withPlacesOn(before, date, places, new Set(['11:30']))).toEqual([...others, { date, capacity: 0 }])
  })
})
