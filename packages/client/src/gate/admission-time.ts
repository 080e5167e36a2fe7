import { type MuseumTime, gateDayOf, minutesOf, textOf } from './museum-time.ts'
import { membersOf } from './server.ts'

/** When tickets admit, as `GET /ticket-keys` says. */
export type AdmissionTimes = Readonly<{
  /** How many minutes before and after its entry time a ticket admits; null: until the day ends. */
  entryTimes: Readonly<{ early: number; late: number | null }>
  /** Until when a gate also admits tickets of the day before, as HH:mm. */
  dayEnds: string
}>

type TimedTicket = Readonly<{ ticketDate: string; entryTime?: string }>

/** The times in what was loaded or stored; in that of an earlier version, those of a museum that has set none. */
export const admissionTimesIn = (loaded: unknown): AdmissionTimes => {
  const { entryTimes, dayEnds } = membersOf(loaded)
  const { early, late } = membersOf(entryTimes)
  return {
    entryTimes: {
      early: Number.isInteger(early) ? (early as number) : 15,
      late: Number.isInteger(late) ? (late as number) : null,
    },
    dayEnds: typeof dayEnds === 'string' && /^\d\d:\d\d$/.test(dayEnds) ? dayEnds : '00:00',
  }
}

/** Whether a ticket admits on the date of a scan, by the rules of the server. */
export const isOnDate = (
  { ticketDate, entryTime }: TimedTicket,
  at: MuseumTime,
  { entryTimes, dayEnds }: AdmissionTimes,
): boolean =>
  ticketDate > at.date
    ? entryTime !== undefined && minutesOf(at.date, at.timeOfDay) >= minutesOf(ticketDate, entryTime) - entryTimes.early
    : ticketDate === at.date || ticketDate === gateDayOf(at, { dayEnds })

/** Why a ticket does not admit at a time of its date, by the rules of the server. */
export const timeRefusal = (
  { ticketDate, entryTime }: TimedTicket,
  { date, timeOfDay }: MuseumTime,
  { entryTimes: { early, late } }: AdmissionTimes,
): Readonly<{ reason: 'too-early' | 'too-late'; detail: string }> | undefined => {
  if (entryTime === undefined) return undefined
  const [entry, scan] = [minutesOf(ticketDate, entryTime), minutesOf(date, timeOfDay)]
  const clock = (minutes: number) => textOf(minutes).slice(11, 16)
  if (scan < entry - early)
    return { reason: 'too-early', detail: `the ticket is for ${entryTime}, and admits from ${clock(entry - early)} on` }
  if (late !== null && scan > entry + late)
    return { reason: 'too-late', detail: `the ticket is for ${entryTime}, and admitted until ${clock(entry + late)}` }
  return undefined
}
