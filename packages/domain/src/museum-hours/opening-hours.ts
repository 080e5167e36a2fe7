import type { Brand } from '../brand.ts'
import { CalendarDate, type Weekday, weekdays } from '../calendar-date.ts'
import { valueObject } from '../fault.ts'
import type { MemberFault } from '../refusal.ts'

/** A time of day in the museum's time zone, `HH:mm`, 24 hours. `<` compares two of them. */
export type TimeOfDay = Brand<string, 'TimeOfDay'>
/** Makes a `TimeOfDay` from `HH:mm`, 00:00 to 23:59. Throws a `TypeError` for any other text. */
export const TimeOfDay = Object.assign(
  valueObject<string, TimeOfDay>((text) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
      ? undefined
      : { code: 'not-a-time-of-day', detail: 'must be a time from 00:00 to 23:59, written HH:mm' },
  ),
  {
    /** The minutes since midnight, by the words of the clock. */
    toMinutes: (time: TimeOfDay): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3)),
    /** The reverse. Throws a `TypeError` unless it gets an integer from 0 to 1,439. */
    ofMinutes: (minutes: number): TimeOfDay => {
      const twoDigits = (part: number) => String(part).padStart(2, '0')
      return TimeOfDay(`${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`)
    },
  },
)

/** When the museum opens and closes on a day; it opens before it closes. */
export type OpeningHours = Brand<Readonly<{ timeOpen: TimeOfDay; timeClose: TimeOfDay }>, 'OpeningHours'>
/** Makes `OpeningHours` from two times. Throws a `TypeError` unless the first is the earlier one. */
export const OpeningHours = valueObject<Readonly<{ timeOpen: TimeOfDay; timeClose: TimeOfDay }>, OpeningHours>(
  ({ timeOpen, timeClose }) =>
    timeOpen < timeClose
      ? undefined
      : {
          code: 'closes-before-it-opens',
          detail: `must open before it closes, not ${timeOpen} to ${timeClose}`,
          values: { timeOpen, timeClose },
        },
)

/** One open day, as the specification's hours record has it. */
export type OpenDay = Readonly<{ date: CalendarDate; timeOpen: TimeOfDay; timeClose: TimeOfDay }>

/** When the museum is open: the hours of each weekday (none: closed that day), and the dates that differ from this rule. */
export type Schedule = Readonly<{
  weekly: Readonly<Partial<Record<Weekday, OpeningHours>>>
  exceptions: ReadonlyMap<CalendarDate, OpeningHours | 'closed'>
}>

/** The hours of a weekday or of one date. `as-the-week` is for dates only: the weekly rule applies to the date. */
export type HoursOfDay = OpeningHours | 'closed' | 'as-the-week'
/** Texts of `HoursOfDay`, and their comparison. */
export const HoursOfDay = {
  /** `closed`, `as-the-week`, or the times as `HH:mm-HH:mm`. Equal hours have equal texts. */
  toText: (hours: HoursOfDay): string => (typeof hours === 'string' ? hours : `${hours.timeOpen}-${hours.timeClose}`),
  /** Whether both have the same text. */
  equal: (a: HoursOfDay, b: HoursOfDay): boolean => HoursOfDay.toText(a) === HoursOfDay.toText(b),
}

/** New hours for a weekday, or for one date instead of the weekly rule; `as-the-week` removes the exception of a date. */
export type OpeningHoursChange =
  | Readonly<{ weekday: Weekday; hours: OpeningHours | 'closed' }>
  | Readonly<{ date: CalendarDate; hours: HoursOfDay }>

/** The most exceptions that are set at once: more than twenty a year for forty years. */
const maxExceptions = 1_000

