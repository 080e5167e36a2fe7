import { type EventId, Occurrence, type Refusal, SpecialEvent, eventNotFound, isRefusal } from '@museum/domain'
import { requestInProgress } from '../idempotency/idempotency-record.ts'
import { pageOf } from '../paging.ts'
import type { SpecialEventRepository } from '../special-events/special-event-repository.ts'
import type { RemovedOccurrence } from '../tickets/ticket-revocation-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemorySpecialEventRepository = ({
  events,
  removedEvents,
  removedOccurrences,
  now,
  records,
  audit,
}: InMemoryStore): SpecialEventRepository => {
  const removeOccurrences = (eventId: EventId, removed: readonly Occurrence[]) => {
    removedOccurrences.push(...removed.map((each) => ({ eventId, ...each, removedAt: now() })))
  }
  return {
    async add(event, entry) {
      events.set(event.eventId, event)
      audit.add(entry)
      return event
    },
    async addWithRecord(event, record, entry) {
      if (events.has(event.eventId)) return event
      if (records.find(record.username, record.idempotencyKey) !== undefined) return requestInProgress(record)
      events.set(event.eventId, event)
      records.add(record)
      audit.add(entry)
      return event
    },
    async find(eventId) {
      return events.get(eventId)
    },
    async update(eventId, decide, entryOf) {
      const current = events.get(eventId)
      if (current === undefined) return eventNotFound(eventId)
      const changed: SpecialEvent | Refusal = decide(current)
      if (isRefusal(changed)) return changed as Extract<ReturnType<typeof decide>, Refusal>
      if (changed === current) return current
      audit.add(entryOf(current, changed))
      removeOccurrences(eventId, Occurrence.compare(current.occurrences, changed.occurrences).removed)
      events.set(eventId, changed)
      return changed
    },
    async remove(eventId, permit, entryOf) {
      const current = events.get(eventId)
      if (current === undefined) return eventNotFound(eventId)
      const refusal = permit(current)
      if (refusal !== undefined) return refusal
      audit.add(entryOf(current))
      removeOccurrences(eventId, current.occurrences)
      events.delete(eventId)
      removedEvents.set(eventId, { ...current, revision: current.revision + 1 })
      return current
    },
    async restore(eventId, entryOf) {
      const current = events.get(eventId)
      if (current !== undefined) return { event: current, isChanged: false }
      const removed = removedEvents.get(eventId)
      if (removed === undefined) return eventNotFound(eventId)
      const event = { ...removed, revision: removed.revision + 1 }
      audit.add(entryOf(event))
      removedEvents.delete(eventId)
      const isRestored = (removed: RemovedOccurrence) =>
        removed.eventId === eventId &&
        event.occurrences.some(({ date, number }) => date === removed.date && number === removed.number)
      removedOccurrences.splice(0, Infinity, ...removedOccurrences.filter((each) => !isRestored(each)))
      events.set(eventId, event)
      return { event, isChanged: true }
    },
    async after(eventId, limit) {
      const following = [...events.values()].filter((event) => eventId === undefined || event.eventId > eventId)
      return following.toSorted((a, b) => compare(a.eventId, b.eventId)).slice(0, limit)
    },
    async during({ startDate, endDate }, { page, limit }) {
      const matching = [...events.values()]
        .map((event) => ({ event, first: SpecialEvent.datesOf(event).find((date) => date >= startDate) }))
        .filter(({ first }) => first !== undefined && (endDate === undefined || first <= endDate))
        .toSorted((a, b) => compare(a.first!, b.first!) || compare(a.event.eventId, b.event.eventId))
        .map(({ event }) => event)
      return pageOf(matching.slice((page - 1) * limit, page * limit), matching.length)
    },
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
