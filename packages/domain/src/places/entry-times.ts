import { CalendarDate, type Weekday } from '../calendar-date.ts'
import { Availability, type Capacity, type EntryTimeAvailability, type Places, type Taken } from '../capacity.ts'
import { type OpeningHours, Schedule, TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { MemberFault } from '../refusal.ts'

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

/** The entry times of general entry; a rule of null is a museum without entry times. */
export type EntryTimeSettings = Readonly<{
  rule: EntryTimeRule | null
  /** The places of each entry time; null: not limited. */
  capacity: Capacity | null
  exceptions: readonly EntryTimeException[]
  /** How many minutes before its entry time a ticket admits, and how many after it; null: until the end of the day. */
  early: number
  late: number | null
}>

/** The entry times of an event on each of its dates, its sessions; a rule of null is an event without. */
export type EventEntryTimes = Readonly<{
  rule: GivenEntryTimes | null
  /** The places of each entry time; null: not limited. */
  capacity: Capacity | null
}>

/** The date and the time of day on the museum's clock. */
export type MuseumClock = Readonly<{ today: CalendarDate; timeOfDay: TimeOfDay }>

/** An entry time of a date, and how many tickets are sold for it at most; null: not limited. */
export type OfferedEntryTime = EntryTime & Readonly<{ capacity: Capacity | null }>

/** The places of a date that are taken, by their entry time: undefined for those of tickets that admit all day. */
export type TakenByTime = ReadonlyMap<TimeOfDay | undefined, Taken>

const midnight = 24 * 60
const lengths = { every: [5, 240], lastEntry: [0, 480], length: [5, 480], early: [0, 240], late: [5, 1_440] } as const
const mostTimes = { museum: 48, event: 12 }

/** The entry times of dates. No entry time is stored. */
export const EntryTimes = {
  /** The settings of a museum that has never set any. */
  none: { rule: null, capacity: null, exceptions: [], early: 15, late: null } satisfies EntryTimeSettings,
  /** The greatest `early`, in minutes. */
  greatestEarly: lengths.early[1],
  /** Those of an event for which none were ever set. */
  noneOfEvent: { rule: null, capacity: null } satisfies EventEntryTimes,

  /** The entry times of general entry on a date with these hours, with their capacities; undefined without a rule. */
  offeredOn(
    settings: EntryTimeSettings,
    date: CalendarDate,
    hours: OpeningHours | undefined,
  ): readonly OfferedEntryTime[] | undefined {
    if (settings.rule === null) return undefined
    const capacityOf = EntryTimes.capacitiesOn(settings, date)
    return EntryTimes.on(settings.rule, hours).map(({ entryTime, until }) => ({
      entryTime,
      until,
      capacity: capacityOf(entryTime),
    }))
  },

  /** The entry times of an event on each of its dates, with their capacity; undefined for an event without. */
  offeredByEvent: ({ rule, capacity }: EventEntryTimes): readonly OfferedEntryTime[] | undefined =>
    rule === null
      ? undefined
      : EntryTimes.ofEvent(rule).map(({ entryTime, until }) => ({ entryTime, until, capacity })),

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

  /** The number of places of the entry times of a date; null: not limited. The last exception that matches counts. */
  capacitiesOn(
    { capacity, exceptions }: Pick<EntryTimeSettings, 'capacity' | 'exceptions'>,
    date: CalendarDate,
  ): (entryTime: TimeOfDay) => Capacity | null {
    const weekday = CalendarDate.weekday(date)
    const ofDate = exceptions.filter((each) => (each.date ?? date) === date && (each.weekday ?? weekday) === weekday)
    return (entryTime) => {
      const exception = ofDate.findLast((each) => (each.entryTime ?? entryTime) === entryTime)
      return exception === undefined ? capacity : exception.capacity
    }
  },

  /**
   * The availability of a date: of its entry times where it has any, of which those that have ended by the clock are left out; otherwise of
   * the date, with the capacity of the day, of which tickets with an entry time take no place.
   */
  availabilityOn(
    date: CalendarDate,
    {
      capacity,
      taken,
      offered = [],
    }: Readonly<{
      capacity: Capacity | null
      taken: TakenByTime
      offered?: readonly OfferedEntryTime[] | undefined
    }>,
    clock?: MuseumClock,
  ): Availability {
    const inAll = Availability.takenOf(taken.values())
    if (offered.length === 0) {
      const available = Availability.placesLeft({ capacity, ...(taken.get(undefined) ?? noneTaken) })
      return { date, capacity, ...inAll, available }
    }
    const entryTimes = offered
      .filter(({ until }) => date !== clock?.today || until > clock.timeOfDay)
      .map(({ entryTime, capacity: ofTime }): EntryTimeAvailability => {
        const places = { capacity: ofTime, ...Availability.takenOf([taken.get(entryTime) ?? noneTaken]) }
        return Object.assign({ entryTime }, places, { available: Availability.placesLeft(places) })
      })
    return {
      date,
      capacity: sumOf(entryTimes.map((time) => time.capacity)) as Capacity | null,
      ...inAll,
      available: sumOf(entryTimes.map(({ available }) => available)),
      entryTimes,
    }
  },

  /** The places of what is ordered: of its entry time, or else of its date; undefined when they are not limited, or not known. */
  placesOf(
    { entryTime }: Readonly<{ entryTime?: TimeOfDay | undefined }>,
    {
      entryTimes,
      places,
    }: Readonly<{
      entryTimes?: readonly OfferedEntryTime[] | undefined
      places?: Places | undefined
    }>,
  ): Places | undefined {
    const ofTime = entryTimes?.find((each) => each.entryTime === entryTime)
    return places && ofTime ? { ...places, capacity: ofTime.capacity } : places
  },

  /** The first three of these entry times that are later than `entryTime` and have places for this many tickets. */
  nextWithPlaces: (
    times: readonly EntryTimeAvailability[],
    entryTime: TimeOfDay,
    tickets: number,
  ): readonly EntryTimeAvailability[] =>
    times.filter((time) => time.entryTime > entryTime && Availability.hasPlacesFor(time, tickets)).slice(0, 3),

  /** What is wrong with the settings of general entry. */
  faultsOf({ rule, exceptions, early, late }: EntryTimeSettings): readonly MemberFault[] {
    return [
      ...(rule === null ? [] : EntryTimes.faultsOfRule(rule).map((fault) => withMember(fault, `rule/${fault.member}`))),
      ...faultsOfMinutes('early', early),
      ...(late === null ? [] : faultsOfMinutes('late', late)),
      ...(exceptions.length > Schedule.maxExceptions ? [tooManyExceptions] : []),
    ]
  },

  /** What is wrong with a rule of general entry or of an event. */
  faultsOfRule(rule: EntryTimeRule, of: keyof typeof mostTimes = 'museum'): readonly MemberFault[] {
    if ('every' in rule)
      return [...faultsOfMinutes('every', rule.every), ...faultsOfMinutes('lastEntry', rule.lastEntry)]
    return [...faultsOfTimes(rule.times, mostTimes[of]), ...faultsOfMinutes('length', rule.length)]
  },
}

const noneTaken: Taken = { sold: 0 }

/** The sum; null where one of the numbers is. */
const sumOf = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce<number | null>((sum, number) => (sum === null || number === null ? null : sum + number), 0)

const withMember = (fault: MemberFault, member: string): MemberFault => ({ ...fault, member })

const tooManyExceptions: MemberFault = {
  member: 'exceptions',
  code: 'too-many-exceptions',
  detail: `must have at most ${Schedule.maxExceptions} entries: leave out past dates`,
  values: { max: Schedule.maxExceptions },
}

const faultsOfMinutes = (member: keyof typeof lengths, minutes: number): readonly MemberFault[] => {
  const [min, max] = lengths[member]
  const isInRange = Number.isInteger(minutes) && minutes >= min && minutes <= max
  const detail = `must be a whole number of minutes from ${min} to ${max}`
  return isInRange ? [] : [{ member, code: 'minutes-out-of-range', detail, values: { min, max } }]
}

const faultsOfTimes = (times: readonly TimeOfDay[], most: number): readonly MemberFault[] => {
  if (times.length === 0) return [{ member: 'times', code: 'no-times', detail: 'must have at least one time' }]
  if (times.length > most)
    return [
      { member: 'times', code: 'too-many-times', detail: `must have at most ${most} times`, values: { max: most } },
    ]
  return times.flatMap((time, n) => {
    const previous = times[n - 1]
    if (previous === undefined || time > previous) return []
    const detail = `must be later than the time before it, ${previous}`
    return [{ member: `times/${n}`, code: 'times-not-ascending' as const, detail, values: { previous } }]
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
