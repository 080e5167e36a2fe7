import type { EventId } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { RemovedEvent } from './special-event-repository.ts'

/** Returns every deleted event that was not restored, in ascending order of the eventId, each as it was. */
export type ListDeletedSpecialEvents = () => AsyncIterable<RemovedEvent>

/** How many events are read at a time. */
const chunkSize = 100

export const listDeletedSpecialEvents = ({
  specialEvents,
}: Pick<MuseumPorts, 'specialEvents'>): ListDeletedSpecialEvents =>
  async function* () {
    let last: EventId | undefined
    for (;;) {
      const removed = await specialEvents.removedAfter(last, chunkSize)
      yield* removed
      last = removed.at(-1)?.event.eventId
      if (removed.length < chunkSize) return
    }
  }
