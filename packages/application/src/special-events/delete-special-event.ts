import type { EventId, EventNotFound, SpecialEvent } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

type Needs = Pick<MuseumPorts, 'specialEvents'>

/** Cancels a planned event, and its valid tickets with it. Answers what was cancelled. */
export const deleteSpecialEvent =
  ({ specialEvents }: Needs) =>
  (
    eventId: EventId,
    mayDelete: Precondition = () => true,
  ): Promise<SpecialEvent | EventNotFound | PreconditionFailed> =>
    specialEvents.remove(eventId, (current) => (mayDelete(current) ? undefined : preconditionFailed()))
