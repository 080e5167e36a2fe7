import { setImmediate } from 'node:timers/promises'
import type { RefundSum, SaleSum, SalesPeriod, SalesRepository } from '@museum/application'
import {
  type CalendarDate,
  type Currency,
  type EventId,
  type EventName,
  fullPrice,
  onlineMethod,
  type PaymentMethod,
  type PriceCategoryId,
  type TicketId,
  ticketState,
  type TicketType,
} from '@museum/domain'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { bytesOfUuid, limitConcurrency, type UuidBytes, uuidOfBytes, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { tillOf } from '../orders/order-rows.ts'
import { useTicketIndex } from '../tickets/ticket-rows.ts'
import {
  type CancelledSums,
  type Occurrence,
  type RemovedSums,
  type StoredSum,
  type StoredSums,
  marginMilliseconds,
  selectSummedSales,
  storeSummedSales,
  sumsEnd,
} from './summed-sales.ts'

type Tables = Kysely<MuseumTables>

/**
 * What was sold and refunded, added up in SQL. What was sold never changes, so its sums are stored once for many reports; what
 * of it is cancelled is always read. One period at a time is read, so that a report takes one connection at most, and other
 * requests get a turn between two statements.
 */
export const kyselySalesRepository = (database: MuseumDatabase): SalesRepository => {
  const { query, engine } = database
  const limited = limitConcurrency({
    maxConcurrent: 1,
    maxWaiting: 1_000,
    busyMessage: 'The database is too busy (too many sales reports wait)',
  })
  /** Reads for a report, or to store sums: neither waits for the other. */
  const reader: (purpose: 'report' | 'sums') => Reader = (purpose) => async (select) => {
    const result = await limited(purpose, () => query(select))
    await setImmediate()
    return result
  }
  const report = reader('report')
  /** The parts of a range that one statement each adds up; none if it has no tickets. */
  async function* partsOf(
    read: Reader,
    table: 'museum_ticket' | 'ticket_cancellation',
    { first, next }: IdRange,
  ): AsyncGenerator<IdRange> {
    for (let start = first; ;) {
      const { first_id, following_id } = await read((tables) =>
        selectPart(tables, table, { first: start, next }, engine.maxRowsAddedUp).executeTakeFirstOrThrow(),
      )
      if (first_id === null) return
      yield { first: start, next: following_id ?? next }
      if (following_id === null) return
      start = following_id
    }
  }
  async function* soldIn(read: Reader, period: SalesPeriod) {
    for await (const range of partsOf(read, 'museum_ticket', idsOf(period)))
      yield* await read((tables) => selectSales(tables, period, range).execute())
  }
  /** The tickets of a period that were sold for these occurrences, and not used. */
  async function* unusedIn(read: Reader, period: SalesPeriod, occurrences: readonly Occurrence[]) {
    if (occurrences.length > 0)
      for await (const range of partsOf(read, 'museum_ticket', idsOf(period)))
        for (let n = 0; n < occurrences.length; n += occurrencesAtOnce) {
          const some = occurrences.slice(n, n + occurrencesAtOnce)
          yield* await read((tables) => selectUnused(tables, period, range, some).execute())
        }
  }
  /** The tickets of a period that were cancelled individually: the stored sums if there are no later cancellations. */
  const individuallyCancelled = async (
    read: Reader,
    period: Period,
    stored: CancelledSums | null,
  ): Promise<CancelledSums> => {
    // First, so that a cancellation in between makes a difference to the next count.
    const { count } = await read((tables) => countCancellations(tables, idsOf(period)).executeTakeFirstOrThrow())
    if (stored?.count === count) return stored
    const sums: CancelledSums['sums'][number][] = []
    if (count > 0)
      for await (const range of partsOf(read, 'ticket_cancellation', idsOf(period)))
        for (const row of await read((tables) => selectCancelled(tables, period, range).execute()))
          sums.push({ occurrence: row.event_id === null ? null : occurrenceOf(row), sum: storedSumOf(sumOf(row)) })
    return { count, sums }
  }
  /** The cancelled tickets of a period whose sums are stored: those of occurrences that do not exist, and the others. */
  async function* cancelledIn(period: SalesPeriod, stored: StoredSums): AsyncGenerator<RefundSum> {
    const { occurrences, removed } = stored
    const missing = await report((tables) => selectMissing(tables, occurrences))
    const isMissing = new Set(missing.map(String))
    const { sums: individual } = await individuallyCancelled(report, period, stored.cancelled)
    for (const { occurrence, sum } of individual)
      if ((occurrence === null || !isMissing.has(String(occurrence))) && isOf(period, sum))
        yield { ...sum, amount: BigInt(sum.amount) }
    const removalOf = removed.length === 0 ? () => undefined : await report((tables) => selectRemovals(tables, missing))
    const known = removed.filter(({ occurrence, removedIn }) => removalOf(occurrence)?.revision === removedIn)
    for (const sum of known.flatMap(({ sums }) => sums))
      if (isOf(period, sum)) yield { ...sum, amount: BigInt(sum.amount) }
    const isKnown = new Set(known.map(({ occurrence }) => String(occurrence)))
    const others = missing.filter((occurrence) => !isKnown.has(String(occurrence)))
    for await (const row of unusedIn(report, period, others)) yield sumOf(row)
  }
  /** The sums of what was sold in a period until `end`, with those before `stored.until`, which are stored. */
  const withStored = async (
    read: Reader,
    { from }: Period,
    end: StoredSums['until'],
    stored: StoredSums | undefined,
  ): Promise<StoredSums> => {
    if (stored?.until === end) return stored
    const sums = sumsByKey<RefundSum>()
    const occurrences = new Map(stored?.occurrences.map((occurrence) => [String(occurrence), occurrence]))
    for (const sum of stored?.sums ?? []) sums.add({ ...sum, amount: BigInt(sum.amount) })
    for await (const row of soldIn(read, { from: stored?.until ?? from, end })) {
      sums.add(sumOf(row))
      if (row.event_id !== null) occurrences.set(String(occurrenceOf(row)), occurrenceOf(row))
    }
    const parts = { sums: sums.all().map(storedSumOf), occurrences: [...occurrences.values()] }
    return { until: end, ...parts, removed: [], cancelled: null }
  }
  /** The sums of the occurrences that were removed before a moment, in seconds since 1970. */
  const sumsOfRemoved = async (
    read: Reader,
    period: Period,
    { occurrences, removed }: StoredSums,
    before: number,
  ): Promise<readonly RemovedSums[]> => {
    const missing = await read((tables) => selectMissing(tables, occurrences))
    const removalOf = await read((tables) => selectRemovals(tables, missing))
    const known = removed.filter(({ occurrence, removedIn }) => removalOf(occurrence)?.revision === removedIn)
    const isKnown = new Set(known.map(({ occurrence }) => String(occurrence)))
    const added: RemovedSums[] = []
    for (const occurrence of missing) {
      const removal = removalOf(occurrence)
      if (isKnown.has(String(occurrence)) || removal === undefined || removal.at >= before) continue
      const sums = sumsByKey<RefundSum>()
      for await (const row of unusedIn(read, period, [occurrence])) sums.add(sumOf(row))
      added.push({ occurrence, removedIn: removal.revision, sums: sums.all().map(storedSumOf) })
    }
    return added.length === 0 && known.length === removed.length ? removed : [...known, ...added]
  }
  return {
    async sumSales(period) {
      const { from, end, ...only } = period
      const sums = sumsByKey<SaleSum>()
      const { stored } = await report((tables) => selectSummedSales(tables, engine, period))
      const until = stored?.until ?? from
      if (stored !== undefined) {
        for (const sum of stored.sums)
          if (isOf(period, sum)) sums.add({ ...sum, amount: BigInt(sum.amount), cancelled: 0, cancelledAmount: 0n })
        for await (const sum of cancelledIn({ from, end: until, ...only }, stored))
          sums.add({ ...sum, tickets: 0, amount: 0n, cancelled: sum.tickets, cancelledAmount: sum.amount })
      }
      if (until < end)
        for await (const row of soldIn(report, { from: until, end, ...only })) {
          const sum = sumOf(row)
          const [cancelled, cancelledAmount] = stateOf(row) === 'cancelled' ? [sum.tickets, sum.amount] : [0, 0n]
          sums.add({ ...sum, cancelled, cancelledAmount })
        }
      return sums.all()
    },
    async storeSums(period, now) {
      const read = reader('sums')
      const { stored, version, databaseNow, hasEarlierTickets } = await read(async (tables) => ({
        ...(await selectSummedSales(tables, engine, period)),
        hasEarlierTickets: (await selectEarlier(tables, period).executeTakeFirst()) !== undefined,
      }))
      const end = sumsEnd(period, Math.min(now, databaseNow))
      // The clock may have been set back.
      if (end < (stored?.until ?? period.from)) return hasEarlierTickets
      const added = await withStored(read, period, end, stored)
      const removedBefore = (databaseNow - marginMilliseconds) / 1_000
      // Of a day that has ended, so that its tickets are the same from then on.
      const hasEnded = end === period.end
      const removed = hasEnded ? await sumsOfRemoved(read, period, added, removedBefore) : added.removed
      const cancelled = hasEnded ? await individuallyCancelled(read, period, added.cancelled) : added.cancelled
      if (added !== stored || removed !== stored.removed || cancelled !== stored.cancelled)
        await storeSummedSales(database, period, { ...added, removed, cancelled }, version)
      return hasEarlierTickets
    },
    async sumRefunds(period) {
      const rows = await report((tables) => selectRefunds(tables, period).execute())
      const sums = sumsByKey<RefundSum>()
      for (const row of rows) sums.add(sumOf(row))
      // What the payment provider gives is given at no till.
      if (period.till === undefined) {
        const failedOf = async (time: 'requested_at' | 'ended_at') =>
          (await report((tables) => selectFailedRefunds(tables, period, time).execute())).map((row) =>
            sumOf({ ...row, method: onlineMethod, till: null }),
          )
        for (const sum of await failedOf('requested_at')) sums.add(sum)
        for (const sum of await failedOf('ended_at')) sums.add({ ...sum, tickets: -sum.tickets, amount: -sum.amount })
      }
      return sums.all().filter(({ tickets, amount }) => tickets !== 0 || amount !== 0n)
    },
  }
}

type Period = Pick<SalesPeriod, 'from' | 'end'>
type Reader = <Result>(select: (tables: Tables) => Promise<Result>) => Promise<Result>

/** Identifiers of tickets: from `first` on, and before `next`. */
export type IdRange = Readonly<Record<'first' | 'next', UuidBytes<TicketId>>>

/**
 * The identifiers of the tickets that were sold in a period: an identifier begins with the time at which the server made it, in
 * the same request in which it took the time of sale.
 */
export const idsOf = ({ from, end }: SalesPeriod): IdRange => ({
  first: firstIdAt(from - idMargin),
  next: firstIdAt(end + idMargin),
})

/** Far more milliseconds than the time limit of a request, in case the clock is set between the two times. */
const idMargin = 3_600_000

/** The first version 7 UUID of a moment, as bytes. */
const firstIdAt = (moment: number): UuidBytes<TicketId> => {
  const id = Buffer.alloc(16)
  id.writeUIntBE(Math.max(0, Math.min(moment, 2 ** 48 - 1)), 0, 6)
  return id as Uint8Array as UuidBytes<TicketId>
}

/** A ticket that was sold before a period, if there is one. */
const selectEarlier = (tables: Tables, period: SalesPeriod) =>
  tables.selectFrom('museum_ticket').select('ticket_id').where('ticket_id', '<', idsOf(period).first).limit(1)

/** The first ticket of a range, and the one after the first `n`; null where there is none. */
const selectPart = (
  tables: Tables,
  table: 'museum_ticket' | 'ticket_cancellation',
  { first, next }: IdRange,
  n: number,
) => {
  const nth = (offset: number) =>
    tables
      .selectFrom(table)
      .select('ticket_id')
      .where('ticket_id', '>=', first)
      .where('ticket_id', '<', next)
      .orderBy('ticket_id')
      .limit(1)
      .offset(offset)
  return tables.selectNoFrom([nth(0).as('first_id'), nth(n).as('following_id')])
}

/** The columns by which tickets are added up. */
const shared = [
  'ticket.ticket_type',
  'ticket.event_id',
  'ticket.event_name',
  'ticket.price_category',
  'ticket.currency',
] as const

/** The columns on which the state of a ticket depends. */
const ofState = ['ticket.ticket_date', 'ticket.occurrence_number', 'ticket.state'] as const

/**
 * The tickets of a period that have all columns in common but their price, with the number of their occurrence, which is null if
 * that does not exist now: they have one state.
 */
const selectSales = (tables: Tables, { from, end, user, till }: SalesPeriod, { first, next }: IdRange) =>
  tables
    .selectFrom(
      tables
        .selectFrom('museum_ticket as ticket')
        .leftJoin('museum_order as payment', 'payment.order_id', 'ticket.order_id')
        .select([
          ...shared,
          ...ofState,
          'ticket.sold_by as user',
          'payment_method as method',
          'payment.till as till',
          isAdmitted,
          ...sumColumns,
        ])
        // A range of the primary key: an index by time of sale would have to be written by each purchase.
        .where('ticket.ticket_id', '>=', first)
        .where('ticket.ticket_id', '<', next)
        .where('sold_at', '>=', from)
        .where('sold_at', '<', end)
        .$call(whenGiven(user, (tickets, given) => tickets.where('sold_by', '=', Buffer.from(given))))
        .$call(whenGiven(till, (tickets, given) => tickets.where('payment.till', '=', Buffer.from(given))))
        .groupBy([...shared, ...ofState, 'sold_by', 'payment_method', 'payment.till', 'is_admitted'])
        .as('sums'),
    )
    .leftJoin('event_occurrence as occurrence', (occurrence) =>
      occurrence
        .onRef('occurrence.event_id', '=', 'sums.event_id')
        .onRef('occurrence.event_date', '=', 'sums.ticket_date')
        .onRef('occurrence.number', '=', 'sums.occurrence_number')
        .on('occurrence.removed_at', 'is', null),
    )
    .selectAll('sums')
    .select('occurrence.number as current_occurrence_number')

/** Those of the occurrences that do not exist now: each ticket for one is cancelled unless it was used. */
const selectMissing = async (tables: Tables, occurrences: readonly Occurrence[]): Promise<readonly Occurrence[]> => {
  // MySQL has no empty list.
  if (occurrences.length === 0) return []
  const dates = occurrences.map(([, date]) => date).toSorted()
  const rows = await tables
    .selectFrom('event_occurrence')
    .select(['event_id', 'event_date as ticket_date', 'number as occurrence_number'])
    .where('removed_at', 'is', null)
    .where('event_id', 'in', [...new Set(occurrences.map(([eventId]) => eventId))].map(bytesOfUuid))
    .where('event_date', '>=', dates[0]!)
    .where('event_date', '<=', dates.at(-1)!)
    .execute()
  const existing = new Set(rows.map((row) => String(occurrenceOf(row))))
  return occurrences.filter((occurrence) => !existing.has(String(occurrence)))
}

/** When each of these occurrences was removed, in seconds since 1970, and in which revision of its event. */
const selectRemovals = async (tables: Tables, occurrences: readonly Occurrence[]) => {
  const rows =
    occurrences.length === 0
      ? []
      : await tables
          .selectFrom('event_occurrence')
          .select(['event_id', 'event_date as ticket_date', 'number as occurrence_number'])
          .select(({ ref }) => ref('removed_in_revision').$notNull().as('revision'))
          .select(({ ref }) => ref('removed_at').$notNull().as('at'))
          .where('removed_at', 'is not', null)
          .where('event_id', 'in', [...new Set(occurrences.map(([eventId]) => eventId))].map(bytesOfUuid))
          .where('event_date', 'in', [...new Set(occurrences.map(([, date]) => date))])
          .execute()
  const removals = new Map(rows.map(({ revision, at, ...row }) => [String(occurrenceOf(row)), { revision, at }]))
  return (occurrence: Occurrence) => removals.get(String(occurrence))
}

const occurrenceOf = (row: {
  event_id: UuidBytes<EventId> | null
  ticket_date: CalendarDate
  occurrence_number: number | null
}): Occurrence => [uuidOfBytes(row.event_id!), row.ticket_date, row.occurrence_number]

const countCancellations = (tables: Tables, { first, next }: IdRange) =>
  tables
    .selectFrom('ticket_cancellation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ticket_id', '>=', first)
    .where('ticket_id', '<', next)

/** The number of occurrences whose tickets one statement reads. */
const occurrencesAtOnce = 100

/** The tickets of a period that were not used, and have all columns of their sum in common. */
const unused = (tables: Tables, { from, end, user, till }: SalesPeriod) =>
  tables
    .selectFrom('museum_ticket as ticket')
    .leftJoin('museum_order as payment', 'payment.order_id', 'ticket.order_id')
    .select([...shared, 'ticket.sold_by as user', 'payment_method as method', 'payment.till as till', ...sumColumns])
    .where('sold_at', '>=', from)
    .where('sold_at', '<', end)
    .where('admission_id', 'is', null)
    .$call(whenGiven(user, (tickets, given) => tickets.where('sold_by', '=', Buffer.from(given))))
    .$call(whenGiven(till, (tickets, given) => tickets.where('payment.till', '=', Buffer.from(given))))
    .groupBy([...shared, 'sold_by', 'payment_method', 'payment.till'])

/** Those of the tickets that were cancelled individually, for each occurrence. */
const selectCancelled = (tables: Tables, period: SalesPeriod, { first, next }: IdRange) =>
  unused(tables, period)
    .select(['ticket.ticket_date', 'ticket.occurrence_number'])
    // Not a join, for which SQLite would read all tickets of the range.
    .where('ticket.ticket_id', 'in', ({ selectFrom }) =>
      selectFrom('ticket_cancellation')
        .select('ticket_id')
        .where('ticket_id', '>=', first)
        .where('ticket_id', '<', next),
    )
    .where('ticket.state', '=', 'cancelled')
    .groupBy(['ticket.ticket_date', 'ticket.occurrence_number'])

/** Those of the tickets that were sold for these occurrences. */
const selectUnused = (
  tables: Tables,
  period: SalesPeriod,
  { first, next }: IdRange,
  occurrences: readonly Occurrence[],
) =>
  unused(tables, period)
    .modifyFront(useTicketIndex('ticket_by_event_and_date', 'ticket'))
    .where(({ or, and, eb }) =>
      or(
        occurrences.map(([eventId, date, number]) =>
          and([
            eb('ticket.event_id', '=', bytesOfUuid(eventId)),
            eb('ticket.ticket_date', '=', date),
            eb('ticket.occurrence_number', number === null ? 'is' : '=', number),
            eb('ticket.ticket_id', '>=', first),
            eb('ticket.ticket_id', '<', next),
          ]),
        ),
      ),
    )

/**
 * The refunds through the payment provider that failed, as they were asked for in a period, or as they ended in it: no report of an
 * earlier day changes.
 */
const selectFailedRefunds = (tables: Tables, { from, end, user }: SalesPeriod, time: 'requested_at' | 'ended_at') =>
  tables
    .selectFrom('online_refund as refund')
    .innerJoin('failed_refund as failed', 'failed.refund_id', 'refund.refund_id')
    .innerJoin('museum_ticket as ticket', 'ticket.ticket_id', 'failed.ticket_id')
    .select([...shared, 'requested_by as user', ...sumColumns])
    .where('refund.state', '=', 'failed')
    .where(time, '>=', from)
    .where(time, '<', end)
    .$call(whenGiven(user, (refunds, given) => refunds.where('requested_by', '=', Buffer.from(given))))
    .groupBy([...shared, 'requested_by'])

/** The refunds of a period that are settled, or that the payment provider gives. */
const selectRefunds = (tables: Tables, { from, end, user, till }: SalesPeriod) =>
  tables
    .selectFrom('ticket_cancellation as cancellation')
    .innerJoin('museum_ticket as ticket', 'ticket.ticket_id', 'cancellation.ticket_id')
    .select([...shared, 'settled_by as user', 'refund_method as method', 'refund_till as till', ...sumColumns])
    .where('settled_at', '>=', from)
    .where('settled_at', '<', end)
    .$call(whenGiven(user, (refunds, given) => refunds.where('settled_by', '=', Buffer.from(given))))
    .$call(whenGiven(till, (refunds, given) => refunds.where('refund_till', '=', Buffer.from(given))))
    .groupBy([...shared, 'settled_by', 'refund_method', 'refund_till'])

type Tickets = ExpressionBuilder<{ ticket: MuseumTables['museum_ticket'] }, 'ticket'>

const isAdmitted = ({ eb }: Tickets) => eb('ticket.admission_id', 'is not', null).as('is_admitted')

const sumColumns = [
  ({ fn }: Tickets) => fn.countAll<number>().as('tickets'),
  // As text, since a sum can be larger than the largest exact number of JavaScript.
  ({ ref }: Tickets) => sql<string>`cast(sum(${ref('ticket.price')}) as char)`.as('amount'),
]

type CommonRow = Readonly<{
  user: Uint8Array | null
  method: PaymentMethod | null
  till: Uint8Array | null
  ticket_type: TicketType
  event_id: UuidBytes<EventId> | null
  event_name: EventName | null
  price_category: PriceCategoryId | null
  currency: Currency
}>

// Not validated again: a row that was stored under an older rule stays readable.
const commonOf = (row: CommonRow): Omit<RefundSum, 'tickets' | 'amount'> => ({
  user: row.user && Buffer.from(row.user).toString(),
  method: row.method,
  ...(row.till !== null && { till: tillOf(row.till)! }),
  ticketType: row.ticket_type,
  ...(row.event_id !== null && { eventId: uuidOfBytes(row.event_id), eventName: row.event_name! }),
  priceCategory: row.price_category ?? fullPrice,
  currency: row.currency,
})

const sumOf = (row: CommonRow & Readonly<{ tickets: number; amount: string }>): RefundSum => ({
  ...commonOf(row),
  tickets: row.tickets,
  amount: BigInt(row.amount),
})

const isOf = ({ user, till }: SalesPeriod, sum: StoredSum): boolean =>
  (user === undefined || sum.user === user) && (till === undefined || sum.till === till)

const storedSumOf = ({ amount, ...sum }: RefundSum): StoredSum => ({ ...sum, amount: String(amount) })

type StateRow = Readonly<{
  ticket_type: string
  state: string
  /** 0 or 1. */
  is_admitted: unknown
  occurrence_number: number | null
  current_occurrence_number: number | null
}>

/** The state of the tickets of a row. */
const stateOf = (row: StateRow) => {
  const isOf = { isAdmitted: Boolean(row.is_admitted), isCancelled: row.state === 'cancelled' }
  return row.ticket_type === 'general'
    ? ticketState({ ticketType: 'general', ...isOf })
    : ticketState({
        ticketType: 'event',
        ...isOf,
        occurrenceNumber: row.occurrence_number ?? 0,
        currentOccurrenceNumber: row.current_occurrence_number ?? undefined,
      })
}

/** Adds up sums of tickets that have the same members. */
const sumsByKey = <Sum extends RefundSum & Partial<SaleSum>>() => {
  const byKey = new Map<string, Sum>()
  return {
    add(sum: Sum) {
      const { user, method, till, eventId, eventName, priceCategory, currency } = sum
      const key = JSON.stringify([user, method, till, eventId, eventName, priceCategory, currency])
      const before = byKey.get(key)
      byKey.set(key, before === undefined ? sum : plus(before, sum))
    },
    all: () => [...byKey.values()],
  }
}

const plus = <Sum extends RefundSum & Partial<SaleSum>>(one: Sum, other: Sum): Sum => ({
  ...one,
  tickets: one.tickets + other.tickets,
  amount: one.amount + other.amount,
  ...(one.cancelled !== undefined && { cancelled: one.cancelled + other.cancelled! }),
  ...(one.cancelledAmount !== undefined && { cancelledAmount: one.cancelledAmount + other.cancelledAmount! }),
})
