import { type EventId, type EventNotFound, SpecialEvent, type SpecialEventChanges } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

type Needs = Pick<MuseumPorts, 'specialEvents'>

/** Changes only what is sent. Valid tickets for a date that the event loses become cancelled. */
export const updateSpecialEvent =
  ({ specialEvents }: Needs) =>
  (
    eventId: EventId,
    changes: SpecialEventChanges,
    mayChange: Precondition = () => true,
  ): Promise<SpecialEvent | EventNotFound | PreconditionFailed> =>
    specialEvents.update(eventId, (current) =>
      mayChange(current) ? SpecialEvent.update(current, changes) : preconditionFailed(),
    )
