import { type Period, type SpecialEventRepository, Unavailable, countedUpTo, pageOf } from '@museum/application'
import {
  CalendarDate,
  EventDates,
  type EventDescription,
  EventId,
  type EventLocation,
  type EventName,
  Price,
  type Refusal,
  SpecialEvent,
  eventNotFound,
  isRefusal,
} from '@museum/domain'
import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, type Transaction, sql } from 'kysely'
import { compiledOnce } from '../compiled-once.ts'
import { batched, coalesced } from '../batched.ts'
import { insertRecord, unlessNotFree } from '../idempotency/kysely-idempotency-record-repository.ts'
import type { MuseumDatabase, MuseumTables } from '../museum-database.ts'
import { bytesOfUuid, uuidOfBytes } from '../uuid-column.ts'
import { listTurns } from './list-turns.ts'

/** How long a list may take in all, its waiting included. */
const listMilliseconds = 3_000

export const kyselySpecialEventRepository = ({
  kysely,
  query,
  transaction,
  withDeadline,
  engine,
}: MuseumDatabase): SpecialEventRepository => {
  const find = batched((eventIds: readonly EventId[]) => query((tables) => findEvents(tables, eventIds)))
  const count = rememberedCounts()
  const page = pageOfEvents(kysely)
  const inTurn = listTurns(engine.listsAtOnce)
  const list = <T>(read: (tables: Kysely<MuseumTables>) => Promise<T>) =>
    withDeadline(listMilliseconds, () => inTurn(() => query(read)))
  const during = coalesced(({ period, offset, limit }: { period: Period; offset: number; limit: number }) =>
    list(async (tables) => {
      const endDate = period.endDate ?? CalendarDate.last
      const { rows } = await tables.executeQuery(page({ ...period, endDate, offset, limit }))
      // A page that is neither empty nor full is the last one, and tells the number.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      const counted = isLast ? offset + rows.length : await count(tables, { ...period, endDate }, rows[0]?.revision)
      return pageOf(rows.map(eventOf), counted)
    }),
  )
  return {
    async add(event, record) {
      // Without a record, an event that was stored unheard and deleted since would come back.
      const kind = record === undefined ? 'never' : 'idempotent'
      const adding = transaction(async (tables) => {
        try {
          await tables.insertInto('special_event').values(rowOf(event)).execute()
        } catch (error) {
          // An attempt that nobody heard of stored all of it.
          if (engine.classifyError(error) === 'duplicate') return event
          throw error
        }
        await insertDates(tables, event)
        if (record !== undefined) await insertRecord(tables, engine, record)
        await growRevision(tables)
        return event
      }, kind)
      return record === undefined ? adding : adding.catch(unlessNotFree(record))
    },
    find,
    update: <R extends Refusal>(eventId: EventId, decide: (current: SpecialEvent) => SpecialEvent | R) =>
      transaction(async (tables) => {
        const current = await findLocked(tables, eventId, engine.forUpdate)
        if (current === undefined) return eventNotFound(eventId)
        const changed: SpecialEvent | Refusal = decide(current)
        if (isRefusal(changed)) return changed as R
        await tables
          .updateTable('special_event')
          .set(rowOf(changed))
          .where('event_id', '=', bytesOfUuid(eventId))
          .execute()
        if (changed.dates.join() !== current.dates.join()) {
          await deleteDates(tables, eventId)
          await insertDates(tables, changed)
          const removed = current.dates.filter((date) => !SpecialEvent.takesPlaceOn(changed, date))
          if (removed.length > 0) await cancelTickets(tables, eventId).where('ticket_date', 'in', removed).execute()
          await growRevision(tables)
        }
        return changed
      }),
    remove: (eventId, permit) =>
      transaction(async (tables) => {
        const current = await findLocked(tables, eventId, engine.forUpdate)
        if (current === undefined) return eventNotFound(eventId)
        const refusal = permit(current)
        if (refusal !== undefined) return refusal
        await cancelTickets(tables, eventId).execute()
        await deleteDates(tables, eventId)
        await tables.deleteFrom('special_event').where('event_id', '=', bytesOfUuid(eventId)).execute()
        await growRevision(tables)
        return current
      }),
    during: (period, { page, limit }) => during({ period, offset: (page - 1) * limit, limit }),
  }
}

type Tables = Kysely<MuseumTables>
type EventRow = Selectable<MuseumTables['special_event']>

const rowOf = ({ eventId, name, location, eventDescription, price }: SpecialEvent): EventRow => ({
  event_id: bytesOfUuid(eventId),
  name,
  location,
  event_description: eventDescription,
  price,
})

const eventOf = (row: EventRow & { dates: string | null }): SpecialEvent => ({
  eventId: EventId(uuidOfBytes(row.event_id)),
  // Not validated again: a text that was stored under an older rule stays readable.
  name: row.name as EventName,
  location: row.location as EventLocation,
  eventDescription: row.event_description as EventDescription,
  dates: datesOf(row.dates),
  price: Price(row.price),
})

