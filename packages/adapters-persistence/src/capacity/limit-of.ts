import type { Capacity, PlaceLimit } from '@museum/domain'

/** The columns of a limit; both are null where there is none. */
export type LimitColumns = Readonly<Record<'capacity' | 'limit_number', number | null>>

/** The limit that is stored in a row. */
export const limitOf = ({ capacity, limit_number }: LimitColumns): PlaceLimit | undefined =>
  capacity === null || limit_number === null ? undefined : { capacity: capacity as Capacity, number: limit_number }
