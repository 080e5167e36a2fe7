import type { CalendarDate, Capacity, EventId, EventName, Places } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { generalEntryId, soldForOccurrence } from '../places/slot-rows.ts'
import { uuidOfBytes } from '../database/uuid-column.ts'

/** A date whose stored count differs from the number of its tickets. `event` is absent for general entry. */
export type WrongCounter = Places &
  Readonly<{
    event?: Readonly<{ eventId: EventId; name: EventName }>
    date: CalendarDate
    /** The number of tickets of the date that are valid or admitted; `sold` is the stored count. */
    tickets: number
  }>

/** The result of `findWrongCounters`. `uncheckedUntil`: the latest date for which there was no time. */
export type CounterInspection = Readonly<{
  counters: number
  wrong: readonly WrongCounter[]
  uncheckedUntil?: CalendarDate
}>

/** The number of dates for which one statement counts. */
const datesAtOnce = 30
/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/**
 * Compares the stored count of each date with its tickets, the latest dates first, and starts with no further date after
 * `milliseconds`. A counter and its tickets are read at one moment, so concurrent sales cause no difference. Locks nothing.
 */
export const findWrongCounters = async (
  { kysely, withDeadline }: MuseumDatabase,
  milliseconds = 60_000,
): Promise<CounterInspection> => {
  const end = performance.now() + milliseconds
  const rows = await kysely
    .selectFrom('event_occurrence')
    .select('event_date as date')
    .where('removed_at', 'is', null)
    .union(kysely.selectFrom('slot').select('slot_date as date').where('offer_id', '=', generalEntryId))
    .orderBy('date', 'desc')
    .execute()
  const dates = rows.map(({ date }) => date)
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

const readCounters = async (
  tables: Kysely<MuseumTables>,
  dates: readonly string[],
): Promise<readonly WrongCounter[]> => {
  const ofEvents = await tables
    .selectFrom('event_occurrence as occurrence')
    .innerJoin('special_event as event', 'event.event_id', 'occurrence.event_id')
    .select(['occurrence.event_id', 'occurrence.event_date as date', 'event.name', 'event.capacity'])
    .select(soldForOccurrence)
    .select(({ selectFrom }) =>
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .whereRef('museum_ticket.event_id', '=', 'occurrence.event_id')
        .whereRef('museum_ticket.ticket_date', '=', 'occurrence.event_date')
        .whereRef('museum_ticket.occurrence_number', '=', 'occurrence.number')
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    )
    .where('occurrence.event_date', 'in', dates)
    .where('occurrence.removed_at', 'is', null)
    .execute()
  const ofGeneralEntry = await tables
    .selectFrom(['slot', 'general_entry'])
    .select(['capacity', 'slot_date as date', 'sold'])
    .select(({ selectFrom }) =>
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .where('museum_ticket.event_id', 'is', null)
        .whereRef('museum_ticket.ticket_date', '=', 'slot.slot_date')
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    )
    .where('offer_id', '=', generalEntryId)
    .where('slot_date', 'in', dates)
    .execute()
  return [
    ...ofGeneralEntry.map((row) => counterOf(row)),
    ...ofEvents.map((row) =>
      counterOf(row, { eventId: uuidOfBytes(row.event_id) as EventId, name: row.name as EventName }),
    ),
  ]
}

/** A slot for which no ticket was sold has no row. */
type Row = Readonly<{ date: string; capacity: number | null; sold: number | null; tickets: number | null }>
const counterOf = ({ date, capacity, sold, tickets }: Row, event?: WrongCounter['event']): WrongCounter => ({
  ...(event && { event }),
  date: date as CalendarDate,
  capacity: capacity as Capacity | null,
  sold: sold ?? 0,
  tickets: tickets!,
})

/** Whether any ticket was sold under a ticket key, so that its code is signed. */
export const isAnyTicketSigned = async ({ query }: MuseumDatabase): Promise<boolean> => {
  const signed = await query((tables) =>
    tables.selectFrom('museum_ticket').select('ticket_id').where('signing_key', 'is not', null).limit(1).execute(),
  )
  return signed.length > 0
}
