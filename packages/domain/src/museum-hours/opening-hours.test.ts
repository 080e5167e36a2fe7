import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { everyDay, hours, scheduleAfter } from '@museum/testing/examples'
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
      values: { timeOpen, timeClose },
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
})

describe('the changes between two schedules', () => {
  const schedules = fc.record({
    weekly: fc.dictionary(
      fc.constantFrom(...weekdays),
      fc.constantFrom(hours('09:00', '18:00'), hours('10:00', '12:00')),
    ),
    exceptions: fc
      .array(
        fc.tuple(
          fc.constantFrom(monday, tuesday, christmas),
          fc.constantFrom('closed' as const, hours('09:00', '18:00'), hours('12:00', '14:00')),
        ),
      )
      .map((entries) => new Map<CalendarDate, OpeningHours | 'closed'>(entries)),
  })
  const sorted = ({ weekly, exceptions }: Schedule) => [
    weekdays.map((day) => weekly[day]),
    [...exceptions].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]

  it('turn the one into the other, each with the hours before, and are none between equal ones', () => {
    fc.assert(
      fc.property(schedules, schedules, (before, after) => {
        const changes = Schedule.changesBetween(before, after)
        for (const change of changes)
          expect(HoursOfDay.equal(Schedule.hoursBefore(before, change), change.hours)).toBe(false)
        expect(sorted(changes.reduce(scheduleAfter, before))).toEqual(sorted(after))
        expect(Schedule.changesBetween(after, after)).toEqual([])
      }),
    )
  })

  it('are those of the weekdays, and then those of the dates, in order', () => {
    const after = { weekly: {}, exceptions: new Map([christmas, monday].map((day) => [day, 'closed' as const])) }
    const changes = Schedule.changesBetween({ ...everyDay, exceptions: new Map([[tuesday, 'closed']]) }, after)
    expect(changes.map((change) => ('date' in change ? change.date : change.weekday))).toEqual([
      ...weekdays,
      monday,
      tuesday,
      christmas,
    ])
  })
})

describe('a list of exceptions', () => {
  it('has each date once', () => {
    expect(Schedule.faultsOfExceptions([monday, tuesday])).toEqual([])
    expect(Schedule.faultsOfExceptions([monday, tuesday, monday, monday])).toEqual(
      [2, 3].map((n) => ({
        member: `${n}/date`,
        code: 'duplicate-date',
        detail: 'must be unique: 2030-05-13 is in the list before',
        values: { date: '2030-05-13' },
      })),
    )
  })

  it('has at most a thousand entries', () => {
    const days = [...CalendarDate.between(monday, CalendarDate.plusDays(monday, 1_000))]
    expect(Schedule.faultsOfExceptions(days.slice(1))).toEqual([])
    expect(Schedule.faultsOfExceptions(days)).toMatchObject([{ member: '', code: 'too-many-exceptions' }])
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
