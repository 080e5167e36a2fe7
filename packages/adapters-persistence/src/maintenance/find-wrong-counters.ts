import { uuidOfBytes } from '@museum/database'
import type { CalendarDate, EventId, EventName } from '@museum/domain'
import { type Kysely, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { generalEntryId, soldForOccurrence } from '../places/slot-rows.ts'

/** A date whose stored count differs from the number of its tickets. `event` is absent for general entry. */
export type WrongCounter = Readonly<{
  /** Without a name if the database lacks the event. `isRemoved`: the date was removed, or the event deleted. */
  event?: Readonly<{ eventId: EventId; name?: EventName; isRemoved: boolean }>
  date: CalendarDate
  /** The stored count, 0 if its row is missing. */
  sold: number
  /** The number of tickets of the date that are not cancelled individually. */
  tickets: number
}>

/** The number of dates for which one statement counts. */
const datesAtOnce = 30
/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/**
 * Compares the stored count of each date with its tickets, the latest dates first, and starts with no further date after
 * `milliseconds`: `uncheckedUntil` is the latest date for which there was no time. Removed dates are compared too, and dates whose
 * count has no row. A counter and its tickets are read at one moment, so concurrent sales cause no difference. Locks nothing.
 */
export const findWrongCounters = async ({ kysely, withDeadline }: MuseumDatabase, milliseconds = 60_000) => {
  const end = performance.now() + milliseconds
  const counters: WrongCounter[] = []
  let uncheckedUntil: CalendarDate | undefined
  const datesBefore = (date?: CalendarDate) => withDeadline(statementMilliseconds, () => latestDates(kysely, date))
  for (let dates = await datesBefore(); dates.length > 0; dates = await datesBefore(dates.at(-1))) {
    if (performance.now() >= end) uncheckedUntil = dates[0]
    if (uncheckedUntil !== undefined) break
    counters.push(...(await withDeadline(statementMilliseconds, () => readCounters(kysely, dates))))
  }
  const wrong = counters.filter(({ sold, tickets }) => sold !== tickets)
  return { counters: counters.length, wrong, ...(uncheckedUntil && { uncheckedUntil }) }
}

/** The latest dates, before a date, that have a counter or tickets of general entry; the latest first. */
const latestDates = async (tables: Kysely<MuseumTables>, before?: CalendarDate): Promise<readonly CalendarDate[]> => {
  const latest = async <Table extends keyof MuseumTables>(
    dated: SelectQueryBuilder<MuseumTables, Table, { date: CalendarDate }>,
    date: ReferenceExpression<MuseumTables, Table>,
  ) => {
    const rows = await dated
      .$if(before !== undefined, (all) => all.where(date, '<', before as never))
      .groupBy(date)
      .orderBy(date, 'desc')
      .limit(datesAtOnce)
      .execute()
    return rows.map((row) => row.date)
  }
  const dates = [
    await latest(tables.selectFrom('event_occurrence').select('event_date as date'), 'event_date'),
    await latest(
      tables.selectFrom('slot').select('slot_date as date').where('offer_id', '=', generalEntryId),
      'slot_date',
    ),
    await latest(
      tables.selectFrom('museum_ticket').select('ticket_date as date').where('event_id', 'is', null),
      'ticket_date',
    ),
  ]
  return [...new Set(dates.flat())].toSorted().toReversed().slice(0, datesAtOnce)
}

const readCounters = async (
  tables: Kysely<MuseumTables>,
  dates: readonly CalendarDate[],
): Promise<readonly WrongCounter[]> => {
  const ofEvents = await tables
    .selectFrom('event_occurrence as occurrence')
    .leftJoin('special_event as event', 'event.event_id', 'occurrence.event_id')
    .select(['occurrence.event_id', 'occurrence.event_date as date', 'occurrence.removed_at', 'event.name'])
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
    .execute()
  const nothing = sql<number>`null`
  const stored = tables
    .selectFrom('slot')
    .select(['slot_date as date', 'sold', nothing.as('tickets')])
    .where('offer_id', '=', generalEntryId)
    .where('slot_date', 'in', dates)
  const counted = tables
    .selectFrom('museum_ticket')
    .select(({ fn }) => ['ticket_date as date', nothing.as('sold'), fn.countAll<number>().as('tickets')])
    .where('event_id', 'is', null)
    .where('ticket_date', 'in', dates)
    .where('state', '!=', 'cancelled')
    .groupBy('ticket_date')
  const ofGeneralEntry = await tables
    // Each has at most one row for a date.
    .selectFrom(stored.unionAll(counted).as('counts'))
    .select(({ fn }) => ['date', fn.max('sold').as('sold'), fn.max('tickets').as('tickets')])
    .groupBy('date')
    .execute()
  return [
    ...ofGeneralEntry.map((row) => counterOf(row)),
    ...ofEvents.map(({ event_id, name, removed_at, ...row }) =>
      counterOf(row, {
        eventId: uuidOfBytes(event_id),
        ...(name !== null && { name }),
        isRemoved: removed_at !== null,
      }),
    ),
  ]
}

/** A slot for which no ticket was sold has no row. */
type Row = Readonly<{ date: CalendarDate; sold: number | null; tickets: number | null }>
const counterOf = ({ date, sold, tickets }: Row, event?: WrongCounter['event']): WrongCounter => ({
  ...(event && { event }),
  date,
  sold: sold ?? 0,
  tickets: tickets ?? 0,
})

/** Whether any ticket was sold under a ticket key, so that its code is signed. */
export const isAnyTicketSigned = async ({ query }: MuseumDatabase): Promise<boolean> => {
  const signed = await query((tables) =>
    tables.selectFrom('museum_ticket').select('ticket_id').where('signing_key', 'is not', null).limit(1).execute(),
  )
  return signed.length > 0
}
