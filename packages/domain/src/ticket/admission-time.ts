import { CalendarDate } from '../calendar-date.ts'
import { TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { EntryTimeSettings } from '../places/entry-times.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** When a code is scanned, in words of the museum's clock, and how early and late tickets admit then. No time here is an instant. */
export type ScanTime = Readonly<{ date: CalendarDate; timeOfDay: TimeOfDay }> &
  Pick<EntryTimeSettings, 'early' | 'late'>

type TimedTicket = Readonly<{ ticketDate: CalendarDate; entryTime?: TimeOfDay | undefined }>

/** When a ticket admits. The client has the same rules for gates without a network. */
export const AdmissionTime = {
  /** Whether a ticket admits on the date of a scan: on its own, and in the evening before if its entry time admits then. */
  isOnDate(ticket: TimedTicket, scan: ScanTime): boolean {
    return ticket.ticketDate > scan.date
      ? ticket.entryTime !== undefined && minutesAfterEntry(ticket, ticket.entryTime, scan) >= -scan.early
      : ticket.ticketDate === scan.date
  },

  /** Why a ticket does not admit at the time of a scan on one of its dates, if it has an entry time. */
  refusal(ticket: TimedTicket, scan: ScanTime): Refusal<'too-early' | 'too-late'> | undefined {
    const { entryTime } = ticket
    if (entryTime === undefined) return undefined
    const { early, late } = scan
    const minutes = minutesAfterEntry(ticket, entryTime, scan)
    if (minutes < -early)
      return refuse('too-early', `The ticket is for ${entryTime}, and admits from ${later(entryTime, -early)} on.`)
    if (late !== null && minutes > late)
      return refuse('too-late', `The ticket is for ${entryTime}, and admitted until ${later(entryTime, late)}.`)
    return undefined
  },
}

const minutesOfDay = 24 * 60

/** How many minutes a scan is after the entry time of its ticket; less than 0: before. */
const minutesAfterEntry = ({ ticketDate }: TimedTicket, entryTime: TimeOfDay, { date, timeOfDay }: ScanTime) =>
  minutesOfDay * (CalendarDate.toDays(date) - CalendarDate.toDays(ticketDate)) +
  TimeOfDay.toMinutes(timeOfDay) -
  TimeOfDay.toMinutes(entryTime)

/** The time so many minutes later on the clock, past midnight too. */
const later = (time: TimeOfDay, minutes: number) =>
  TimeOfDay.ofMinutes((TimeOfDay.toMinutes(time) + minutes + minutesOfDay) % minutesOfDay)
