import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CalendarDate } from './index.ts'

const days = fc.integer({ min: 0, max: 2_932_896 })
const dateText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

describe('a calendar date', () => {
  it.each(['1970-01-01', '2000-02-29', '2024-02-29', '2030-12-31', '9999-12-31'])('accepts %s', (text) => {
    expect(CalendarDate(text)).toBe(text)
  })

  it.each([
    '2030-02-29',
    '1900-02-29',
    '2030-04-31',
    '2030-13-01',
    '2030-00-10',
    '2030-01-00',
    '1969-12-31',
    '0000-01-01',
    '',
    '2030',
    '2030-1-1',
    '20300101',
    '10000-01-01',
    '+2030-01-01',
    '2030-01-01T00:00',
    ' 2030-01-01',
    '2030-01-01\n',
    '٢٠٣٠-٠١-٠١',
  ])('rejects %j', (text) => {
    expect(CalendarDate.faultOf(text)?.code).toBe('not-a-calendar-date')
    expect(() => CalendarDate(text)).toThrow(TypeError)
  })

  it('can be any day from 1970 to 9999, and has the right weekday', () => {
    const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    fc.assert(
      fc.property(days, (day) => {
        expect(CalendarDate.weekday(CalendarDate(dateText(day)))).toBe(names[new Date(day * 86_400_000).getUTCDay()])
      }),
    )
  })

  it('converts to the number of days since 1970-01-01, and back', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(CalendarDate.toDays(CalendarDate(dateText(day)))).toBe(day)
        expect(CalendarDate.ofDays(day)).toBe(dateText(day))
      }),
    )
    expect(CalendarDate.ofDays(0)).toBe('1970-01-01')
    expect(CalendarDate.ofDays(2_932_896)).toBe(CalendarDate.last)
    for (const number of [-1, 2_932_897, 0.5, Number.NaN]) expect(CalendarDate.ofDays(number)).toBeUndefined()
  })

  it('plus a number of days is that many days later, but never after the last supported date', () => {
    expect(CalendarDate.plusDays(CalendarDate('2024-02-28'), 1)).toBe('2024-02-29')
    expect(CalendarDate.plusDays(CalendarDate('2030-05-01'), 365)).toBe('2031-05-01')
    expect(CalendarDate.plusDays(CalendarDate('9999-12-30'), 1)).toBe('9999-12-31')
    expect(CalendarDate.plusDays(CalendarDate('9999-12-30'), 2)).toBe('9999-12-31')
    expect(CalendarDate.plusDays(CalendarDate('9999-12-31'), 365)).toBe(CalendarDate.last)
  })

  it('between lists all dates from the first to the last, both included', () => {
    const between = (first: string, final: string) => [
      ...CalendarDate.between(CalendarDate(first), CalendarDate(final)),
    ]
    expect(between('2030-02-27', '2030-03-01')).toEqual(['2030-02-27', '2030-02-28', '2030-03-01'])
    expect(between('2030-02-27', '2030-02-27')).toEqual(['2030-02-27'])
    expect(between('2030-02-27', '2030-02-26')).toEqual([])
  })
})
