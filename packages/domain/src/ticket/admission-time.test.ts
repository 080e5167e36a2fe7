import { describe, expect, it } from '@jest/globals'
import { admissionTimes } from '../../../../tools/admission-times.ts'
import { AdmissionTime, CalendarDate, TimeOfDay } from '../index.ts'

describe('a ticket', () => {
  it.each(admissionTimes)(
    'of $ticket, scanned on $scan: $reason (early $early, late $late, the day ends at $dayEnds)',
    ({ ticketDate, entryTime, date, timeOfDay, dayEnds, early, late, reason }) => {
      const ticket = { ticketDate: CalendarDate(ticketDate), ...(entryTime && { entryTime: TimeOfDay(entryTime) }) }
      const clock = { date: CalendarDate(date), timeOfDay: TimeOfDay(timeOfDay), dayEnds: TimeOfDay(dayEnds) }
      const scan = { ...clock, early, late }
      const refused = AdmissionTime.isOnDate(ticket, scan) ? AdmissionTime.refusal(ticket, scan)?.refusal : 'wrong-date'
      expect(refused ?? null).toBe(reason)
    },
  )
})

describe('the day of a gate', () => {
  const day = (timeOfDay: string, dayEnds: string) =>
    AdmissionTime.dayOf({
      date: CalendarDate('2030-01-01'),
      timeOfDay: TimeOfDay(timeOfDay),
      dayEnds: TimeOfDay(dayEnds),
    })

  it('is the day before until it ends', () => {
    expect([day('00:00', '03:00'), day('02:59', '03:00')]).toEqual(['2029-12-31', '2029-12-31'])
    expect([day('03:00', '03:00'), day('23:59', '03:00'), day('00:00', '00:00')]).toEqual(
      Array.from({ length: 3 }, () => '2030-01-01'),
    )
  })
})
