import { type EventId, type EventNotFound, type SpecialEvent, eventNotFound } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<MuseumPorts, 'specialEvents'>

export const getSpecialEvent =
  ({ specialEvents }: Needs) =>
  async (eventId: EventId): Promise<SpecialEvent | EventNotFound> =>
    (await specialEvents.find(eventId)) ?? eventNotFound(eventId)
