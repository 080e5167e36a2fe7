import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { MuseumPorts } from '@museum/application'
import { CalendarDate, Instant } from '@museum/domain'

/** The ports that the machine itself provides. */
export type SystemPorts = Pick<MuseumPorts, 'today' | 'now' | 'startOfDay' | 'dateOf' | 'newId' | 'randomInt'>

/** The date in a time zone, computed once a minute: in every time zone, a day begins at the start of a minute. */
const calendarOf = (timeZone: string) => {
  let [minute, date] = [-1, CalendarDate.last]
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, date] = [now, CalendarDate(Temporal.Now.plainDateISO(timeZone).toString())]
    return date
  }
}

/**
 * Time in the time zone, identifiers and random numbers. `today` fixes the date; otherwise it is the current one. A date
 * that the time zone left out begins, and ends, when the next one begins. Throws a `RangeError` for an unknown time zone.
 */
export const systemPorts = (timeZone: string, today?: CalendarDate): SystemPorts => {
  // Throws for an unknown time zone, and names it. Temporal would throw at the first use.
  Intl.DateTimeFormat('en', { timeZone })
  return {
    today: today === undefined ? calendarOf(timeZone) : () => today,
    now: () => Instant(Date.now()),
    // Not always 00:00: in some zones the clocks change at midnight.
    startOfDay: (date) => Instant(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds),
    dateOf: (instant) =>
      CalendarDate(
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString(),
      ),
    newId: () => randomUUIDv7(),
    randomInt: (below) => randomInt(below),
  }
}
