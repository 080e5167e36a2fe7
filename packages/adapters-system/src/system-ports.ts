import crypto from 'node:crypto'
import type { MuseumPorts } from '@museum/application'
import { CalendarDate, Instant, TimeOfDay } from '@museum/domain'
import { Temporal } from 'temporal-polyfill'
import { v7 } from 'uuid'

/** The ports for time, identifiers and random numbers. */
export type SystemPorts = Pick<
  MuseumPorts,
  'timeZone' | 'today' | 'now' | 'startOfDay' | 'momentOf' | 'dateOf' | 'timeOf' | 'newId' | 'randomInt'
>

// Node has this function, and Temporal, since version 26; the polyfill exports the Temporal of Node if there is one.
// Without a time, `v7` would go on from its latest one when the clock is set back.
const newId: () => string =
  crypto.randomUUIDv7 === undefined ? () => v7({ msecs: Date.now() }) : () => crypto.randomUUIDv7()

const now = () => Instant(Date.now())

/** The current date, computed once a minute: in every time zone, a day begins at the start of a minute. */
const calendarOf = (dateOf: SystemPorts['dateOf']) => {
  let [minute, date] = [-1, CalendarDate.last]
  return () => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) [minute, date] = [current, dateOf(now())]
    return date
  }
}

/**
 * Time in the time zone, identifiers and random numbers. `today` fixes the date; otherwise it is the current one. A
 * date that the time zone skipped begins and ends when the next date begins. Throws a `RangeError` for an unknown time
 * zone.
 */
export const systemPorts = (timeZone: string, today?: CalendarDate): SystemPorts => {
  // Throws at once for an unknown time zone; Temporal would throw only when it is used.
  Intl.DateTimeFormat('en', { timeZone })
  const onTheClock = (instant: Instant) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  const dateOf = (instant: Instant) => CalendarDate(onTheClock(instant).toPlainDate().toString())
  return {
    timeZone,
    today: today === undefined ? calendarOf(dateOf) : () => today,
    now,
    // Not always 00:00: in some zones the clocks change at midnight.
    startOfDay: (date) => Instant(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds),
    momentOf: (date, time) =>
      Instant(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds),
    dateOf,
    timeOf: (instant) => TimeOfDay(onTheClock(instant).toPlainTime().toString().slice(0, 5)),
    newId,
    randomInt: (below) => crypto.randomInt(below),
  }
}
