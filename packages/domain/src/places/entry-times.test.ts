import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { CalendarDate } from '../calendar-date.ts'
import { Capacity } from '../capacity.ts'
import { OpeningHours, TimeOfDay } from '../museum-hours/opening-hours.ts'
import { type EntryTimeRule, EntryTimes, type GivenEntryTimes } from './entry-times.ts'

const hours = (text: string) => {
  const [timeOpen, timeClose] = text.split('-').map(TimeOfDay) as [TimeOfDay, TimeOfDay]
  return OpeningHours({ timeOpen, timeClose })
}
const every = (minutes: number, lastEntry = minutes): EntryTimeRule => ({ every: minutes, lastEntry })
const at = (length: number, ...times: readonly string[]): GivenEntryTimes => ({ times: times.map(TimeOfDay), length })
/** As text: `10:00-10:30 10:30-11:00`. */
const textOf = (entryTimes: ReturnType<typeof EntryTimes.on>) =>
  entryTimes.map(({ entryTime, until }) => `${entryTime}-${until}`).join(' ')

describe('the entry times of a date', () => {
  it.each<[string, EntryTimeRule | null, string | undefined, string]>([
    ['none without a rule', null, '10:00-18:00', ''],
    ['none on a closed day', every(30), undefined, ''],
    [
      'the first at opening, the last so long before closing',
      every(60),
      '10:00-13:00',
      '10:00-11:00 11:00-12:00 12:00-13:00',
    ],
    ['until a last entry that is earlier', every(60, 120), '10:00-14:00', '10:00-11:00 11:00-12:00 12:00-13:00'],
    ['until a last entry between two of them', every(60, 90), '10:00-13:00', '10:00-11:00 11:00-12:00'],
    ['none at closing itself', every(60, 0), '10:00-12:00', '10:00-11:00 11:00-12:00'],
    [
      'the last one only until closing, in hours that do not divide',
      every(45, 0),
      '10:00-12:00',
      '10:00-10:45 10:45-11:30 11:30-12:00',
    ],
    ['in hours that do not divide, with a last entry', every(45), '10:00-12:00', '10:00-10:45 10:45-11:30'],
    ['one at opening in hours as long as the last entry', every(30, 120), '10:00-12:00', '10:00-10:30'],
    ['none in hours that are shorter than the last entry', every(30, 121), '10:00-12:00', ''],
    ['until the last minute of the day', every(240, 0), '16:00-23:59', '16:00-20:00 20:00-23:59'],
    ['from midnight on', every(240), '00:00-08:00', '00:00-04:00 04:00-08:00'],
    // Clocks are put forward from 02:00 to 03:00, and back: the words are the same.
    ['through the hour of a clock change', every(60), '01:00-04:00', '01:00-02:00 02:00-03:00 03:00-04:00'],
    ['given times, each until the next', at(30, '10:00', '11:30'), '10:00-18:00', '10:00-11:30 11:30-12:00'],
    [
      'given times without those outside the hours',
      at(60, '09:00', '10:00', '17:30', '18:00'),
      '10:00-18:00',
      '10:00-17:30 17:30-18:00',
    ],
    ['given times of which none is in the hours', at(60, '09:00'), '10:00-18:00', ''],
    ['given times on a closed day', at(60, '10:00'), undefined, ''],
  ])('are %s', (_, rule, of, expected) => {
    expect(textOf(EntryTimes.on(rule, of === undefined ? undefined : hours(of)))).toBe(expected)
  })

  it.each([
    ['each until the next, the last as long as it says', at(90, '10:00', '14:00'), '10:00-14:00 14:00-15:30'],
    ['at most until midnight', at(120, '20:00', '23:00'), '20:00-23:00 23:00-24:00'],
    ['none without a rule', null, ''],
  ])('of an event are %s', (_, rule, expected) => {
    expect(textOf(EntryTimes.ofEvent(rule))).toBe(expected)
  })

  it('are within the hours, ascending, and each lasts until the next', () => {
    const minutes = fc.integer({ min: 0, max: 1_439 })
    const openHours = fc
      .tuple(minutes, minutes)
      .filter(([open, close]) => open < close)
      .map(([open, close]) =>
        OpeningHours({ timeOpen: TimeOfDay.ofMinutes(open), timeClose: TimeOfDay.ofMinutes(close) }),
      )
    const rule = fc.oneof(
      fc.record({ every: fc.integer({ min: 5, max: 240 }), lastEntry: fc.integer({ min: 0, max: 480 }) }),
      fc.record({
        times: fc
          .uniqueArray(minutes, { minLength: 1, maxLength: 48 })
          .map((all) => all.toSorted((a, b) => a - b).map(TimeOfDay.ofMinutes)),
        length: fc.integer({ min: 5, max: 480 }),
      }),
    )
    fc.assert(
      fc.property(rule, openHours, (given, { timeOpen, timeClose }) => {
        const all = EntryTimes.on(given, OpeningHours({ timeOpen, timeClose }))
        if ('every' in given) {
          const minutesOpen = TimeOfDay.toMinutes(timeClose) - TimeOfDay.toMinutes(timeOpen)
          expect(all[0]?.entryTime).toBe(given.lastEntry <= minutesOpen ? timeOpen : undefined)
        }
        for (const [n, { entryTime, until }] of all.entries()) {
          expect(entryTime >= timeOpen && entryTime < until && until <= timeClose).toBe(true)
          if (n > 0) expect(all[n - 1]!.until).toBe(entryTime)
        }
      }),
    )
  })
})

