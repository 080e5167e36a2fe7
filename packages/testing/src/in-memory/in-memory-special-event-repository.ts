import { type EventId, Occurrence, type Refusal, SpecialEvent, isRefusal } from '@museum/domain'
import {
  IdempotencyRecord,
  type ImportOutcome,
  type ImportedEvent,
  type RemovedOccurrence,
  type SpecialEventRepository,
} from '@museum/application'
import { type InMemoryStore, toSecond } from './in-memory-store.ts'
import { compareTexts, listPart } from './list-part.ts'

export const inMemorySpecialEventRepository = ({
  events,
  deletedEvents,
  removedOccurrences,
  importKeys,
  now,
  records,
  record: recordMessages,
  audit,
}: InMemoryStore): SpecialEventRepository => {
  const removeOccurrences = (eventId: EventId, removed: readonly Occurrence[]) => {
    removedOccurrences.push(...removed.map((each) => ({ eventId, ...each, removedAt: now() })))
  }
  const isKnown = (eventId: EventId) => events.has(eventId) || deletedEvents.has(eventId)
  const importOne = ({ event, entry, importKey, givenId }: ImportedEvent, isDryRun: boolean): ImportOutcome => {
    if (givenId !== undefined && isKnown(givenId)) return 'existing'
    if (importKeys.has(importKey)) return 'imported-before'
    if (isDryRun) return 'created'
    events.set(event.eventId, event)
    importKeys.add(importKey)
    audit.add(entry)
    recordMessages({ type: 'special-event.created', event, at: entry.at })
    return 'created'
  }
  return {
    async add(event, entry, record) {
      if (record !== undefined) {
        if (events.has(event.eventId)) return event
        if (records.find(record.username, record.idempotencyKey) !== undefined)
          return IdempotencyRecord.inProgress(record)
        records.add(record)
      }
      events.set(event.eventId, event)
      audit.add(entry)
      recordMessages({ type: 'special-event.created', event, at: entry.at })
      return event
    },
    async *addImported(imported, { isDryRun = false } = {}) {
      for (const each of imported) yield [importOne(each, isDryRun)]
    },
    async find(eventId) {
      return events.get(eventId)
    },
    async isKnown(eventId) {
      return isKnown(eventId)
    },
    async update(eventId, decide, entryOf) {
      const current = events.get(eventId)
      if (current === undefined) return SpecialEvent.notFound(eventId)
      const changed: SpecialEvent | Refusal = decide(current)
      if (isRefusal(changed)) return changed as Extract<ReturnType<typeof decide>, Refusal>
      if (changed === current) return current
      const entry = entryOf(current, changed)
      audit.add(entry)
      const { removed } = Occurrence.compare(current.occurrences, changed.occurrences)
      recordMessages(
        { type: 'special-event.updated', event: changed, at: entry.at },
        removed.length > 0 ? { type: 'event-tickets.changed', eventId, at: entry.at } : undefined,
      )
      removeOccurrences(eventId, removed)
      events.set(eventId, changed)
      return changed
    },
    async remove(eventId, findRefusal, entryOf) {
      const current = events.get(eventId)
      if (current === undefined) return SpecialEvent.notFound(eventId)
      const refusal = findRefusal(current)
      if (refusal !== undefined) return refusal
      const entry = entryOf(current)
      audit.add(entry)
      recordMessages(
        { type: 'special-event.deleted', event: current, at: entry.at },
        { type: 'event-tickets.changed', eventId, at: entry.at },
      )
      removeOccurrences(eventId, current.occurrences)
      events.delete(eventId)
      deletedEvents.set(eventId, { event: { ...current, revision: current.revision + 1 }, deletedAt: toSecond(now()) })
      return current
    },
    async restore(eventId, entryOf) {
      const current = events.get(eventId)
      if (current !== undefined) return { event: current, isChanged: false }
      const removed = deletedEvents.get(eventId)
      if (removed === undefined) return SpecialEvent.notFound(eventId)
      const event = { ...removed.event, revision: removed.event.revision + 1 }
      const entry = entryOf(event)
      audit.add(entry)
      recordMessages(
        { type: 'special-event.restored', event, at: entry.at },
        { type: 'event-tickets.changed', eventId, at: entry.at },
      )
      deletedEvents.delete(eventId)
      const isRestored = (removed: RemovedOccurrence) =>
        removed.eventId === eventId &&
        event.occurrences.some(({ date, number }) => date === removed.date && number === removed.number)
      removedOccurrences.splice(0, Infinity, ...removedOccurrences.filter((each) => !isRestored(each)))
      events.set(eventId, event)
      return { event, isChanged: true }
    },
    async after(eventId, limit) {
      return [...events.values()]
        .filter((event) => eventId === undefined || event.eventId > eventId)
        .toSorted((a, b) => compareTexts(a.eventId, b.eventId))
        .slice(0, limit)
    },
    async deleted(request) {
      return listPart(
        [...deletedEvents.values()],
        request,
        (a, b) => b.deletedAt - a.deletedAt || compareTexts(a.event.eventId, b.event.eventId),
      )
    },
    async during({ startDate, endDate }, request) {
      const firstDate = (event: SpecialEvent) => SpecialEvent.datesOf(event).find((date) => date >= startDate)
      const matching = [...events.values()].filter((event) => {
        const first = firstDate(event)
        return first !== undefined && (endDate === undefined || first <= endDate)
      })
      return listPart(
        matching,
        request,
        (a, b) => compareTexts(firstDate(a)!, firstDate(b)!) || compareTexts(a.eventId, b.eventId),
      )
    },
  }
}
