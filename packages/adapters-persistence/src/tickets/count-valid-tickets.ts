import { type TicketCount, maxCountedItems } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import type { Kysely } from 'kysely'
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
    .selectFrom('special_event_occurrence')
    .select('event_date as date')
    .where('event_date', '>=', date)
    .orderBy('event_date')
    .limit(1)
    .executeTakeFirst()
  const dates = [ofTickets, ofEvents].flatMap((row) => (row === undefined ? [] : [row.date as CalendarDate]))
  return dates.toSorted()[0]
}

/**
 * Counts the valid tickets of a date, by the rules of `ticketState`: general tickets, and event tickets of the occurrences
 * that exist. Counting stops at `maxCountedItems` tickets of each type, since each costs the read of a row.
 */
export const countValidTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<TicketCount> => {
  const general = await countRows(tables, maxCountedItems, (tickets) =>
    tickets.where('event_id', 'is', null).where('ticket_date', '=', date),
  )
  const occurrences = await tables
    .selectFrom('special_event_occurrence')
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
