import type { CalendarDate } from '@museum/domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

/**
 * Counts the valid and admitted tickets of a date, by the rules of `ticketState`: those of general entry and of the
 * occurrences that exist, and the admitted ones of removed occurrences. It is one statement, so that all are counted at one
 * moment.
 */
export const countSoldTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<number> => {
  const { general, event, removed } = await tables
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('museum_ticket')
        .select(fn.countAll<number>().as('count'))
        .where('event_id', 'is', null)
        .where('ticket_date', '=', date)
        .where(isNotCancelled)
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
        .where(isNotCancelled)
        .as('event'),
      selectFrom('removed_special_event_occurrence as occurrence')
        .innerJoin('museum_ticket', (ticket) =>
          ticket
            .onRef('museum_ticket.event_id', '=', 'occurrence.event_id')
            .onRef('museum_ticket.ticket_date', '=', 'occurrence.event_date')
            .onRef('museum_ticket.occurrence_number', '=', 'occurrence.occurrence_number'),
        )
        .select(fn.countAll<number>().as('count'))
        .where('occurrence.event_date', '=', date)
        .where('museum_ticket.admission_id', 'is not', null)
        .as('removed'),
    ])
    .executeTakeFirstOrThrow()
  return general! + event! + removed!
}

const isNotCancelled = ({ or, eb }: ExpressionBuilder<MuseumTables, 'museum_ticket'>) =>
  or([eb('museum_ticket.state', '!=', 'cancelled'), eb('museum_ticket.admission_id', 'is not', null)])
