import { type Refusal, SpecialEvent, eventNotFound, isRefusal } from '@museum/domain'
import { requestInProgress } from '../idempotency/idempotency-record.ts'
import { pageOf } from '../paging.ts'
import type { SpecialEventRepository } from '../special-events/special-event-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemorySpecialEventRepository = ({ events, records }: InMemoryStore): SpecialEventRepository => ({
  async add(event) {
    events.set(event.eventId, event)
    return event
  },
  async addWithRecord(event, record) {
    if (events.has(event.eventId)) return event
    if (records.find(record.username, record.idempotencyKey) !== undefined) return requestInProgress(record)
    events.set(event.eventId, event)
    records.add(record)
    return event
  },
  async find(eventId) {
    return events.get(eventId)
  },
  async update(eventId, decide) {
    const current = events.get(eventId)
    if (current === undefined) return eventNotFound(eventId)
    const changed: SpecialEvent | Refusal = decide(current)
    if (isRefusal(changed)) return changed as Extract<ReturnType<typeof decide>, Refusal>
    events.set(eventId, changed)
    return changed
  },
  async remove(eventId, permit) {
    const current = events.get(eventId)
    if (current === undefined) return eventNotFound(eventId)
    const refusal = permit(current)
    if (refusal !== undefined) return refusal
    events.delete(eventId)
    return current
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
