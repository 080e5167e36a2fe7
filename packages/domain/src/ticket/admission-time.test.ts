import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { AdmissionTime, CalendarDate, TimeOfDay } from '../index.ts'

/** Test vectors, which the gate of the client has too: a date and an entry time, and the date and time of a scan. */
const vectors = JSON.parse(
  readFileSync(new URL('../../../../tools/admission-times.json', import.meta.url), 'utf8'),
) as {
  ticket: string
  early: number
  late: number | null
  scan: string
  reason: string | null
}[]

describe('a ticket', () => {
  it.each(vectors)('of $ticket, up to $early minutes early and $late late, scanned at $scan: $reason', (vector) => {
    const [ticketDate, entryTime] = vector.ticket.split(' ') as [string, string?]
    const [date, timeOfDay] = vector.scan.split(' ') as [string, string]
    const ticket = {
      ticketDate: CalendarDate(ticketDate),
      entryTime: entryTime === undefined ? undefined : TimeOfDay(entryTime),
    }
    const { early, late } = vector
    const scan = { date: CalendarDate(date), timeOfDay: TimeOfDay(timeOfDay), early, late }
    const refused = AdmissionTime.isOnDate(ticket, scan) ? AdmissionTime.refusal(ticket, scan)?.refusal : 'wrong-date'
    expect(refused ?? null).toBe(vector.reason)
  })
})
