import { Instant } from '@museum/domain'
import type { TicketRevocationRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'
import { compareTexts } from './list-part.ts'

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
        .toSorted((a, b) => compareTexts(a.date, b.date) || compareTexts(a.eventId, b.eventId) || a.number - b.number),
      ...(moments.length > 0 && { latest: Instant(Math.max(...moments)) }),
    }
  },
})
