import type { Brand } from './brand.ts'
import type { CalendarDate } from './calendar-date.ts'
import { integerValue } from './fault.ts'
import type { TimeOfDay } from './museum-hours/opening-hours.ts'

/** How many tickets are sold at most, for each date of an event or for general entry each day: an integer from 0. */
export type Capacity = Brand<number, 'Capacity'>
/** Makes a `Capacity` from an integer from 0 to 1,000,000. Throws a `TypeError` for any other number. */
export const Capacity = integerValue<Capacity>(0, 1_000_000, 'capacity-out-of-range')

/**
 * How many tickets may be sold, and how many are sold, for a date of an event, or for general entry on a day. Null: not
 * limited.
 */
export type Places = Readonly<{ capacity: Capacity | null; sold: number }>

/** The places of an entry time. `capacity` and `available` are null when they are not limited. */
export type EntryTimeAvailability = Places & Readonly<{ entryTime: TimeOfDay; available: number | null }>

/**
 * The places of one date. `capacity` and `available` are null when they are not limited. Where the date has entry times, these have
 * their places, and `capacity` and `available` are sums over them; `sold` counts all tickets of the date.
 */
export type Availability = Places &
  Readonly<{ date: CalendarDate; available: number | null; entryTimes?: readonly EntryTimeAvailability[] }>

/** Computes availabilities, and decides what is sold out. */
export const Availability = {
  /** The availability of a date with these places. */
  of: (date: CalendarDate, { capacity, sold }: Places): Availability => ({
    date,
    capacity,
    sold,
    available: Availability.placesLeft({ capacity, sold }),
  }),
  /**
   * How many more tickets may be sold; null: any number. Never negative, although a capacity may be lowered below the
   * number of tickets that are sold.
   */
  placesLeft: ({ capacity, sold }: Places): number | null => (capacity === null ? null : Math.max(0, capacity - sold)),
  /** Whether this many more tickets may be sold. */
  hasPlacesFor: (places: Places, tickets: number): boolean =>
    tickets <= (Availability.placesLeft(places) ?? Number.POSITIVE_INFINITY),
  /** Whether no further ticket may be sold. */
  isSoldOut: (places: Places): boolean => !Availability.hasPlacesFor(places, 1),
}
