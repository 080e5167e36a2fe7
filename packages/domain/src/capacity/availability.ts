import type { CalendarDate } from '../calendar-date.ts'
import type { Capacity } from './capacity.ts'

/**
 * The places of one date. `capacity` and `available` are null when they are not limited; `sold` is null where it was not
 * counted.
 */
export type Availability = Readonly<{
  date: CalendarDate
  capacity: Capacity | null
  sold: number | null
  available: number | null
}>

/** Makes an `Availability` from a capacity and the number of sold tickets. */
export const Availability = {
  /** A capacity that was lowered below what is sold has no place left, and not less than none. */
  of: (date: CalendarDate, capacity: Capacity | null, sold: number | null): Availability => ({
    date,
    capacity,
    sold,
    available: capacity === null || sold === null ? null : Availability.placesLeft(capacity, sold),
  }),
  /** How many more tickets may be sold. */
  placesLeft: (capacity: Capacity, sold: number): number => Math.max(0, capacity - sold),
}
