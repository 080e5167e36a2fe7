import { CalendarDate, type Weekday } from '../calendar-date.ts'
import type { Capacity } from '../capacity.ts'
import type { Fault } from '../fault.ts'
import { type OpeningHours, TimeOfDay } from '../museum-hours/opening-hours.ts'

/**
 * How the entry times of a date follow from its opening hours, in minutes: one each `every` minutes from opening on, the last one
 * at least `lastEntry` before closing; or given times, of which the last one lasts `length`.
 */
export type EntryTimeRule = Readonly<{ every: number; lastEntry: number }> | GivenEntryTimes
/** The rule of an event is of this kind, since an event has no hours. */
export type GivenEntryTimes = Readonly<{ times: readonly TimeOfDay[]; length: number }>

/** A time at which visitors may begin to come in, and the end of that period, which may be `24:00`. Both are words of the museum's clock. */
export type EntryTime = Readonly<{ entryTime: TimeOfDay; until: string }>

/** Other places for the entry times of a date, of a weekday or of every day; for one entry time of the day or all. Null: not limited. */
export type EntryTimeException = Readonly<{
  date?: CalendarDate
  weekday?: Weekday
  entryTime?: TimeOfDay
  capacity: Capacity | null
}>

/** What is wrong with a rule; `member` is the place in it. */
type RuleFault = Readonly<{ member: string }> &
  Fault<'minutes-out-of-range' | 'no-entry-times-given' | 'too-many-entry-times' | 'entry-times-not-ascending'>

const midnight = 24 * 60
const lengths = { every: [5, 240], lastEntry: [0, 480], length: [5, 480] } as const
const mostTimes = { museum: 48, event: 12 }

/** The entry times of dates. No entry time is stored. */
export const EntryTimes = {
  /** The entry times of a date with these hours, in ascending order; none without a rule, or where the museum is closed. */
  on(rule: EntryTimeRule | null, hours: OpeningHours | undefined): readonly EntryTime[] {
    if (rule === null || hours === undefined) return []
    const [opening, closing] = [TimeOfDay.toMinutes(hours.timeOpen), TimeOfDay.toMinutes(hours.timeClose)]
    if ('times' in rule)
      return untilTheNext(
        rule.times.map(TimeOfDay.toMinutes).filter((time) => time >= opening && time < closing),
        rule.length,
        closing,
      )
    const begins: number[] = []
    for (let time = opening; time < closing && time <= closing - rule.lastEntry; time += rule.every) begins.push(time)
    return untilTheNext(begins, rule.every, closing)
  },

  /** The entry times of an event on each of its dates, in ascending order. */
  ofEvent: (rule: GivenEntryTimes | null): readonly EntryTime[] =>
    rule === null ? [] : untilTheNext(rule.times.map(TimeOfDay.toMinutes), rule.length, midnight),

  /** The number of places of an entry time; null: not limited. The last exception that matches counts. */
  capacityOf(
    { capacity, exceptions }: Readonly<{ capacity: Capacity | null; exceptions: readonly EntryTimeException[] }>,
    date: CalendarDate,
    entryTime: TimeOfDay,
  ): Capacity | null {
    const exception = exceptions.findLast(
      (each) =>
        (each.date ?? date) === date &&
        (each.weekday === undefined || each.weekday === CalendarDate.weekday(date)) &&
        (each.entryTime ?? entryTime) === entryTime,
    )
    return exception === undefined ? capacity : exception.capacity
  },

  /** What is wrong with a rule of general entry or of an event. */
  faultsOf(rule: EntryTimeRule, of: keyof typeof mostTimes = 'museum'): readonly RuleFault[] {
    const faultOfMinutes = (member: keyof typeof lengths, minutes: number): RuleFault[] => {
      const [min, max] = lengths[member]
      const isInRange = Number.isInteger(minutes) && minutes >= min && minutes <= max
      const detail = `must be a whole number of minutes from ${min} to ${max}`
      return isInRange ? [] : [{ member, code: 'minutes-out-of-range', detail }]
    }
    if ('every' in rule) return [...faultOfMinutes('every', rule.every), ...faultOfMinutes('lastEntry', rule.lastEntry)]
    return [...faultsOfTimes(rule.times, mostTimes[of]), ...faultOfMinutes('length', rule.length)]
  },
}

const faultsOfTimes = (times: readonly TimeOfDay[], most: number): readonly RuleFault[] => {
  if (times.length === 0)
    return [{ member: 'times', code: 'no-entry-times-given', detail: 'must have at least one time' }]
  if (times.length > most)
    return [{ member: 'times', code: 'too-many-entry-times', detail: `must have at most ${most} times` }]
  let latest: TimeOfDay | undefined
  return times.flatMap((time, n) => {
    if (latest === undefined || time > latest) {
      latest = time
      return []
    }
    const detail = `must be later than the time before it: ${time} is not after ${latest}`
    return [{ member: `times/${n}`, code: 'entry-times-not-ascending' as const, detail }]
  })
}

/** Entry times that each last until the next one, and the last one `length` minutes; `end` is the latest end. */
const untilTheNext = (begins: readonly number[], length: number, end: number): readonly EntryTime[] =>
  begins.map((begin, n) => ({
    entryTime: TimeOfDay.ofMinutes(begin),
    until: textOf(Math.min(begins[n + 1] ?? begin + length, end)),
  }))

/** The time as `HH:mm`, of 0 to 1,440 minutes since midnight. */
const textOf = (minutes: number) => (minutes === midnight ? '24:00' : TimeOfDay.ofMinutes(minutes))
