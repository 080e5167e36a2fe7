import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { everyDay, hours } from '@museum/testing/examples'
import { CalendarDate, HoursOfDay, OpeningHours, Schedule, TimeOfDay, weekdays } from '../index.ts'

const date = CalendarDate
const [monday, tuesday, christmas] = [date('2030-05-13'), date('2030-05-14'), date('2030-12-25')]

describe('a time of day', () => {
  it.each(['00:00', '09:30', '19:59', '23:59'])('accepts %s', (text) => {
    expect(TimeOfDay(text)).toBe(text)
  })
  it.each(['24:00', '9:00', '09:60', '09.00', '09:00:00', '', ' 09:00', '29:00'])('rejects %j', (text) => {
    expect(TimeOfDay.faultOf(text)?.code).toBe('not-a-time-of-day')
  })
})

describe('opening hours', () => {
  it('open before they close', () => {
    expect(hours('09:00', '09:01')).toEqual({ timeOpen: '09:00', timeClose: '09:01' })
  })
  it.each([
    ['18:00', '09:00'],
    ['09:00', '09:00'],
  ])('are rejected from %s to %s', (timeOpen, timeClose) => {
    const window = { timeOpen: TimeOfDay(timeOpen), timeClose: TimeOfDay(timeClose) }
    expect(OpeningHours.faultOf(window)).toEqual({
      code: 'closes-before-it-opens',
      detail: `must open before it closes, not ${timeOpen} to ${timeClose}`,
    })
  })
})

describe('the schedule', () => {
  it('has the hours of the weekday for a date', () => {
    const schedule = { ...everyDay, weekly: { monday: hours('10:00', '16:00') } }
    expect(Schedule.hoursOn(schedule, monday)).toEqual(hours('10:00', '16:00'))
    expect(Schedule.hoursOn(schedule, tuesday)).toBeUndefined()
  })

  it('has the hours of an exception instead of the weekly rule', () => {
    const exceptions = new Map<CalendarDate, OpeningHours | 'closed'>([
      [christmas, 'closed'],
      [tuesday, hours('12:00', '14:00')],
    ])
    expect(Schedule.hoursOn({ ...everyDay, exceptions }, christmas)).toBeUndefined()
    expect(Schedule.hoursOn({ ...everyDay, exceptions }, tuesday)).toEqual(hours('12:00', '14:00'))
    expect(Schedule.hoursOn({ weekly: {}, exceptions }, tuesday)).toEqual(hours('12:00', '14:00'))
    expect(Schedule.hoursOn({ ...everyDay, exceptions }, monday)).toEqual(hours('09:00', '18:00'))
  })

  it('lists the open days of a period, with its first and last date, and no closed day', () => {
    const schedule = { ...everyDay, exceptions: new Map([[tuesday, 'closed' as const]]) }
    expect([...Schedule.openDays(schedule, monday, date('2030-05-15'))]).toEqual([
      { date: '2030-05-13', timeOpen: '09:00', timeClose: '18:00' },
      { date: '2030-05-15', timeOpen: '09:00', timeClose: '18:00' },
    ])
  })

  const lastDay = CalendarDate.toDays(CalendarDate.last)
  const supported = (day: number) => Math.min(Math.max(0, day), lastDay)
  const dates = (min: number, max: number) =>
    fc.integer({ min: supported(min), max: supported(max) }).map((day) => CalendarDate.ofDays(day)!)
  /** A schedule and a period, with exceptions inside and outside the period. Some periods begin after their end. */
  const schedulesAndPeriods = fc
    .tuple(
      fc.oneof(fc.integer({ min: 0, max: lastDay }), fc.constantFrom(0, lastDay)),
      fc.integer({ min: -9, max: 500 }),
    )
    .chain(([day, length]) =>
      fc.record({
        first: dates(day, day),
        final: dates(day + length, day + length),
        weekly: fc
          .subarray([...weekdays])
          .map((open) => Object.fromEntries(open.map((weekday) => [weekday, hours('09:00', '18:00')]))),
        exceptions: fc
          .array(fc.tuple(dates(day - 20, day + 520), fc.constantFrom('closed' as const, hours('12:00', '14:00'))), {
            maxLength: 60,
          })
          .map((entries) => new Map<CalendarDate, OpeningHours | 'closed'>(entries)),
      }),
    )

  it('counts the open days of any period, and lists them from any position on', () => {
    fc.assert(
      fc.property(schedulesAndPeriods, fc.nat({ max: 520 }), ({ first, final, ...schedule }, skipped) => {
        const openDays = [...CalendarDate.between(first, final)].flatMap((day) => {
          const found = Schedule.hoursOn(schedule, day)
          return found === undefined ? [] : [{ date: day, ...found }]
        })
        expect(Schedule.countOpenDays(schedule, first, final)).toBe(openDays.length)
        expect([...Schedule.openDays(schedule, first, final, skipped)]).toEqual(openDays.slice(skipped))
      }),
      { numRuns: 300 },
    )
  })

  it('changes for one weekday or one date only', () => {
    const noon = hours('12:00', '14:00')
    const { monday: _, ...otherDays } = everyDay.weekly
    expect(Schedule.change(everyDay, { weekday: 'monday', hours: 'closed' })).toEqual({
      ...everyDay,
      weekly: otherDays,
    })
    expect(Schedule.change(everyDay, { weekday: 'monday', hours: noon })).toEqual({
      ...everyDay,
      weekly: { ...otherDays, monday: noon },
    })
    const closed = Schedule.change(everyDay, { date: christmas, hours: 'closed' })
    expect(closed).toEqual({ ...everyDay, exceptions: new Map([[christmas, 'closed']]) })
    const both = Schedule.change(closed, { date: tuesday, hours: noon })
    expect(both.exceptions).toEqual(
      new Map<CalendarDate, unknown>([
        [christmas, 'closed'],
        [tuesday, noon],
      ]),
    )
    expect(Schedule.change(both, { date: tuesday, hours: 'as-the-week' })).toEqual(closed)
    expect(everyDay.exceptions.size).toBe(0)
  })
})

describe('the hours of a day', () => {
  it('are equal when their texts are', () => {
    expect(HoursOfDay.toText(hours('09:00', '18:00'))).toBe('09:00-18:00')
    expect(HoursOfDay.equal(hours('09:00', '18:00'), hours('09:00', '18:00'))).toBe(true)
    expect(HoursOfDay.equal(hours('09:00', '18:00'), hours('09:00', '18:01'))).toBe(false)
    expect(HoursOfDay.equal('closed', 'as-the-week')).toBe(false)
    expect(HoursOfDay.equal('closed', 'closed')).toBe(true)
  })
})
