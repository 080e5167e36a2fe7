import { CalendarDate, Instant, valueObject } from '@museum/domain'

/** A date in the museum's time zone, or a moment. */
export type DateOrInstant = CalendarDate | Instant

const dateTime = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

// The years of `CalendarDate`, in UTC.
const [first, last] = [0, Date.UTC(9999, 11, 31, 23, 59, 59, 999)]

const parse = (text: string): DateOrInstant | undefined => {
  if (CalendarDate.faultOf(text) === undefined) return CalendarDate(text)
  const [, date] = dateTime.exec(text) ?? []
  // `Date.parse` would take 30 February for 2 March.
  if (date === undefined || CalendarDate.faultOf(date) !== undefined) return undefined
  // V8 reads more than nine digits of a fraction that begins with 0 wrongly.
  const milliseconds = Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1'))
  return milliseconds >= first && milliseconds <= last ? Instant(milliseconds) : undefined
}

/**
 * Reads a date, such as `2030-05-17`, or a moment as a date-time with an offset after RFC 3339, such as
 * `2030-05-17T09:00:00+02:00` or `2030-05-17T07:00:00.250Z`. Digits after the milliseconds are dropped.
 */
export const DateOrInstant = valueObject<string, DateOrInstant, 'not-a-date-or-time'>(
  (text) =>
    parse(text) === undefined
      ? {
          code: 'not-a-date-or-time',
          detail:
            'must be a real date of the years 1970 to 9999, written YYYY-MM-DD, or a date and time with an offset, such as ' +
            '2030-05-17T09:00:00+02:00 or 2030-05-17T07:00:00Z',
        }
      : undefined,
  (text) => parse(text)!,
)
