import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'

const largest = 1_000_000

/** How many tickets are sold at most, for each date of an event or for general entry each day: an integer from 0. */
export type Capacity = Brand<number, 'Capacity'>
/** Makes a `Capacity` from an integer from 0 to 1,000,000. Throws a `TypeError` for any other number. */
export const Capacity = valueObject<number, Capacity>((places) =>
  Number.isInteger(places) && places >= 0 && places <= largest
    ? undefined
    : { code: 'capacity-out-of-range', detail: `must be an integer from 0 to ${largest}` },
)

/**
 * A capacity that is in force. `number` increases with every change of the capacity, so that a limit that is set again is
 * another one.
 */
export type PlaceLimit = Readonly<{ capacity: Capacity; number: number }>
