import { Availability } from '@museum/domain'
import type { SoldPlaces } from './capacity-repository.ts'

/** The places of each date. */
export const toAvailability = ({ limit, dates }: SoldPlaces): readonly Availability[] =>
  dates.map(({ date, sold }) => Availability.of(date, limit?.capacity ?? null, sold))
