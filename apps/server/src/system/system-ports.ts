import { randomInt, randomUUIDv7 } from 'node:crypto'
import { CalendarDate, Instant } from '@museum/domain'

/** Asks the time zone once a minute: a day begins with a minute. */
const calendarOf = (timeZone: string) => {
  let [minute, date] = [-1, CalendarDate.last]
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, date] = [now, CalendarDate(Temporal.Now.plainDateISO(timeZone).toString())]
    return date
  }
}

/** Time, identity and chance, from the machine. `today` is the date in the museum's time zone, or the fixed one. */
export const systemPorts = (timeZone: string, today?: CalendarDate) => ({
  today: today === undefined ? calendarOf(timeZone) : () => today,
  now: () => Instant(Date.now()),
  newId: () => randomUUIDv7(),
  randomInt: (below: number) => randomInt(below),
})