/** The open days of a schedule, and its changes. */
export const Schedule = {
  maxExceptions,

  /** What is wrong with a list of exceptions, by their dates; `member` is the place in it, or empty for the list itself. */
  faultsOfExceptions(dates: readonly CalendarDate[]): MemberFault[] {
    if (dates.length > maxExceptions)
      return [
        {
          member: '',
          code: 'too-many-exceptions',
          detail: `must have at most ${maxExceptions} entries: leave out past dates`,
          values: { max: maxExceptions },
        },
      ]
    const known = new Set<CalendarDate>()
    return dates.flatMap((date, n) => {
      if (known.has(date))
        return {
          member: `${n}/date`,
          code: 'duplicate-date',
          detail: `must be unique: ${date} is in the list before`,
          values: { date },
        }
      known.add(date)
      return []
    })
  },

  /** The changes that turn one schedule into another: of the weekdays, then of the dates in ascending order. */
  changesBetween(before: Schedule, after: Schedule): OpeningHoursChange[] {
    const dates = [...new Set([...before.exceptions.keys(), ...after.exceptions.keys()])].toSorted()
    return [
      ...weekdays.map((weekday) => ({ weekday, hours: after.weekly[weekday] ?? ('closed' as const) })),
      ...dates.map((date) => ({ date, hours: after.exceptions.get(date) ?? ('as-the-week' as const) })),
    ].filter((change) => !HoursOfDay.equal(Schedule.hoursBefore(before, change), change.hours))
  },
  /** The hours that a change replaces. */
  hoursBefore: ({ weekly, exceptions }: Schedule, change: OpeningHoursChange): HoursOfDay =>
    'weekday' in change ? (weekly[change.weekday] ?? 'closed') : (exceptions.get(change.date) ?? 'as-the-week'),

  /** The hours of one date; undefined when the museum is closed. An exception replaces the weekly rule. */
  hoursOn({ weekly, exceptions }: Schedule, date: CalendarDate): OpeningHours | undefined {
    const exception = exceptions.get(date)
    return exception === 'closed' ? undefined : (exception ?? weekly[CalendarDate.weekday(date)])
  },
  /**
   * How many days are open from `first` to `final`, both included. Computed from the weeks and the exceptions: a longer
   * period takes no more time.
   */
  countOpenDays({ weekly, exceptions }: Schedule, first: CalendarDate, final: CalendarDate): number {
    let count = 0
    for (const weekday of weekdays)
      if (weekly[weekday] !== undefined) count += CalendarDate.countWeekday(weekday, first, final)
    for (const [date, hours] of exceptions)
      if (date >= first && date <= final)
        count += Number(hours !== 'closed') - Number(weekly[CalendarDate.weekday(date)] !== undefined)
    return count
  },
  /**
   * The open days from `first` to `final`, both included, in ascending order, after the first `skipped` of them. Those
   * are only counted, so that skipping many takes little time.
   */
  *openDays(schedule: Schedule, first: CalendarDate, final: CalendarDate, skipped = 0): Generator<OpenDay> {
    const start = dateOfOpenDay(schedule, first, final, skipped)
    if (start === undefined) return
    for (const date of CalendarDate.between(start, final)) {
      const hours = Schedule.hoursOn(schedule, date)
      if (hours !== undefined) yield { date, timeOpen: hours.timeOpen, timeClose: hours.timeClose }
    }
  },
}

/**
 * The date of the open day that comes after `before` other open days of the period, found by bisection; `undefined` if
 * there are not so many.
 */
const dateOfOpenDay = (
  schedule: Schedule,
  first: CalendarDate,
  final: CalendarDate,
  before: number,
): CalendarDate | undefined => {
  if (Schedule.countOpenDays(schedule, first, final) <= before) return undefined
  let [low, high, skipped] = [CalendarDate.toDays(first), CalendarDate.toDays(final), 0]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const count = Schedule.countOpenDays(schedule, CalendarDate.ofDays(low)!, CalendarDate.ofDays(middle)!)
    if (skipped + count > before) high = middle
    else [low, skipped] = [middle + 1, skipped + count]
  }
  return CalendarDate.ofDays(low)
}
