import { type Availability, type EventId, type EventNotFound, isRefusal } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { toAvailability } from './to-availability.ts'

/** Returns the places of each date of an event, in ascending order of the dates. */
export type GetEventAvailability = (eventId: EventId) => Promise<readonly Availability[] | EventNotFound>

export const getEventAvailability =
  ({ capacities }: Pick<MuseumPorts, 'capacities'>): GetEventAvailability =>
  async (eventId) => {
    const sold = await capacities.soldForEvent(eventId)
    return isRefusal(sold) ? sold : toAvailability(sold)
  }
