import { Instant } from '@museum/domain'
import type { TicketRevocationRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryTicketRevocationRepository = ({
  tickets,
  cancellations,
  removedOccurrences,
}: InMemoryStore): TicketRevocationRepository => ({
  async list(date, since) {
    const cancelled = [...cancellations].filter(
      ([ticketId, { storedAt }]) => storedAt >= since && tickets.get(ticketId)!.ticketDate >= date,
    )
    const removed = removedOccurrences.filter((each) => each.removedAt >= since && each.date >= date)
    const moments = [...cancelled.map(([, { storedAt }]) => storedAt), ...removed.map(({ removedAt }) => removedAt)]
    return {
      tickets: cancelled.map(([ticketId]) => ticketId).toSorted(),
      occurrences: removed
        .map(({ eventId, date: removedDate, number }) => ({ eventId, date: removedDate, number }))
        .toSorted((a, b) => compare(a.date, b.date) || compare(a.eventId, b.eventId) || a.number - b.number),
      ...(moments.length > 0 && { latest: Instant(Math.max(...moments)) }),
    }
  },
})

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
