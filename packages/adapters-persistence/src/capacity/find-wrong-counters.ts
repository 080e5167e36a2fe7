import type { CalendarDate, EventId, EventName } from '@museum/domain'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { uuidOfBytes } from '../database/uuid-column.ts'
import { noEvent } from './counter-key.ts'

/** A limited date whose counter is not the number of its tickets. `event` is absent for general entry. */
export type WrongCounter = Readonly<{
  event?: Readonly<{ eventId: EventId; name: EventName }>
  date: CalendarDate
  capacity: number
  /** What the counter says. */
  sold: number
  /** The tickets of the date that are valid or admitted. */
  tickets: number
}>

/** What `findWrongCounters` has found. `uncheckedUntil`: the last date for which there was no time. */
export type CounterInspection = Readonly<{
  counters: number
  wrong: readonly WrongCounter[]
  uncheckedUntil?: CalendarDate
}>

/** For how many dates one statement counts. */
const datesAtOnce = 30
/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/**
 * Compares the counter of each limited date with its tickets, the latest dates first, and begins with no other date after
 * `milliseconds`. A counter and its tickets are read at one moment, so sales that go on meanwhile are right. Locks nothing.
 */
export const findWrongCounters = async (
  { kysely, withDeadline }: MuseumDatabase,
  milliseconds = 60_000,
): Promise<CounterInspection> => {
  const end = performance.now() + milliseconds
  const rows = await kysely
    .selectFrom('place_counter')
    .select('event_date')
    .distinct()
    .orderBy('event_date', 'desc')
    .execute()
  const dates = rows.map(({ event_date }) => event_date)
  const counters: WrongCounter[] = []
  let checked = 0
  while (checked < dates.length && performance.now() < end) {
    const some = dates.slice(checked, checked + datesAtOnce)
    counters.push(...(await withDeadline(statementMilliseconds, () => readCounters(kysely, some))))
    checked += some.length
  }
  return {
    counters: counters.length,
    wrong: counters.filter(({ sold, tickets }) => sold !== tickets),
    ...(checked < dates.length && { uncheckedUntil: dates[checked] as CalendarDate }),
  }
}

/** The counters of the limits in force, with what they count. */
const readCounters = async (
  tables: Kysely<MuseumTables>,
  dates: readonly string[],
): Promise<readonly WrongCounter[]> => {
  const ofEvents = await tables
    .selectFrom('place_counter')
    .innerJoin('special_event', (event) =>
      event
        .onRef('special_event.event_id', '=', 'place_counter.event_id')
        .onRef('special_event.limit_number', '=', 'place_counter.limit_number'),
    )
    // Without those of dates that were removed from the event.
    .innerJoin('special_event_occurrence as occurrence', (occurrence) =>
      occurrence
        .onRef('occurrence.event_id', '=', 'place_counter.event_id')
        .onRef('occurrence.event_date', '=', 'place_counter.event_date')
        .onRef('occurrence.occurrence_number', '=', 'place_counter.occurrence_number'),
    )
    .select(['special_event.event_id', 'special_event.name', 'special_event.capacity'])
    .select(['place_counter.event_date as date', 'place_counter.sold'])
    .select((of) =>
      countTickets(of)
        .whereRef('museum_ticket.event_id', '=', 'place_counter.event_id')
        .whereRef('museum_ticket.occurrence_number', '=', 'place_counter.occurrence_number')
        .as('tickets'),
    )
    .where('place_counter.event_date', 'in', dates)
    .execute()
  const ofGeneralEntry = await tables
    .selectFrom('place_counter')
    .innerJoin('general_entry_limit', (limit) =>
      limit.onRef('general_entry_limit.limit_number', '=', 'place_counter.limit_number'),
    )
    .select(['general_entry_limit.capacity', 'place_counter.event_date as date', 'place_counter.sold'])
    .select((of) => countTickets(of).where('museum_ticket.event_id', 'is', null).as('tickets'))
    .where('place_counter.event_id', '=', noEvent)
    .where('place_counter.event_date', 'in', dates)
    .execute()
  return [
    ...ofGeneralEntry.map((row) => counterOf(row)),
    ...ofEvents.map((row) =>
      counterOf(row, { eventId: uuidOfBytes(row.event_id) as EventId, name: row.name as EventName }),
    ),
  ]
}

const countTickets = ({ selectFrom }: ExpressionBuilder<MuseumTables, 'place_counter'>) =>
  selectFrom('museum_ticket')
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .whereRef('museum_ticket.ticket_date', '=', 'place_counter.event_date')
    .where('museum_ticket.state', '!=', 'cancelled')

type Row = Readonly<{ date: string; capacity: number | null; sold: number; tickets: number | null }>
const counterOf = ({ date, capacity, sold, tickets }: Row, event?: WrongCounter['event']): WrongCounter => ({
  ...(event && { event }),
  date: date as CalendarDate,
  capacity: capacity!,
  sold,
  tickets: tickets!,
})
