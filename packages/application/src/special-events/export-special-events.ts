import type { EventId, SpecialEvent } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/**
 * Returns every event, past ones included, in ascending order of the eventId. An event that exists during the whole export
 * comes exactly once, each as it is when it is read.
 */
export type ExportSpecialEvents = () => AsyncIterable<SpecialEvent>

/** How many events are read at a time. */
const chunkSize = 100

export const exportSpecialEvents = ({ specialEvents }: Pick<MuseumPorts, 'specialEvents'>): ExportSpecialEvents =>
  async function* () {
    let last: EventId | undefined
    for (;;) {
      const events = await specialEvents.after(last, chunkSize)
      yield* events
      last = events.at(-1)?.eventId
      if (events.length < chunkSize) return
    }
  }
