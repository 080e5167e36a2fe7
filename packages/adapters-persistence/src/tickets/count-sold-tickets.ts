import type { CalendarDate } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

/**
 * Counts the valid and admitted tickets of a date, by the rules of `ticketState`, in one statement, so that all are counted
 * at one moment.
 */
export const countSoldTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<number> => {
  const { general, event } = await tables
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('museum_ticket')
        .select(fn.countAll<number>().as('count'))
        .where('event_id', 'is', null)
        .where('ticket_date', '=', date)
        .where('state', '!=', 'cancelled')
        .as('general'),
      selectFrom('special_event_occurrence as occurrence')
        .innerJoin('museum_ticket', (ticket) =>
          ticket
            .onRef('museum_ticket.event_id', '=', 'occurrence.event_id')
            .onRef('museum_ticket.ticket_date', '=', 'occurrence.event_date')
            .onRef('museum_ticket.occurrence_number', '=', 'occurrence.occurrence_number'),
        )
        .select(fn.countAll<number>().as('count'))
        .where('occurrence.event_date', '=', date)
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('event'),
    ])
    .executeTakeFirstOrThrow()
  return general! + event!
}
