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

const moveDates = (value: unknown, today: CalendarDate): unknown => {
  if (typeof value === 'string') return value.replaceAll(dates, (date) => moveDate(CalendarDate(date), today))
  if (Array.isArray(value)) return value.map((entry) => moveDates(entry, today))
  return mapMembers(value, (_name, member) => moveDates(member, today))
}

/** An OpenAPI document with examples for `today`: a ticket can be bought for the date of a purchase. */
export const withExamplesFor = (today: CalendarDate, document: object): object => {
  const within = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(within)
      : mapMembers(value, (name, member) =>
          name === 'example' || name === 'examples' ? moveDates(member, today) : within(member),
        )
  return within(document) as object
}

const mapMembers = (value: unknown, map: (name: string, member: unknown) => unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]))
    : value
