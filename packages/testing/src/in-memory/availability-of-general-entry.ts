import type { CapacityRepository } from '@museum/application'
import { type Availability, CalendarDate, EntryTimes, TimeOfDay } from '@museum/domain'

/** The places for general entry on dates without entry times, in the order of the dates. */
export const availabilityOfGeneralEntry = async (
  capacities: Pick<CapacityRepository, 'placesOfGeneralEntry'>,
  dates: readonly CalendarDate[],
): Promise<readonly Availability[]> => {
  const [startDate = CalendarDate.first, endDate = startDate] = [dates.toSorted()[0], dates.toSorted().at(-1)]
  const { capacity, taken } = await capacities.placesOfGeneralEntry({ startDate, endDate })
  const clock = { today: CalendarDate.first, timeOfDay: TimeOfDay('00:00') }
  return dates.map((date) => EntryTimes.availabilityOn(date, { capacity, taken: taken.get(date) ?? new Map() }, clock))
}
