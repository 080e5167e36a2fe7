import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Instant, OpeningHours, OwnCancellation, TimeOfDay } from '../index.ts'

const at = (text: string) => Instant(Date.parse(text))
const hoursOf = (open: string) => OpeningHours({ timeOpen: TimeOfDay(open), timeClose: TimeOfDay('18:00') })

describe('a visitor may cancel a ticket', () => {
  // In Zurich, where the clocks change on 31 March and on 27 October 2030. `offset` is the offset from UTC at the beginning.
  it.each([
    ['for an entry time', 'general', '2030-05-17', '11:30', '10:00', '+02:00', 24, '2030-05-16T11:30+02:00'],
    ['from the opening on', 'general', '2030-05-17', undefined, '10:00', '+02:00', 24, '2030-05-16T10:00+02:00'],
    ['of a closed day', 'general', '2030-05-17', undefined, undefined, '+02:00', 24, '2030-05-16T00:00+02:00'],
    ['for a session of an event', 'event', '2030-05-17', '19:30', undefined, '+02:00', 24, '2030-05-16T19:30+02:00'],
    ['for an event', 'event', '2030-05-17', undefined, undefined, '+02:00', 24, '2030-05-16T00:00+02:00'],
    ['for an event on an open day', 'event', '2030-05-17', undefined, '10:00', '+02:00', 24, '2030-05-16T00:00+02:00'],
    ['until it begins', 'general', '2030-05-17', '11:30', '10:00', '+02:00', 0, '2030-05-17T11:30+02:00'],
    ['for two weeks', 'general', '2030-05-17', '11:30', '10:00', '+02:00', 336, '2030-05-03T11:30+02:00'],
    ['after the clocks go forward', 'general', '2030-03-31', '11:30', '10:00', '+02:00', 24, '2030-03-30T10:30+01:00'],
    ['after the clocks go back', 'general', '2030-10-27', '11:30', '10:00', '+01:00', 24, '2030-10-26T12:30+02:00'],
    ['of a day of change', 'event', '2030-03-31', undefined, undefined, '+01:00', 24, '2030-03-30T00:00+01:00'],
  ] as const)('%s: %s, %s %s, opens %s', (_, ticketType, date, time, opens, offset, hours, end) => {
    const ticket = { ticketType, ticketDate: CalendarDate(date), ...(time && { entryTime: TimeOfDay(time) }) }
    const clock = {
      startOfDay: (day: string) => at(`${day}T00:00${offset}`),
      momentOf: (day: string, moment: string) => at(`${day}T${moment}${offset}`),
    }
    expect(OwnCancellation.endOf(ticket, opens && hoursOf(opens), hours, clock)).toBe(at(end))
  })
})
