import { Attendance, Page, type TicketCount } from '@museum/application'
import { type CalendarDate, type EventId, TimeOfDay } from '@museum/domain'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems } from '../database/pages.ts'
import { type UuidBytes, uuidOfBytes } from '@museum/database'

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
    .selectFrom('event_occurrence')
    .select('event_date as date')
    .where('removed_at', 'is', null)
    .where('event_date', '>=', date)
    .orderBy('event_date')
    .limit(1)
    .executeTakeFirst()
  const dates = [ofTickets, ofEvents].flatMap((row) => (row === undefined ? [] : [row.date]))
  return dates.toSorted()[0]
}

/**
 * Counts the valid tickets of a date, by the rules of `ticketState`: general tickets, and event tickets of existing
 * occurrences. Counting stops at `Page.maxCountedItems` tickets of each type, since each requires reading a row.
 */
export const countValidTickets = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<TicketCount> => {
  const valid = tables
    .selectFrom('museum_ticket')
    .select('ticket_id')
    .where('ticket_date', '=', date)
    .where('state', '!=', 'cancelled')
    .where('admission_id', 'is', null)
  const general = await countItems(tables, valid.where('event_id', 'is', null), Page.maxCountedItems)
  const occurrences = await tables
    .selectFrom('event_occurrence')
    .select(['event_id', 'number'])
    .where('event_date', '=', date)
    .where('removed_at', 'is', null)
    .execute()
  let event = 0
  for (const { event_id, number } of occurrences) {
    if (event >= Page.maxCountedItems) break
    const ofOccurrence = valid.where('event_id', '=', event_id).where('occurrence_number', '=', number)
    event += await countItems(tables, ofOccurrence, Page.maxCountedItems - event)
  }
  return { date, general, event }
}

/**
 * Counts the valid and the admitted tickets of a date, by the rules of `ticketState`: those of general entry and of existing
 * occurrences, and the admitted ones of removed occurrences. In one statement, so that all are counted at the same moment, and
 * with the names that the events have at that moment.
 */
export const countAttendance = async (
  tables: Kysely<MuseumTables>,
  date: CalendarDate,
): Promise<readonly Attendance[]> => {
  const rows = await tables
    .selectFrom(({ selectFrom }) => {
      const counts = ({ fn }: ExpressionBuilder<MuseumTables, 'museum_ticket'>) =>
        [fn.countAll<number>().as('sold'), fn.count<number>('museum_ticket.admission_id').as('admitted')] as const
      return selectFrom('museum_ticket')
        .select([sql<UuidBytes<EventId> | null>`null`.as('event_id'), 'entry_minute'])
        .select(counts)
        .where('event_id', 'is', null)
        .where('ticket_date', '=', date)
        .where(isNotCancelled)
        .groupBy('entry_minute')
        .unionAll(
          selectFrom('event_occurrence as occurrence')
            .innerJoin('museum_ticket', (ticket) =>
              ticket
                .onRef('museum_ticket.event_id', '=', 'occurrence.event_id')
                .on('museum_ticket.ticket_date', '=', date)
                .onRef('museum_ticket.occurrence_number', '=', 'occurrence.number'),
            )
            .select(['museum_ticket.event_id', 'entry_minute'])
            .select(counts)
            .where('occurrence.event_date', '=', date)
            .where(isNotCancelled)
            .where(({ or, eb }) => or([eb('occurrence.removed_at', 'is', null), eb('admission_id', 'is not', null)]))
            .groupBy(['museum_ticket.event_id', 'entry_minute']),
        )
        .as('counted')
    })
    .select(({ selectFrom }) => [
      'counted.event_id',
      // Not a join, for which MySQL would read all rows of a short table.
      selectFrom('special_event as event')
        .select('event.name')
        .whereRef('event.event_id', '=', 'counted.event_id')
        .as('name'),
      'entry_minute',
      'sold',
      'admitted',
    ])
    .execute()
  const byOffer = Map.groupBy(rows, ({ event_id }) => (event_id === null ? undefined : uuidOfBytes(event_id)))
  return [...byOffer].map(([eventId, ofOffer]) => {
    const counts = Attendance.of(
      ofOffer.map(({ entry_minute, sold, admitted }) => ({
        entryTime: entry_minute === null ? null : TimeOfDay.ofMinutes(entry_minute),
        sold,
        admitted,
      })),
    )
    return eventId === undefined
      ? Object.assign({ ticketType: 'general' as const }, counts)
      : Object.assign({ ticketType: 'event' as const, eventId, eventName: ofOffer[0]!.name! }, counts)
  })
}

const isNotCancelled = ({ or, eb }: ExpressionBuilder<MuseumTables, 'museum_ticket'>) =>
  or([eb('museum_ticket.state', '!=', 'cancelled'), eb('museum_ticket.admission_id', 'is not', null)])
