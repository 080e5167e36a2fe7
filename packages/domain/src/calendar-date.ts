import type { Brand } from './brand.ts'
import { valueObject } from './fault.ts'

/**
 * A calendar date, `YYYY-MM-DD`, of the years 1970 to 9999, without time and time zone. `<` and `sort()` order dates.
 */
export type CalendarDate = Brand<string, 'CalendarDate'>

/** The weekdays, from Monday to Sunday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** A day of the week. */
export type Weekday = (typeof weekdays)[number]

// `Date` is used for arithmetic in UTC only, and only in this file.
const dayMilliseconds = 86_400_000
const dayNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMilliseconds
const textOfDay = (day: number) => new Date(day * dayMilliseconds).toISOString().slice(0, 10)

const shape = /^\d{4}-\d\d-\d\d$/
const isReal = (text: string) => {
  if (!shape.test(text) || text < '1970') return false
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= lastOfMonth
}

const [first, last] = ['1970-01-01', '9999-12-31'] as [CalendarDate, CalendarDate]

/** Makes a `CalendarDate` from `YYYY-MM-DD`. Throws a `TypeError` for any other text. */
export const CalendarDate = Object.assign(
  valueObject<string, CalendarDate>((text) =>
    isReal(text)
      ? undefined
      : { code: 'not-a-calendar-date', detail: 'must be a real date of the years 1970 to 9999, written YYYY-MM-DD' },
  ),
  {
    /** The first and the last supported date. */
    first,
    last,
    /** The number of days since 1970-01-01. */
    toDays: (date: CalendarDate): number => dayNumber(date),
    /** The date that many days after 1970-01-01; `undefined` if that is not a supported date. */
    ofDays: (days: number): CalendarDate | undefined =>
      Number.isInteger(days) && days >= 0 && days <= dayNumber(last) ? (textOfDay(days) as CalendarDate) : undefined,
    /** The weekday of a date. */
    weekday: (date: CalendarDate): Weekday => weekdays[(dayNumber(date) + 3) % 7]!,
    /** How many dates from `first` to `final`, both included, are on a weekday. */
    countWeekday(weekday: Weekday, first: CalendarDate, final: CalendarDate): number {
      /** The number of the week that contains the day, counting weeks that begin on `weekday`. */
      const week = (day: number) => Math.floor((day + 3 - weekdays.indexOf(weekday)) / 7)
      return Math.max(0, week(dayNumber(final)) - week(dayNumber(first) - 1))
    },
    /** The date `days` later, or the last supported date where that is earlier. */
    plusDays(date: CalendarDate, days: number): CalendarDate {
      const day = dayNumber(date) + days
      return day >= dayNumber(last) ? last : (textOfDay(day) as CalendarDate)
    },
    /** Every date from `first` to `final`, both included. */
    *between(first: CalendarDate, final: CalendarDate): Generator<CalendarDate> {
      for (let day = dayNumber(first); day <= dayNumber(final); day += 1) yield textOfDay(day) as CalendarDate
    },
  },
)
