import type { CapacityRepository, EventAvailability, NewAuditEntry } from '@museum/application'
import {
  Availability,
  type CalendarDate,
  type Capacity,
  EntryTimes,
  type EventId,
  type MuseumClock,
  SpecialEvent,
  type Taken,
  type TimeOfDay,
} from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import {
  type Engine,
  bytesOfUuid,
  coalesced,
  limitConcurrency,
  lockQueue,
  uuidOfBytes,
  whenGiven,
} from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { generalEntryId, takenByMinuteForOccurrence, takenByTimeOf, timeOfMinute } from '../places/slot-rows.ts'
import { entryTimesOf } from '../special-events/special-event-row.ts'

/**
 * The capacities, in SQL. One place has each: a sale reads it after it has locked the slots of its tickets, so that it is in
 * force for every sale that begins after the change.
 */
export const kyselyCapacityRepository = (database: MuseumDatabase): CapacityRepository => {
  const { query, transaction, engine, tracer, withDeadline } = database
  const { inQueue } = lockQueue(database)
  // That of many events takes as long as a list, and every desk asks for it again and again.
  const limited = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: 1_000,
    busyMessage: 'The database is too busy (too many availabilities wait)',
  })
  const availabilityOfEvents = coalesced(
    (period: Parameters<CapacityRepository['availabilityOfEvents']>[0]) =>
      withDeadline(availabilityMilliseconds, () =>
        limited('', () => query((tables) => selectEvents(tables, engine, period))),
      ),
    tracer,
  )

  const availabilityOfEvent = coalesced(
    ({ eventId, date, clock }: { eventId: EventId } & Parameters<CapacityRepository['availabilityOfEvent']>[1]) =>
      query(async (tables) => {
        const rows = await existingOccurrences(tables, engine)
          .select(['event_date', 'capacity', 'entry_times'])
          .where('occurrence.event_id', '=', bytesOfUuid(eventId))
          .$call(whenGiven(date, (all, given) => all.where('event_date', '=', given)))
          .orderBy('event_date')
          .execute()
        if (rows.length === 0) return SpecialEvent.notFound(eventId)
        return rows.map((row) => availabilityOf(row, clock))
      }),
    tracer,
  )
  /** Stores a capacity, unless it is stored already. */
  const change = async (
    tables: Transaction<MuseumTables>,
    { before, after }: Readonly<Record<'before' | 'after', Capacity | null>>,
    store: () => Promise<unknown>,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ) => {
    if (before === after) return { capacity: after, isChanged: false }
    await insertAuditEntry(tables, entryOf(before))
    await store()
    return { capacity: after, isChanged: true }
  }
  return {
    generalEntryCapacity: () =>
      query(async (tables) => (await selectGeneralEntry(tables).executeTakeFirstOrThrow()).capacity),
    setForEvent: (eventId, capacity, entryOf) =>
      inQueue({ row: `event ${eventId}` }, () =>
        transaction(async (tables) => {
          const event_id = bytesOfUuid(eventId)
          const event = await tables
            .selectFrom('special_event')
            .select(['capacity', 'deleted_at'])
            .where('event_id', '=', event_id)
            .modifyEnd(engine.forUpdate)
            .executeTakeFirst()
          if (event === undefined || event.deleted_at !== null) return SpecialEvent.notFound(eventId)
          const store = () =>
            tables.updateTable('special_event').set({ capacity }).where('event_id', '=', event_id).execute()
          return change(tables, { before: event.capacity, after: capacity }, store, entryOf)
        }),
      ),
    setForGeneralEntry: (capacity, entryOf) =>
      inQueue({ row: 'general entry' }, () =>
        transaction(async (tables) => {
          const before = await selectGeneralEntry(tables).modifyEnd(engine.forUpdate).executeTakeFirstOrThrow()
          const store = () => tables.updateTable('general_entry').set({ capacity }).execute()
          return change(tables, { before: before.capacity, after: capacity }, store, entryOf)
        }),
      ),
    availabilityOfEvent: (eventId, only) => availabilityOfEvent({ eventId, ...only }),
    availabilityOfEvents,
    placesOfGeneralEntry: (period) => query((tables) => selectPlacesOfGeneralEntry(tables, period)),
  }
}

/** The time limit of the availability of all events, its waiting included. */
const availabilityMilliseconds = 3_000

/** Selects every occurrence of a period with its event. */
const selectEvents = async (
  tables: MuseumDatabase['kysely'],
  engine: Engine,
  { startDate, endDate, limit, clock }: Parameters<CapacityRepository['availabilityOfEvents']>[0],
): Promise<readonly EventAvailability[]> => {
  const rows = await existingOccurrences(tables, engine)
    .select(['occurrence.event_id', 'event_date', 'capacity', 'entry_times', 'revision', 'name', 'location', 'price'])
    .where('event_date', '>=', startDate)
    .where('event_date', '<=', endDate)
    .orderBy('event_date')
    .orderBy('occurrence.event_id')
    .$call(whenGiven(limit, (all, given) => all.limit(given)))
    .execute()
  return rows.map((row) =>
    Object.assign(
      {
        event: {
          eventId: uuidOfBytes(row.event_id),
          revision: row.revision,
          name: row.name,
          location: row.location,
          price: row.price,
        },
      },
      availabilityOf(row, clock),
    ),
  )
}

type PlacesRow = Readonly<{
  event_date: CalendarDate
  capacity: Capacity | null
  entry_times: string | null
  taken_by_minute: string | null
}>

/** The availability of an occurrence. */
const availabilityOf = (row: PlacesRow, clock: MuseumClock | undefined): Availability => {
  const offered = row.entry_times === null ? undefined : EntryTimes.offeredByEvent(entryTimesOf(row.entry_times))
  const places = { capacity: row.capacity, taken: takenByTimeOf(row.taken_by_minute), offered }
  return EntryTimes.availabilityOn(row.event_date, places, clock)
}

/** Selects the occurrences that exist, each with its event and the taken places. */
const existingOccurrences = (tables: MuseumDatabase['kysely'], engine: Engine) =>
  tables
    .selectFrom('event_occurrence as occurrence')
    .innerJoin('special_event as event', 'event.event_id', 'occurrence.event_id')
    .select(takenByMinuteForOccurrence(engine))
    .where('removed_at', 'is', null)

const selectPlacesOfGeneralEntry = async (
  tables: MuseumDatabase['kysely'],
  { startDate, endDate }: Parameters<CapacityRepository['placesOfGeneralEntry']>[0],
) => {
  const rows = await tables
    .selectFrom('general_entry')
    .leftJoin('slot', (slot) =>
      slot
        .on('offer_id', '=', generalEntryId)
        .on('slot_date', '>=', startDate)
        .on('slot_date', '<=', endDate)
        .on('number', '=', 0),
    )
    .select(['capacity', 'slot_date as date', 'slot_minute as minute', 'sold', 'held'])
    .execute()
  const taken = new Map<CalendarDate, Map<TimeOfDay | undefined, Taken>>()
  for (const { date, minute, sold, held } of rows) {
    // A row of nulls stands for no slot.
    if (date === null) continue
    const places = Availability.takenOf([{ sold: sold!, held: held! }])
    taken.set(date, (taken.get(date) ?? new Map()).set(timeOfMinute(minute!), places))
  }
  return { capacity: rows[0]!.capacity, taken }
}

const selectGeneralEntry = (tables: MuseumDatabase['kysely']) => tables.selectFrom('general_entry').select('capacity')
