import type { Brand } from './brand.ts'
import type { CalendarDate } from './calendar-date.ts'
import { integerValue } from './fault.ts'
import type { TimeOfDay } from './museum-hours/opening-hours.ts'

/** How many tickets are sold at most, for each date of an event or for general entry each day: an integer from 0. */
export type Capacity = Brand<number, 'Capacity'>
/** Makes a `Capacity` from an integer from 0 to 1,000,000. Throws a `TypeError` for any other number. */
export const Capacity = integerValue<Capacity>(0, 1_000_000, 'capacity-out-of-range')

/** How many places are taken: by sold tickets, and by reservations. `held` is absent where there are none. */
export type Taken = Readonly<{ sold: number; held?: number | undefined }>

/**
 * How many tickets may be sold, and how many places are taken, for a date of an event, or for general entry on a day. Null: not
 * limited.
 */
export type Places = Taken & Readonly<{ capacity: Capacity | null }>

/** The places of an entry time. `capacity` and `available` are null when they are not limited. */
export type EntryTimeAvailability = Places & Readonly<{ entryTime: TimeOfDay; available: number | null }>

/**
 * The places of one date. `capacity` and `available` are null when they are not limited. Where the date has entry times, these have
 * their places, and `capacity` and `available` are sums over them; `sold` and `held` count all tickets and reserved places of the date.
 */
export type Availability = Places &
  Readonly<{ date: CalendarDate; available: number | null; entryTimes?: readonly EntryTimeAvailability[] }>

/** How many places are left, as visitors are told. */
export type PlacesLevel = 'enough' | 'few' | 'none'

const fewPlaces = 5

/** Computes availabilities, and decides what is sold out. */
export const Availability = {
  /** The availability of a date with these places. */
  of: (date: CalendarDate, places: Places): Availability => ({
    date,
    capacity: places.capacity,
    ...Availability.takenOf([places]),
    available: Availability.placesLeft(places),
  }),
  /** The sum of what is taken. */
  takenOf(all: Iterable<Taken>): Taken {
    let [sold, held] = [0, 0]
    for (const taken of all) {
      sold += taken.sold
      held += taken.held ?? 0
    }
    return { sold, ...(held > 0 && { held }) }
  },
  /**
   * How many more tickets may be sold; null: any number. Never negative, although a capacity may be lowered below the
   * number of places that are taken.
   */
  placesLeft: ({ capacity, sold, held = 0 }: Places): number | null =>
    capacity === null ? null : Math.max(0, capacity - sold - held),
  /** Whether this many more tickets may be sold. */
  hasPlacesFor: (places: Places, tickets: number): boolean =>
    tickets <= (Availability.placesLeft(places) ?? Number.POSITIVE_INFINITY),
  /** Whether no further ticket may be sold. */
  isSoldOut: (places: Places): boolean => !Availability.hasPlacesFor(places, 1),
  /** What visitors are told of the places that are left, without their number: `few` are at most 5, or less than a tenth. */
  levelOf({ capacity, available }: Pick<Availability, 'capacity' | 'available'>): PlacesLevel {
    if (available === 0) return 'none'
    if (capacity === null || available === null) return 'enough'
    return available <= fewPlaces || available < capacity / 10 ? 'few' : 'enough'
  },
}
