import { expect, it } from '@jest/globals'
import { entryTimesOn, initialSettings } from './entry-time-periods.ts'

const date = '2031-05-17'
const day = { ticketDate: date }
const session = { ...day, eventId: '0194e2a0-0000-7000-8000-000000000001' }
const given = { times: ['08:30', '11:00', '20:00'], length: 60 }
const timesOn = (settings: Partial<typeof initialSettings>, of: Parameters<typeof entryTimesOn>[1] = day) =>
  [...entryTimesOn({ ...initialSettings, ...settings }, of)].map(([time, places]) => `${time} ${places}`)

it.each<[string, readonly string[], readonly string[]]>([
  ['none without a rule', timesOn({}), []],
  [
    'from opening until the last one before closing',
    timesOn({ rule: { every: 240, lastEntry: 60 }, capacity: 2 }),
    ['09:00 2', '13:00 2', '17:00 2'],
  ],
  [
    'none at closing itself',
    timesOn({ rule: { every: 180, lastEntry: 0 } }),
    ['09:00 null', '12:00 null', '15:00 null'],
  ],
  ['those that are in the hours', timesOn({ rule: given }), ['11:00 null']],
  ['all of an event', timesOn({ rule: given }, session), ['08:30 null', '11:00 null', '20:00 null']],
  [
    'by the hours of the date',
    timesOn({ rule: { every: 240, lastEntry: 60 }, hours: { [date]: { timeOpen: '10:00', timeClose: '16:00' } } }),
    ['10:00 null', '14:00 null'],
  ],
  ['none on a closed day', timesOn({ rule: given, hours: { [date]: null } }), []],
  [
    'with the capacity of the last exception that matches',
    timesOn({
      rule: { every: 240, lastEntry: 60 },
      capacity: 5,
      exceptions: [
        { date, capacity: 1 },
        { weekday: 'saturday', entryTime: '13:00', capacity: 0 },
        { weekday: 'sunday', capacity: 9 },
        { entryTime: '17:00', capacity: null },
      ],
    }),
    ['09:00 1', '13:00 0', '17:00 null'],
  ],
])('the entry times of a date are %s', (_, times, expected) => {
  expect(times).toEqual(expected)
})