/** An event has dates; MariaDB answers none where the statement was killed. */
const datesOf = (dates: string | null): EventDates => {
  if (dates === null) throw new Unavailable('The database ended a statement (its answer is not complete)')
  return EventDates(dates.split(',').map(CalendarDate))
}

/** Everything of an event in one row, so that one statement reads the event and its dates as of one moment. */
const wholeEvent = (from: ExpressionBuilder<MuseumTables, 'special_event'>) =>
  [
    'special_event.event_id',
    'special_event.name',
    'special_event.location',
    'special_event.event_description',
    'special_event.price',
    from
      .selectFrom('special_event_date')
      .select(sql<string>`group_concat(event_date order by event_date)`.as('dates'))
      .whereRef('special_event_date.event_id', '=', 'special_event.event_id')
      .as('dates'),
  ] as const

const findEvents = async (
  tables: Tables,
  eventIds: readonly EventId[],
): Promise<readonly (SpecialEvent | undefined)[]> => {
  const rows = await tables
    .selectFrom('special_event')
    .select(wholeEvent)
    .where('special_event.event_id', 'in', [...new Set(eventIds)].map(bytesOfUuid))
    .execute()
  const events = new Map(rows.map(eventOf).map((event) => [event.eventId, event]))
  return eventIds.map((eventId) => events.get(eventId))
}

// Locked first and read after: what a subquery of the locking statement read could be older than the lock.
const findLocked = async (tables: Transaction<MuseumTables>, eventId: EventId, forUpdate: ForUpdate) => {
  const locked = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', '=', bytesOfUuid(eventId))
    .modifyEnd(forUpdate)
    .executeTakeFirst()
  return locked && (await findEvents(tables, [eventId]))[0]
}
type ForUpdate = MuseumDatabase['engine']['forUpdate']

/** Each event's first date inside the period. One range of one index, in its order: nothing is grouped or sorted. */
const firstDates = (
  tables: Tables,
  { startDate, endDate }: Readonly<Record<'startDate' | 'endDate', CalendarDate | RawBuilder<CalendarDate>>>,
) =>
  tables
    .selectFrom('special_event_date')
    .where('event_date', '>=', startDate)
    .where('event_date', '<=', endDate)
    .where((date) => date.or([date('previous_date', 'is', null), date('previous_date', '<', startDate)]))

/** Compiled once: that took a third of the time of a list on SQLite. */
const pageOfEvents = (tables: Tables) =>
  compiledOnce(['startDate', 'endDate', 'offset', 'limit'], (asked) =>
    tables
      .selectFrom(
        firstDates(tables, asked)
          .select(['event_id', 'event_date'])
          .orderBy('event_date')
          .orderBy('event_id')
          .limit(asked.limit)
          .offset(asked.offset)
          .as('listed'),
      )
      .innerJoin('special_event', 'special_event.event_id', 'listed.event_id')
      .select(wholeEvent)
      .select((from) => from.selectFrom('special_event_revision').select('revision').where('id', '=', 1).as('revision'))
      .orderBy('listed.event_date')
      .orderBy('listed.event_id')
      .compile(),
  )

const countEvents = async (tables: Tables, period: Record<'startDate' | 'endDate', CalendarDate>): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      firstDates(tables, period)
        .select('event_date')
        .limit(countedUpTo + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

/**
 * Counts the events of a period, or tells what it counted at the same revision: to count ten thousand takes longer than
 * all the rest of a list. What is counted is never older than the revision it is remembered under.
 */
const rememberedCounts = () => {
  const most = 1_000
  const known = new Map<string, Readonly<{ revision: number; counted: number }>>()
  return async (
    tables: Tables,
    period: Record<'startDate' | 'endDate', CalendarDate>,
    revision: number | null | undefined,
  ): Promise<number> => {
    const key = `${period.startDate} ${period.endDate}`
    const last = known.get(key)
    if (last !== undefined && last.revision === revision) return last.counted
    const counted = await countEvents(tables, period)
    if (typeof revision === 'number') known.set(key, { revision, counted })
    if (known.size > most) known.delete(known.keys().next().value!)
    return counted
  }
}

// The last step of a transaction: whoever changes another event waits for no more than its commit.
const growRevision = (tables: Tables) =>
  tables
    .updateTable('special_event_revision')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .execute()

const deleteDates = (tables: Tables, eventId: EventId) =>
  tables.deleteFrom('special_event_date').where('event_id', '=', bytesOfUuid(eventId)).execute()

// Always all dates of an event at once, else `previous_date` goes wrong.
const insertDates = (tables: Tables, { eventId, dates }: SpecialEvent) =>
  tables
    .insertInto('special_event_date')
    .values(
      dates.map((event_date, n) => ({
        event_id: bytesOfUuid(eventId),
        event_date,
        previous_date: dates[n - 1] ?? null,
      })),
    )
    .execute()

const cancelTickets = (tables: Tables, eventId: EventId) =>
  tables
    .updateTable('ticket')
    .set({ state: 'cancelled' })
    .where('event_id', '=', bytesOfUuid(eventId))
    .where('state', '=', 'valid')
