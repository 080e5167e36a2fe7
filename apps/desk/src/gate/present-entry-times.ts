import type { AvailabilityOfDate } from '@museum/client'
import type { MuseumTime } from '@museum/client/gate'

/**
 * This entry time and the next one, of those that have not ended: of the event of the gate, otherwise of general entry, or of all
 * events where that has none. Before the first one, the first two.
 */
export const presentEntryTimes = (
  { date, generalEntry, events }: Pick<AvailabilityOfDate, 'date' | 'generalEntry' | 'events'>,
  eventId: string | undefined,
  now: MuseumTime,
): readonly string[] => {
  const ofEvents = events
    .filter((event) => eventId === undefined || event.eventId === eventId)
    .flatMap(({ entryTimes = [] }) => entryTimes)
  const { entryTimes: general = [] } = generalEntry ?? {}
  const ofGate = eventId === undefined && general.length > 0 ? general : ofEvents
  const times = [...new Set(ofGate.map(({ entryTime }) => entryTime))].toSorted()
  // After midnight, all of the day before have begun.
  const begun = times.filter((time) => `${date} ${time}` <= `${now.date} ${now.timeOfDay}`).length
  const first = Math.max(0, begun - 1)
  return times.slice(first, first + 2)
}
