import { type Refusal, SpecialEvent, eventNotFound, isRefusal } from '@museum/domain'
import { requestInProgress } from '../idempotency/idempotency-record.ts'
import { pageOf } from '../paging.ts'
import type { SpecialEventRepository } from '../special-events/special-event-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemorySpecialEventRepository = ({
  events,
  removedEvents,
  records,
  audit,
}: InMemoryStore): SpecialEventRepository => ({
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
    events.set(eventId, changed)
    return changed
  },
  async remove(eventId, permit, entryOf) {
    const current = events.get(eventId)
    if (current === undefined) return eventNotFound(eventId)
    const refusal = permit(current)
    if (refusal !== undefined) return refusal
    audit.add(entryOf(current))
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
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
