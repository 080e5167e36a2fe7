import { CalendarDate } from '../calendar-date.ts'
import { TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { EntryTimeSettings } from '../places/entry-times.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** When a code is scanned, in words of the museum's clock. No time here is an instant. */
export type GateTime = Readonly<{
  date: CalendarDate
  timeOfDay: TimeOfDay
  /** Until when the day of a gate is the day before. */
  dayEnds: TimeOfDay
}>
/** When a code is scanned, and how early and late tickets admit then. */
export type ScanTime = GateTime & Pick<EntryTimeSettings, 'early' | 'late'>

type TimedTicket = Readonly<{ ticketDate: CalendarDate; entryTime?: TimeOfDay | undefined }>

/** When a ticket admits. The client has the same rules for gates without a network. */
export const AdmissionTime = {
  /** The day of a gate. From midnight until it ends, the gate admits tickets of the new date too. */
  dayOf: ({ date, timeOfDay, dayEnds }: GateTime): CalendarDate =>
    timeOfDay < dayEnds ? CalendarDate.plusDays(date, -1) : date,

  /**
   * Whether a ticket admits on the date of a scan: on its own, until the day of the gate ends, and in the evening before if its
   * entry time admits then.
   */
  isOnDate(ticket: TimedTicket, scan: ScanTime): boolean {
    const { ticketDate, entryTime } = ticket
    return ticketDate > scan.date
      ? entryTime !== undefined && minutesAfterEntry(ticket, entryTime, scan) >= -scan.early
      : ticketDate === scan.date || ticketDate === AdmissionTime.dayOf(scan)
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
