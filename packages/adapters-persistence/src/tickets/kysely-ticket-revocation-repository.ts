import type { TicketRevocationRepository } from '@museum/application'
import { Instant } from '@museum/domain'
import { uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The revocations, in SQL. */
export const kyselyTicketRevocationRepository = ({ query }: MuseumDatabase): TicketRevocationRepository => ({
  list: (date, since) =>
    query(async (tables) => {
      // A time that is stored in seconds may be any moment of that second.
      const sinceSecond = Math.floor(since / 1_000)
      const tickets = await tables
        .selectFrom('ticket_cancellation')
        .select(['ticket_id', 'cancelled_at'])
        .where('ticket_date', '>=', date)
        .where('cancelled_at', '>=', sinceSecond)
        .execute()
      const occurrences = await tables
        .selectFrom('event_occurrence')
        .select((row) => ['event_id', 'event_date', 'number', row.ref('removed_at').$notNull().as('removed_at')])
        .where('event_date', '>=', date)
        .where('removed_at', '>=', sinceSecond)
        .orderBy('event_date')
        .orderBy('event_id')
        .orderBy('number')
        .execute()
      const seconds = [
        ...tickets.map(({ cancelled_at }) => cancelled_at),
        ...occurrences.map(({ removed_at }) => removed_at),
      ]
      const latest = seconds.reduce((latest, second) => Math.max(latest, second), 0)
      return {
        tickets: tickets.map(({ ticket_id }) => uuidOfBytes(ticket_id)).toSorted(),
        occurrences: occurrences.map(({ event_id, event_date, number }) => ({
          eventId: uuidOfBytes(event_id),
          date: event_date,
          number,
        })),
        ...(seconds.length > 0 && { latest: Instant(latest * 1_000 + 999) }),
      }
    }),
})