describe('the places of an entry time', () => {
  const [friday, saturday] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
  const [ten, eleven] = [TimeOfDay('10:00'), TimeOfDay('11:00')]
  const capacity = (places: number) => Capacity(places)
  const settings = {
    capacity: capacity(40),
    exceptions: [
      { weekday: 'saturday' as const, capacity: capacity(30) },
      { weekday: 'saturday' as const, entryTime: ten, capacity: capacity(20) },
      { date: saturday, entryTime: eleven, capacity: null },
      { entryTime: TimeOfDay('12:00'), capacity: capacity(0) },
    ],
  }

  it.each([
    ['that of every entry time', friday, ten, 40],
    ['that of a weekday', CalendarDate('2030-05-25'), eleven, 30],
    ['that of an entry time of a weekday', saturday, ten, 20],
    ['that of an entry time of a date, which may be unlimited', saturday, eleven, null],
    ['that of an entry time of every day', friday, TimeOfDay('12:00'), 0],
    ['that of the last exception that matches', saturday, TimeOfDay('12:00'), 0],
  ])('are %s', (_, date, entryTime, places) => {
    expect(EntryTimes.capacitiesOn(settings, date)(entryTime)).toBe(places)
  })
})

describe('the availability of a date with entry times', () => {
  const friday = CalendarDate('2030-05-17')
  const clock = { today: CalendarDate('2030-05-01'), timeOfDay: TimeOfDay('11:00') }
  const offered = (capacity: number | null) =>
    EntryTimes.offeredOn(
      { ...EntryTimes.none, rule: every(60), capacity: capacity === null ? null : Capacity(capacity) },
      friday,
      hours('10:00-13:00'),
    )
  const taken = new Map([
    [undefined, { sold: 7 }],
    [TimeOfDay('10:00'), { sold: 12 }],
    [TimeOfDay('11:00'), { sold: 3 }],
    [TimeOfDay('11:30'), { sold: 1 }],
  ])
  const availability = (of: ReturnType<typeof offered>, now = clock) =>
    EntryTimes.availabilityOn(friday, { capacity: Capacity(100), taken, offered: of }, now)
  const ten = { entryTime: '10:00', capacity: 10, sold: 12, available: 0 }
  const eleven = { entryTime: '11:00', capacity: 10, sold: 3, available: 7 }
  const twelve = { entryTime: '12:00', capacity: 10, sold: 0, available: 10 }

  it('has the places of each, their sums, and the number of all tickets', () => {
    expect(availability(offered(10))).toEqual({
      date: friday,
      capacity: 30,
      sold: 23,
      available: 17,
      entryTimes: [ten, eleven, twelve],
    })
  })

  it('leaves out those of today that have ended', () => {
    const today = { today: friday, timeOfDay: TimeOfDay('11:00') }
    expect(availability(offered(10), today)).toMatchObject({ capacity: 20, sold: 23, entryTimes: [eleven, twelve] })
    expect(availability(offered(10), { ...today, timeOfDay: TimeOfDay('13:00') })).toEqual({
      date: friday,
      capacity: 0,
      sold: 23,
      available: 0,
      entryTimes: [],
    })
  })

  it('is not limited where one entry time is not', () => {
    expect(availability(offered(null))).toMatchObject({ capacity: null, available: null, sold: 23 })
  })

  it('is that of the day without a rule, and on a date on which no time falls', () => {
    const ofDay = { date: friday, capacity: 100, sold: 23, available: 93 }
    expect(availability(undefined)).toEqual(ofDay)
    expect(availability([])).toEqual(ofDay)
    expect(EntryTimes.offeredOn(EntryTimes.none, friday, hours('10:00-13:00'))).toBeUndefined()
  })

  it('names the next three entry times that have places', () => {
    const { entryTimes } = availability(offered(10))
    const next = (after: string, tickets: number) =>
      EntryTimes.nextWithPlaces(entryTimes!, TimeOfDay(after), tickets).map(({ entryTime }) => entryTime)
    expect([next('10:00', 1), next('10:00', 8), next('12:00', 1)]).toEqual([['11:00', '12:00'], ['12:00'], []])
    expect(EntryTimes.nextWithPlaces([eleven, twelve, twelve, twelve] as never, TimeOfDay('10:00'), 1)).toHaveLength(3)
  })
})

