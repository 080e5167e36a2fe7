import { type TicketCount, maxCountedItems } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

/** The first date from `date` on with a general ticket, or on which an event takes place. */
export const findNextDate = async (
  tables: Kysely<MuseumTables>,
  date: CalendarDate,
): Promise<CalendarDate | undefined> => {
  const ofTickets = await tables
    .selectFrom('museum_ticket')
    .select('ticket_date as date')
    .where('event_id', 'is', null)
    .where('ticket_date', '>=', date)
    .orderBy('ticket_date')
    .limit(1)
    .executeTakeFirst()
  const ofEvents = await tables
    .selectFrom('occurrence')
    .select('event_date as date')
    .where('event_date', '>=', date)
    .orderBy('event_date')
    .limit(1)
    .executeTakeFirst()
  const dates = [ofTickets, ofEvents].flatMap((row) => (row === undefined ? [] : [row.date as CalendarDate]))
  return dates.toSorted()[0]
}

/**
 * Counts the valid tickets of a date, by the rules of `ticketState`: general tickets, and event tickets of existing
 * occurrences. Counting stops at `maxCountedItems` tickets of each type, since each requires reading a row.
 */
export const countValidTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<TicketCount> => {
  const general = await countRows(tables, maxCountedItems, (tickets) =>
    tickets.where('event_id', 'is', null).where('ticket_date', '=', date),
  )
  const occurrences = await tables
    .selectFrom('occurrence')
    .select(['event_id', 'occurrence_number'])
    .where('event_date', '=', date)
    .execute()
  let event = 0
  for (const { event_id, occurrence_number } of occurrences) {
    if (event >= maxCountedItems) break
    event += await countRows(tables, maxCountedItems - event, (tickets) =>
      tickets
        .where('event_id', '=', event_id)
        .where('ticket_date', '=', date)
        .where('occurrence_number', '=', occurrence_number),
    )
  }
  return { date, general, event }
}

type ValidTickets = ReturnType<typeof validTickets>

const validTickets = (tables: Kysely<MuseumTables>) =>
  tables
    .selectFrom('museum_ticket')
    .select(({ lit }) => lit(1).as('one'))
    .where('state', '!=', 'cancelled')
    .where('admission_id', 'is', null)

/** The number of valid tickets, at most `max`. */
const countRows = async (
  tables: Kysely<MuseumTables>,
  max: number,
  select: (tickets: ValidTickets) => ValidTickets,
) => {
  const { count } = await tables
    .selectFrom(select(validTickets(tables)).limit(max).as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts the valid and the admitted tickets of a date, by the rules of `ticketState`: those of general entry and of existing
 * occurrences, and the admitted ones of removed occurrences. In one statement, so that all are counted at the same moment.
 */
export const countSoldTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<number> => {
  const { general, event, removed } = await tables
    .selectNoFrom(({ selectFrom, fn }) => {
      const ticketsOf = (table: 'occurrence' | 'removed_occurrence') =>
        selectFrom(`${table as 'occurrence'} as dates`)
          .innerJoin('museum_ticket', (ticket) =>
            ticket
              .onRef('museum_ticket.event_id', '=', 'dates.event_id')
              .onRef('museum_ticket.ticket_date', '=', 'dates.event_date')
              .onRef('museum_ticket.occurrence_number', '=', 'dates.occurrence_number'),
          )
          .select(fn.countAll<number>().as('count'))
          .where('dates.event_date', '=', date)
      return [
        selectFrom('museum_ticket')
          .select(fn.countAll<number>().as('count'))
          .where('event_id', 'is', null)
          .where('ticket_date', '=', date)
          .where(isNotCancelled)
          .as('general'),
        ticketsOf('occurrence').where(isNotCancelled).as('event'),
        ticketsOf('removed_occurrence').where('admission_id', 'is not', null).as('removed'),
      ]
    })
    .executeTakeFirstOrThrow()
  return general! + event! + removed!
}

const isNotCancelled = ({ or, eb }: ExpressionBuilder<MuseumTables, 'museum_ticket'>) =>
  or([eb('museum_ticket.state', '!=', 'cancelled'), eb('museum_ticket.admission_id', 'is not', null)])
