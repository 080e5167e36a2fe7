import { expect, it } from '@jest/globals'
import { presentEntryTimes } from './present-entry-times.ts'

const date = '2030-05-17'
const places = { capacity: null, sold: 0, available: null }
const entryTimesAt = (times: readonly string[]) => ({
  ...places,
  entryTimes: times.map((entryTime) => ({ entryTime, ...places })),
})
const generalEntry = { timeOpen: '10:00', timeClose: '18:00', price: 12, ...places }
const timed = { ...generalEntry, ...entryTimesAt(['10:00', '10:30', '11:00']) }
const event = (eventId: string, times: readonly string[]) => ({
  eventId,
  name: 'Tour',
  location: 'Hall',
  price: 5,
  ...entryTimesAt(times),
})
const [tour, talk] = [event('tour', ['10:15', '12:15']), event('talk', ['11:15', '12:15'])]

it.each([
  ['before the first one', '09:50', ['10:00', '10:30']],
  ['at one', '10:30', ['10:30', '11:00']],
  ['in the minute before one', '10:29', ['10:00', '10:30']],
  ['at the last one', '11:20', ['11:00']],
])('a gate %s has the entry times of general entry: %s', (_, timeOfDay, times) => {
  const offers = { date, generalEntry: timed, events: [tour] }
  expect(presentEntryTimes(offers, undefined, { date, timeOfDay })).toEqual(times)
})

it('after midnight, the last entry time of the day before is the present one', () => {
  const now = { date: '2030-05-18', timeOfDay: '01:00' }
  expect(presentEntryTimes({ date, generalEntry: timed, events: [] }, undefined, now)).toEqual(['11:00'])
})

it.each([
  ['of an event has those of the event', timed, 'tour', ['10:15', '12:15']],
  ['has those of all events where general entry has none', generalEntry, undefined, ['11:15', '12:15']],
  [
    'has those of all events where those of general entry have ended',
    { ...generalEntry, entryTimes: [] },
    undefined,
    ['11:15', '12:15'],
  ],
  ['has those of all events where the museum is closed', null, undefined, ['11:15', '12:15']],
  ['of an event without entry times has none', timed, 'another', []],
])('a gate %s', (_, general, eventId, times) => {
  const offers = { date, generalEntry: general, events: [tour, talk] }
  expect(presentEntryTimes(offers, eventId, { date, timeOfDay: '11:20' })).toEqual(times)
})
