import type { Period, TicketCount } from '@museum/application'
import { CalendarDate } from '@museum/domain'
import type { Kysely, NotNull } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

/**
 * Counts the valid tickets of each date that has any, in ascending order of the dates, with the rules of `ticketState`. All
 * are counted in one statement, so as of one moment: general tickets in their range of the index by event and date, event
 * tickets by the occurrences that exist.
 */
export const countValidTickets = async (
  tables: Kysely<MuseumTables>,
  { startDate, endDate = CalendarDate.last }: Period,
): Promise<readonly TicketCount[]> => {
  const rows = await tables
    .selectFrom('museum_ticket')
    .select(({ fn, val }) => ['ticket_date as date', val('general').as('type'), fn.countAll<number>().as('count')])
    .where('event_id', 'is', null)
    .where('ticket_date', '>=', startDate)
    .where('ticket_date', '<=', endDate)
    .where('state', '!=', 'cancelled')
    .groupBy('ticket_date')
    .unionAll(
      tables
        .selectFrom('special_event_occurrence')
        .select(({ val, selectFrom }) => [
          'event_date as date',
          val('event').as('type'),
          // A subquery, so that no engine begins with the tickets.
          selectFrom('museum_ticket')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('museum_ticket.event_id', '=', 'special_event_occurrence.event_id')
            .whereRef('museum_ticket.ticket_date', '=', 'special_event_occurrence.event_date')
            .whereRef('museum_ticket.occurrence_number', '=', 'special_event_occurrence.occurrence_number')
            .where('museum_ticket.state', '!=', 'cancelled')
            .as('count'),
        ])
        .where('event_date', '>=', startDate)
        .where('event_date', '<=', endDate)
        .$narrowType<{ count: NotNull }>(),
    )
    .execute()
  const counts = new Map<CalendarDate, TicketCount>()
  for (const { date, type, count } of rows) {
    if (count === 0) continue
    const ofDate = counts.get(date as CalendarDate) ?? { date: date as CalendarDate, general: 0, event: 0 }
    counts.set(ofDate.date, { ...ofDate, [type]: ofDate[type as 'general' | 'event'] + count })
  }
  return [...counts.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
