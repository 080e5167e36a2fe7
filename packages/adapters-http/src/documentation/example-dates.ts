import { CalendarDate } from '@museum/domain'

/**
 * The day on which the examples are valid as they are written: earlier dates are in the past, later ones in the future.
 */
const exampleToday = CalendarDate('2030-05-01')

const dates = /\b2030-\d\d-\d\d/g

/**
 * Moves a date of an example by the days from `exampleToday` to `today`. A later date keeps its weekday, since the
 * museum may be closed on some weekdays.
 */
const moveDate = (date: CalendarDate, today: CalendarDate): CalendarDate => {
  const days = CalendarDate.toDays(today) - CalendarDate.toDays(exampleToday)
  return CalendarDate.plusDays(date, date > exampleToday ? 7 * Math.ceil(days / 7) : days)
}

const moveDates = (example: unknown, today: CalendarDate): unknown =>
  JSON.parse(JSON.stringify(example).replaceAll(dates, (date) => moveDate(CalendarDate(date), today)))

/** An OpenAPI document with examples for `today`: a ticket can be bought for the date of a purchase. */
export const withExamplesFor = (today: CalendarDate, document: object): object => {
  const within = (value: object): object =>
    Array.isArray(value)
      ? value.map(member)
      : Object.fromEntries(
          Object.entries(value).map(([name, each]) => [
            name,
            name === 'example' || name === 'examples' ? moveDates(each, today) : member(each),
          ]),
        )
  const member = (value: unknown) => (typeof value === 'object' && value !== null ? within(value) : value)
  return within(document)
}
