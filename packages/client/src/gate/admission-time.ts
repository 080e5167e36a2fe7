import { membersOf } from './server.ts'

/** A moment on the museum's clock, as YYYY-MM-DD and HH:mm. */
export type MuseumTime = Readonly<{ date: string; timeOfDay: string }>

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

/** Returns a function that tells what the clock of a museum in a time zone of the IANA database shows at a moment. */
export const museumTimeIn = (timeZone: string): ((moment: string) => MuseumTime) => {
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', ...twoDigits })
  return (moment) => {
    const parts = format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value] as const)
    const { year, month, day, hour, minute } = Object.fromEntries(parts)
    return { date: `${year}-${month}-${day}`, timeOfDay: `${hour}:${minute}` }
  }
}

// Times of the museum's clock are compared as if it showed UTC: then no clock changes between them.
const minutesOf = (date: string, timeOfDay: string) => Date.parse(`${date}T${timeOfDay}Z`) / 60_000
const textOf = (minutes: number) => new Date(minutes * 60_000).toISOString()

/** The day of a gate: until it ends, the day before. */
export const gateDayOf = ({ date, timeOfDay }: MuseumTime, { dayEnds }: Pick<AdmissionTimes, 'dayEnds'>): string =>
  timeOfDay < dayEnds ? textOf(minutesOf(date, '00:00') - 1).slice(0, 10) : date

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
