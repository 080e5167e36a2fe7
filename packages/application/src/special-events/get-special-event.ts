import { type EventId, type EventNotFound, type SpecialEvent, eventNotFound } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Returns a planned event. */
export type GetSpecialEvent = (eventId: EventId) => Promise<SpecialEvent | EventNotFound>

export const getSpecialEvent =
  ({ specialEvents }: Pick<MuseumPorts, 'specialEvents'>): GetSpecialEvent =>
  async (eventId) =>
    (await specialEvents.find(eventId)) ?? eventNotFound(eventId)
