import { uuidOfBytes } from '@museum/database'
import { type CalendarDate, type EventId, type EventName, Slot, type TimeOfDay } from '@museum/domain'
import { type Kysely, type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { generalEntryId, noTime, slotOfRow } from '../places/slot-rows.ts'

/** A slot whose stored count differs from the number of its tickets. `event` is absent for general entry. */
export type WrongCounter = Readonly<{
  /** Without a name if the database lacks the event. `isRemoved`: the date was removed, or the event deleted. */
  event?: Readonly<{ eventId: EventId; name?: EventName; isRemoved: boolean }>
  date: CalendarDate
  /** Absent for the tickets that admit all day. */
  entryTime?: TimeOfDay
  /** The stored count, 0 if its row is missing. */
  sold: number
  /** The number of tickets of the slot that are not cancelled individually. */
  tickets: number
}>

/** The number of dates for which one statement counts. */
const datesAtOnce = 30
/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/**
 * Compares the stored count of each slot with its tickets, the latest dates first, and starts with no further date after
 * `milliseconds`: `uncheckedUntil` is the latest date for which there was no time. Removed dates are compared too, and slots whose
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

/**
 * Reads the counters of dates. Without entry times a date has one counter for general entry and one for each occurrence, which an
 * index is enough to compare. Dates with entry times are read again by these, and so are dates that differ.
 */
const readCounters = async (
  tables: Kysely<MuseumTables>,
  dates: readonly CalendarDate[],
): Promise<readonly WrongCounter[]> => {
  const ofDates = await readByDate(tables, dates)
  const again = new Set(ofDates.filter((row) => row.isTimed || row.sold !== row.tickets).map(({ date }) => date))
  return [
    ...ofDates.filter(({ date }) => !again.has(date)),
    ...(again.size > 0 ? await readByTime(tables, [...again]) : []),
  ]
}

/** The occurrences with their slots, one row for each entry time for which tickets were sold. */
const occurrencesWithSlots = (tables: Kysely<MuseumTables>) =>
  tables
    .selectFrom('event_occurrence as occurrence')
    .leftJoin('slot', (slot) =>
      slot
        .onRef('offer_id', '=', 'occurrence.event_id')
        .onRef('slot_date', '=', 'occurrence.event_date')
        .onRef('slot.number', '=', 'occurrence.number'),
    )

/** The tickets of each offer on dates, of all entry times together. */
const readByDate = async (tables: Kysely<MuseumTables>, dates: readonly CalendarDate[]) => {
  const ofEvents = await occurrencesWithSlots(tables)
    .select(({ fn }) => ['occurrence.event_date as date', fn.sum<number | string>('sold').as('sold')])
    .select(({ fn }) => fn.max('slot_minute').as('latest'))
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
    .groupBy(['occurrence.event_id', 'occurrence.event_date', 'occurrence.number'])
    .execute()
  const ofGeneralEntry = await sumsByDate(tables, dates)
  return [...ofGeneralEntry, ...ofEvents].map(({ date, sold, latest, tickets }) => ({
    date,
    // MySQL returns a sum as text.
    sold: Number(sold ?? 0),
    tickets: tickets ?? 0,
    isTimed: (latest ?? noTime) !== noTime,
  }))
}

const sumsByDate = (tables: Kysely<MuseumTables>, dates: readonly CalendarDate[]) => {
  const nothing = sql<number>`null`
  const stored = tables
    .selectFrom('slot')
    .select(({ fn }) => [
      'slot_date as date',
      fn.sum<number | string>('sold').as('sold'),
      fn.max('slot_minute').as('latest'),
    ])
    .select(nothing.as('tickets'))
    .where('offer_id', '=', generalEntryId)
    .where('slot_date', 'in', dates)
    .groupBy('slot_date')
  const counted = tables
    .selectFrom('museum_ticket')
    .select(['ticket_date as date', nothing.as('sold'), nothing.as('latest')])
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .where('event_id', 'is', null)
    .where('ticket_date', 'in', dates)
    .where('state', '!=', 'cancelled')
    .groupBy('ticket_date')
  return (
    tables
      // Each has at most one row for a date.
      .selectFrom(stored.unionAll(counted).as('counts'))
      .select(({ fn }) => ['date', fn.max('sold').as('sold'), fn.max('latest').as('latest')])
      .select(({ fn }) => fn.max('tickets').as('tickets'))
      .groupBy('date')
      .execute()
  )
}

/** The counters of dates: one for each slot that has a row or tickets, and for each occurrence without any. */
const readByTime = async (
  tables: Kysely<MuseumTables>,
  dates: readonly CalendarDate[],
): Promise<readonly WrongCounter[]> => {
  const nothing = sql<number | null>`null`
  const minuteOfTicket = sql<number>`coalesce(entry_minute, ${sql.lit(noTime)})`
  const stored = tables
    .selectFrom('slot')
    .select(['offer_id', 'slot_date as date', 'number', 'slot_minute as minute'])
    .select([sql<number | null>`sold`.as('sold'), nothing.as('tickets')])
    .where('offer_id', '=', generalEntryId)
    .where('slot_date', 'in', dates)
  const counted = tables
    .selectFrom('museum_ticket')
    .select([sql.val(generalEntryId).as('offer_id'), 'ticket_date as date', sql.lit(0).as('number')])
    .select(({ fn }) => [
      minuteOfTicket.as('minute'),
      nothing.as('sold'),
      fn.countAll<number>().$castTo<number | null>().as('tickets'),
    ])
    .where('event_id', 'is', null)
    .where('ticket_date', 'in', dates)
    .where('state', '!=', 'cancelled')
    .groupBy(['ticket_date', 'entry_minute'])
  const storedOfEvents = occurrencesWithSlots(tables)
    .select(['occurrence.event_id as offer_id', 'occurrence.event_date as date', 'occurrence.number'])
    .select([sql<number>`coalesce(slot_minute, ${sql.lit(noTime)})`.as('minute'), 'sold', nothing.as('tickets')])
    .where('occurrence.event_date', 'in', dates)
  const countedOfEvents = tables
    .selectFrom('event_occurrence as occurrence')
    .innerJoin('museum_ticket', (ticket) =>
      ticket
        .onRef('museum_ticket.event_id', '=', 'occurrence.event_id')
        .onRef('museum_ticket.ticket_date', '=', 'occurrence.event_date')
        .onRef('museum_ticket.occurrence_number', '=', 'occurrence.number'),
    )
    .select(['occurrence.event_id as offer_id', 'occurrence.event_date as date', 'occurrence.number'])
    .select(({ fn }) => [
      minuteOfTicket.as('minute'),
      nothing.as('sold'),
      fn.countAll<number>().$castTo<number | null>().as('tickets'),
    ])
    .where('occurrence.event_date', 'in', dates)
    .where('museum_ticket.state', '!=', 'cancelled')
    .groupBy(['occurrence.event_id', 'occurrence.event_date', 'occurrence.number', 'entry_minute'])
  // One statement, so that counters and tickets are read at one moment.
  const counts = await stored.unionAll(counted).unionAll(storedOfEvents).unionAll(countedOfEvents).execute()
  const slots = new Map<string, { slot: Slot; sold: number; tickets: number }>()
  for (const { offer_id, date, number, minute, sold, tickets } of counts) {
    const slot = slotOfRow({ offer_id, slot_date: date, number, slot_minute: minute })
    const { sold: before, tickets: others } = slots.get(Slot.key(slot)) ?? { sold: 0, tickets: 0 }
    slots.set(Slot.key(slot), { slot, sold: before + (sold ?? 0), tickets: others + (tickets ?? 0) })
  }
  const eventOf = await findOccurrences(tables, dates)
  return [...slots.values()].map(({ slot, sold, tickets }) => {
    const { offer, date, time } = slot
    const event = offer === 'general' ? {} : { event: eventOf(slot) }
    return Object.assign(event, { date }, time !== undefined && { entryTime: time }, { sold, tickets })
  })
}

/** The name of the event of a slot, and whether its occurrence was removed. */
const findOccurrences = async (tables: Kysely<MuseumTables>, dates: readonly CalendarDate[]) => {
  const rows = await tables
    .selectFrom('event_occurrence as occurrence')
    .leftJoin('special_event as event', 'event.event_id', 'occurrence.event_id')
    .select(['occurrence.event_id', 'event_date as date', 'number', 'removed_at', 'event.name'])
    .where('event_date', 'in', dates)
    .execute()
  const events = new Map(
    rows.map(({ event_id, date, number, removed_at, name }) => {
      const eventId = uuidOfBytes(event_id)
      const event = Object.assign({ eventId }, name !== null && { name }, { isRemoved: removed_at !== null })
      return [Slot.key({ offer: eventId, date, number }), event]
    }),
  )
  return ({ offer, date, number }: Slot) => events.get(Slot.key({ offer, date, number }))!
}

/** Whether any ticket was sold under a ticket key, so that its code is signed. */
export const isAnyTicketSigned = async ({ query }: MuseumDatabase): Promise<boolean> => {
  const signed = await query((tables) =>
    tables.selectFrom('museum_ticket').select('ticket_id').where('signing_key', 'is not', null).limit(1).execute(),
  )
  return signed.length > 0
}