describe('the settings', () => {
  const fault = (member: string) => expect.objectContaining({ member })

  it.each([
    [{}],
    [{ rule: every(30), early: 0, late: 5 }],
    [{ early: 240, late: 1_440 }],
    [{ rule: every(4), early: -1, late: 4 }, 'rule/every', 'early', 'late'],
    [{ rule: at(60), early: 241, late: 1_441 }, 'rule/times', 'early', 'late'],
    [{ exceptions: Array.from({ length: 1_000 }, () => ({ capacity: null })) }],
    [{ exceptions: Array.from({ length: 1_001 }, () => ({ capacity: null })) }, 'exceptions'],
  ] as [object, ...string[]][])('%# have their faults', (but, ...members) => {
    expect(EntryTimes.faultsOf({ ...EntryTimes.none, ...but })).toEqual(members.map(fault))
  })
})

describe('a rule', () => {
  const fault = (member: string, code: string) => expect.objectContaining({ member, code })

  it.each<[EntryTimeRule, ...object[]]>([
    [every(5, 0)],
    [every(240, 480)],
    [at(5, '00:00')],
    [at(480, ...Array.from({ length: 48 }, (_, n) => TimeOfDay.ofMinutes(n)))],
    [every(4, 0), fault('every', 'minutes-out-of-range')],
    [every(241, 481), fault('every', 'minutes-out-of-range'), fault('lastEntry', 'minutes-out-of-range')],
    [every(7.5, -1), fault('every', 'minutes-out-of-range'), fault('lastEntry', 'minutes-out-of-range')],
    [at(4, '10:00'), fault('length', 'minutes-out-of-range')],
    [at(481, '10:00'), fault('length', 'minutes-out-of-range')],
    [at(60), fault('times', 'no-times')],
    [at(60, ...Array.from({ length: 49 }, (_, n) => TimeOfDay.ofMinutes(n))), fault('times', 'too-many-times')],
    [
      at(60, '10:00', '12:00', '12:00', '11:00'),
      fault('times/2', 'times-not-ascending'),
      fault('times/3', 'times-not-ascending'),
    ],
  ])('%j has these faults', (rule, ...faults) => {
    expect(EntryTimes.faultsOfRule(rule)).toEqual(faults)
  })

  it('says what to change', () => {
    const detailOf = (rule: EntryTimeRule) => EntryTimes.faultsOfRule(rule).map(({ detail }) => detail)
    expect(detailOf(every(4, 0))).toEqual(['must be a whole number of minutes from 5 to 240'])
    expect(detailOf(at(60))).toEqual(['must have at least one time'])
    expect(detailOf(at(60, ...Array.from({ length: 49 }, (_, n) => TimeOfDay.ofMinutes(n))))).toEqual([
      'must have at most 48 times',
    ])
    expect(detailOf(at(60, '10:00', '09:00'))).toEqual(['must be later than the time before it, 10:00'])
  })

  it('of an event has at most 12 times', () => {
    const times = Array.from({ length: 13 }, (_, n) => TimeOfDay.ofMinutes(n))
    expect(EntryTimes.faultsOfRule(at(60, ...times.slice(1)), 'event')).toEqual([])
    expect(EntryTimes.faultsOfRule(at(60, ...times), 'event')).toEqual([fault('times', 'too-many-times')])
  })
})

describe('the minutes of a time of day', () => {
  it.each([
    ['00:00', 0],
    ['09:05', 545],
    ['23:59', 1_439],
  ])('%s are %d since midnight', (text, minutes) => {
    expect(TimeOfDay.toMinutes(TimeOfDay(text))).toBe(minutes)
    expect(TimeOfDay.ofMinutes(minutes)).toBe(text)
  })
})

it('the places of an order are those of its entry time, or of its date', () => {
  const places = { capacity: Capacity(5), sold: 3 }
  const [entryTime, other] = [TimeOfDay('11:30'), TimeOfDay('12:00')]
  const entryTimes = [{ entryTime, until: '12:00', capacity: null }]
  expect(EntryTimes.placesOf({ entryTime }, { places, entryTimes })).toEqual({ capacity: null, sold: 3 })
  expect(EntryTimes.placesOf({}, { places, entryTimes: undefined })).toBe(places)
  expect(EntryTimes.placesOf({ entryTime: other }, { places, entryTimes })).toBe(places)
  expect(EntryTimes.placesOf({ entryTime }, { entryTimes })).toBeUndefined()
})
