/** Which entry times dates have and how many places there are, as far as clients can tell from the responses and their times. */
import { type Weekday, weekdays } from '@museum/domain'
import { settingPeriodsOf } from './capacity-periods.ts'
import type { Period } from './effects.ts'
import { type Attempt, firstSent } from './history.ts'
import type { Visit } from './slots.ts'

type Hours = Readonly<{ timeOpen: string; timeClose: string }>
type Exception = Readonly<{ date?: string; weekday?: Weekday; entryTime?: string; capacity: number | null }>

/** The entry times of general entry with the hours that they depend on, or those of an event. A capacity of null: not limited. */
export type EntryTimeSettings = Readonly<{
  rule: Readonly<{ every: number; lastEntry: number }> | Readonly<{ times: readonly string[]; length: number }> | null
  capacity: number | null
  exceptions: readonly Exception[]
  /** The hours of the dates that do not have those of every other day; null: closed. */
  hours: Readonly<Record<string, Hours | null>>
}>
/**
 * A PUT after which an offer has these settings, one at a time for each. Those `attempts` that are `unconfirmed` must be refused if they
 * take away entry times for which tickets are sold.
 */
export type EntryTimeChange = Readonly<{ settings: EntryTimeSettings; attempts: Attempt[]; unconfirmed: Attempt[] }>

/** The settings of an offer that nobody has changed. */
export const initialSettings: EntryTimeSettings = { rule: null, capacity: null, exceptions: [], hours: {} }

/** The hours of every day that has no others. */
export const usualHours: Hours = { timeOpen: '09:00', timeClose: '18:00' }
const wholeDay: Hours = { timeOpen: '00:00', timeClose: '24:00' }

type Day = Omit<Visit, 'entryTime'>
type Offer = Pick<Visit, 'eventId'>

const isGeneral = ({ eventId }: Offer) => (eventId ?? undefined) === undefined

/** Whether the museum is open; every date of an event is. */
export const isOpen = ({ hours }: EntryTimeSettings, day: Day) => !isGeneral(day) || hours[day.ticketDate] !== null

/** The entry times of a date, each with its capacity, in ascending order. */
export const entryTimesOn = (settings: EntryTimeSettings, day: Day): ReadonlyMap<string, number | null> => {
  const { rule, hours } = settings
  const { timeOpen, timeClose } = isGeneral(day) ? (hours[day.ticketDate] ?? usualHours) : wholeDay
  if (rule === null || !isOpen(settings, day)) return new Map()
  const times =
    'times' in rule
      ? rule.times.filter((time) => time >= timeOpen && time < timeClose)
      : minutesFrom(minuteOf(timeOpen), minuteOf(timeClose) - Math.max(rule.lastEntry, 1), rule.every).map(timeOf)
  return new Map(times.map((time) => [time, placesAt(settings, day.ticketDate, time)]))
}

const minutesFrom = (first: number, last: number, step: number) =>
  Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, n) => first + n * step)
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)

const placesAt = ({ capacity, exceptions }: EntryTimeSettings, date: string, time: string) => {
  const matching = exceptions.filter(
    (each) =>
      [undefined, date].includes(each.date) &&
      [undefined, weekdayOf(date)].includes(each.weekday) &&
      [undefined, time].includes(each.entryTime),
  )
  return matching.length === 0 ? capacity : matching.at(-1)!.capacity
}
export const weekdayOf = (date: string) => weekdays[(new Date(date).getUTCDay() + 6) % 7]!

type Offers = Readonly<{
  capacities: ReadonlyMap<string, number>
  generalCapacity: number
  entryTimes: ReadonlyMap<string, readonly EntryTimeChange[]>
}>

/** The capacity of each date of an offer without entry times; infinite for an event that is not known. */
export const capacityOf = ({ generalCapacity, capacities }: Omit<Offers, 'entryTimes'>, offer: Offer): number =>
  isGeneral(offer) ? generalCapacity : (capacities.get(offer.eventId!) ?? Number.POSITIVE_INFINITY)

/** Whether the purchase of a visit has a fault while its offer has these settings. */
const faults: Readonly<Record<string, (visit: Visit, settings: EntryTimeSettings) => boolean>> = {
  'museum-closed': (visit, settings) => !isOpen(settings, visit),
  'entry-time-required': (visit, settings) => !hasTime(visit) && entryTimesOn(settings, visit).size > 0,
  'no-entry-times': (visit, { rule }) => hasTime(visit) && rule === null,
  'not-an-entry-time': (visit, settings) =>
    hasTime(visit) &&
    settings.rule !== null &&
    isOpen(settings, visit) &&
    !entryTimesOn(settings, visit).has(visit.entryTime!),
}
const hasTime = ({ entryTime }: Visit) => (entryTime ?? undefined) !== undefined

export const entryTimePeriodsOf = (offers: Offers) => {
  const periodsOf = (changes: readonly EntryTimeChange[]) =>
    settingPeriodsOf(
      initialSettings,
      changes.map(({ settings, attempts }) => ({ value: settings, attempts })),
    )
  const periods = new Map([...offers.entryTimes].map(([offer, changes]) => [offer, periodsOf(changes)]))
  const unchanged = periodsOf([])
  const periodsFor = ({ eventId }: Offer) => periods.get(eventId ?? 'general') ?? unchanged
  /** The places of a visit, infinite without a limit; none where it is not sold. */
  const placesIn = (settings: EntryTimeSettings, visit: Visit): readonly number[] => {
    if (!isOpen(settings, visit)) return []
    const times = entryTimesOn(settings, visit)
    if (!hasTime(visit)) return times.size === 0 ? [capacityOf(offers, visit)] : []
    const places = times.get(visit.entryTime!)
    return places === undefined ? [] : [places ?? Number.POSITIVE_INFINITY]
  }
  return {
    /** The numbers of places that a visit may have had during a period; none when it certainly was not sold. */
    placesDuring: (visit: Visit, period: Period): readonly number[] =>
      periodsFor(visit)
        .during(period)
        .flatMap((settings) => placesIn(settings, visit)),
    /** Whether the purchase of a visit may have had a fault during a period. */
    mayHaveFault: (visit: Visit, code: string, period: Period): boolean =>
      periodsFor(visit)
        .during(period)
        .some((settings) => faults[code]?.(visit, settings)),
    /** The settings that certainly were in force when a change of them was sent. */
    settingsBefore(offer: string, { attempts }: EntryTimeChange): EntryTimeSettings | undefined {
      const sentAt = firstSent(attempts)
      return periods.get(offer)?.certain.find(({ from, until }) => from < sentAt && until >= sentAt)?.value
    },
    /** The settings that an offer may have at the end; it has one of them. */
    lastSettings: (offer: Offer): readonly EntryTimeSettings[] => periodsFor(offer).last,
  }
}
