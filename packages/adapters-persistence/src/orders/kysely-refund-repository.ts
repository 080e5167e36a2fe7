import {
  type IsRemovalRefunded,
  type ListRequest,
  Page,
  type RefundFilter,
  type RefundPosition,
  type RefundRepository,
  type RefundedTicket,
} from '@museum/application'
import {
  type CalendarDate,
  type Cancellation,
  type EventId,
  Instant,
  Price,
  Ticket,
  type TicketId,
  isRefusal,
  onlineMethod,
} from '@museum/domain'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { bytesOfUuid, type Engine, inParts, type UuidBytes, uuidOfBytes, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, precedingItem } from '../database/pages.ts'
import { soldForOccurrence } from '../places/slot-rows.ts'
import { lockCancellations, lockTickets, selectCancellations, storeSettlement } from '../tickets/cancellations.ts'
import { ticketStatements, useTicketIndex } from '../tickets/ticket-rows.ts'
import { paymentOf } from './order-rows.ts'

type Tables = Kysely<MuseumTables>

/** The refunds, in SQL. */
export const kyselyRefundRepository = ({ kysely, query, transaction, engine }: MuseumDatabase): RefundRepository => {
  const { findTickets, readTickets } = ticketStatements(kysely)

  /** The refunds that were listed, in the same order. */
  const readRefunds = async (tables: Tables, listed: readonly Listed[]) => {
    const ticketIds = listed.map(({ ticket_id }) => uuidOfBytes(ticket_id))
    const tickets = await readTickets(tables, ticketIds)
    const cancellations = await selectCancellations(tables, tickets)
    const payments = await selectPayments(tables, tickets)
    return tickets.flatMap((ticket) => {
      const cancellation = cancellations.get(ticket.ticketId)
      // It may have been restored since it was listed.
      return cancellation === undefined
        ? []
        : [{ ticket, cancellation, ...(ticket.orderId && payments.get(ticket.orderId)) }]
    })
  }
  return {
    cancellationsOf: (tickets) => query((tables) => selectCancellations(tables, tickets)),
    list: (filter, request, isRefunded) =>
      query(async (tables) => {
        const removed = filter.state === 'due' ? await removals(tables, engine, filter, isRefunded) : []
        const select = (after: Listed | undefined, part: Part) =>
          selectPart(tables, periods(tables, filter, removed, after), part)
        const { limit } = request
        const isCounted = !('after' in request)
        const offset = pageOffset(request)
        let { listed, total } = await select(precedingPosition(request), { offset, limit, isCounted })
        const items = await readRefunds(tables, listed)
        // The next ones take the places of those that were restored since they were listed: only the end of the list is short.
        while (items.length < limit && listed.length > 0) {
          const part = { offset: 0, limit: limit - items.length, isCounted: false }
          ;({ listed } = await select(listed.at(-1), part))
          items.push(...(await readRefunds(tables, listed)))
        }
        return isCounted ? Page.of(items, total) : { items }
      }),
    settle: (ticketId, settle, entryOf) =>
      transaction(async (tables) => {
        const stored = await lockTickets(tables, engine, [ticketId])
        await lockCancellations(tables, engine, [ticketId])
        // Read after the lock: a join in the locking statement may read an older state than the locked row.
        const [ticket] = await findTickets(tables, [ticketId])
        if (stored.length === 0 || ticket === undefined) return Ticket.notFound(ticketId)
        const before = (await selectCancellations(tables, [ticket])).get(ticketId)
        const settlement = settle(ticket, before)
        if (isRefusal(settlement)) return settlement
        const { failure: _, ...undecided } = before!
        const cancellation: Cancellation = { ...undecided, settlement }
        if (settlement !== before!.settlement) {
          await insertAuditEntry(tables, entryOf(settlement))
          await storeSettlement(tables, engine, [{ ticket, cancellation: before! }], settlement)
        }
        return { ticket, cancellation }
      }, 'idempotent'),
  }
}

/** A ticket, and when it was cancelled, in seconds since 1970. */
type Listed = Readonly<{ ticket_id: UuidBytes<TicketId>; since: number }>

/** The position of the item after which refunds are requested. */
const precedingPosition = (request: ListRequest<RefundPosition>): Listed | undefined => {
  const after = precedingItem(request)
  return after && { ticket_id: bytesOfUuid(after.ticket.ticketId), since: (after.cancellation.at ?? 0) / 1_000 }
}

/** A part of a list: without the first `offset` refunds. */
type Part = Readonly<{ offset: number; limit: number; isCounted: boolean }>

/** Selects a part of the refunds of these periods. With `isCounted`, also their total number, or any number above `Page.maxCountedItems`. */
const selectPart = async (tables: Tables, periods: Iterable<Period>, { offset, limit, isCounted }: Part) => {
  const listed: Listed[] = []
  let total = 0
  const maxCounted = Math.max(offset + limit, Page.maxCountedItems + 1)
  for (const { counted, sources } of periods) {
    if (listed.length === limit && (!isCounted || total > Page.maxCountedItems)) break
    const before = total
    if (isCounted) for (const source of counted) total += await countItems(tables, source, maxCounted)
    if (listed.length < limit && (!isCounted || total > Math.max(offset, before))) {
      const skipped = Math.max(0, offset - before)
      listed.push(...(await selectInOrder(tables, sources, skipped, limit - listed.length)))
    }
  }
  return { listed, total }
}

/** Selects rows of these sources in the order of the list, without the first `offset`. The first source is in this order already. */
const selectInOrder = (tables: Tables, [ordered, ...others]: Period['sources'], offset: number, limit: number) => {
  if (others.length === 0) return ordered.limit(limit).offset(offset).execute()
  const first = tables.selectFrom(ordered.limit(offset + limit).as('individual')).selectAll() as unknown as Source
  return tables
    .selectFrom(others.reduce((some, each) => some.unionAll(each), first).as('together'))
    .selectAll()
    .orderBy('since')
    .orderBy('ticket_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** A statement that selects refunds. */
type Source = SelectQueryBuilder<MuseumTables, 'ticket_cancellation' | 'museum_ticket', Listed>

/**
 * The refunds of a period, all of which precede those of the next one: `sources` selects them with the second of each removal,
 * `counted` the same ones by fewer statements. The first source has the tickets that were cancelled individually.
 */
type Period = Readonly<{ counted: readonly Source[]; sources: readonly [Source, ...Source[]] }>

/**
 * The periods of a list after a position. In a second in which dates were removed, the refunds of their tickets are among those of
 * tickets that were cancelled individually. A period has few tickets of removed dates, or one second.
 */
function* periods(
  tables: Tables,
  filter: RefundFilter,
  removed: readonly Removal[],
  after: Listed | undefined,
): Iterable<Period> {
  const individually = individual(tables, filter)
  const ticketsIn = (removals: readonly Removal[], second = 0) =>
    inParts(removals, occurrencesAtOnce).map((some) => ticketsOf(tables, some, second))
  const periodOf = (cancelled: Source, removals: readonly Removal[]): Period => ({
    counted: [cancelled, ...ticketsIn(removals)],
    sources: [
      cancelled,
      ...[...Map.groupBy(removals, ({ removed_at }) => removed_at)].flatMap(([second, all]) => ticketsIn(all, second)),
    ],
  })
  const bySecond = Map.groupBy(removed, ({ removed_at }) => removed_at)
  if (after !== undefined) {
    const inSecond = periodOf(individually.where('due_since', '=', after.since), bySecond.get(after.since) ?? [])
    const [first, ...others] = inSecond.sources.map((source) => source.where('ticket_id', '>', after.ticket_id))
    yield { ...inSecond, sources: [first!, ...others] }
  }
  let from = after && after.since + 1
  let together: Removal[] = []
  const since = () => individually.$call(whenGiven(from, (all, given) => all.where('due_since', '>=', given)))
  for (const [second, removals] of bySecond) {
    if (from !== undefined && second < from) continue
    const all = [...together, ...removals]
    if (all.length > occurrencesAtOnce || soldOf(all) > soldAtOnce) {
      yield periodOf(since().where('due_since', '<', second), together)
      from = second
      together = []
    }
    together.push(...removals)
  }
  yield periodOf(since(), together)
}

const soldOf = (removals: readonly Removal[]) => removals.reduce((sum, { sold }) => sum + sold, 0)

/** The tickets that were cancelled individually, with a refund in a state. */
const individual = (tables: Tables, { state, eventId, date }: RefundFilter): Source =>
  tables
    .selectFrom('ticket_cancellation')
    .select(['ticket_id', 'due_since as since'])
    .where('refund', '=', state)
    .$call(whenGiven(eventId, (all, given) => all.where('event_id', '=', bytesOfUuid(given))))
    .$call(whenGiven(date, (all, given) => all.where('ticket_date', '=', given)))
    // Also to be counted: without an order, MySQL may read the whole table.
    .orderBy('due_since')
    .orderBy('ticket_id')

/** The number of removed occurrences whose tickets one statement reads, and of their sold tickets, if they are of several seconds. */
const [occurrencesAtOnce, soldAtOnce] = [100, 1_000]

type Removal = Readonly<{
  event_id: UuidBytes<EventId>
  event_date: CalendarDate
  number: number
  removed_at: number
  sold: number
}>

/** The removed occurrences with sold tickets that are to be refunded, those that were removed first before the others. */
const removals = async (
  tables: Tables,
  engine: Engine,
  { eventId, date }: RefundFilter,
  isRefunded: IsRemovalRefunded,
): Promise<readonly Removal[]> => {
  const rows = await tables
    .selectFrom(
      tables
        .selectFrom('event_occurrence as occurrence')
        .select(({ ref }) => ['event_id', 'event_date', 'number', ref('removed_at').$notNull().as('removed_at')])
        .select(soldForOccurrence(engine))
        // A range of an index, which `is not null` is not on SQLite.
        .where('removed_at', '>=', 0)
        .$call(whenGiven(eventId, (all, given) => all.where('event_id', '=', bytesOfUuid(given))))
        .$call(whenGiven(date, (all, given) => all.where('event_date', '=', given)))
        .as('removed'),
    )
    .select(({ ref }) => ['event_id', 'event_date', 'number', 'removed_at', ref('sold').$notNull().as('sold')])
    .where('sold', '>', 0)
    .execute()
  return rows
    .map((row) => Object.assign({}, row, { sold: Number(row.sold) }))
    .filter(({ event_date, removed_at }) => isRefunded(event_date, { cause: 'date', at: Instant(removed_at * 1_000) }))
    .toSorted((a, b) => a.removed_at - b.removed_at)
}

/** The tickets of occurrences that were removed in a second, if they are to be refunded. */
const ticketsOf = (tables: Tables, removed: readonly Removal[], second: number): Source =>
  tables
    .selectFrom('museum_ticket')
    .modifyFront(useTicketIndex('ticket_by_event_and_date'))
    .select(({ lit }) => ['ticket_id', lit(second).as('since')])
    .where(({ or, and }) =>
      or(
        removed.map(({ event_id, event_date, number }) =>
          and({ event_id, ticket_date: event_date, occurrence_number: number }),
        ),
      ),
    )
    .where('state', '!=', 'cancelled')
    .where('admission_id', 'is', null)
    .where('price', '>', Price(0))

/** How the orders of these tickets were paid, and whether at the payment provider. */
const selectPayments = async (tables: Tables, tickets: readonly Ticket[]) => {
  const orderIds = [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))]
  // MySQL has no empty list.
  if (orderIds.length === 0) return new Map<string, OrderPayment>()
  const rows = await tables
    .selectFrom('museum_order')
    .leftJoin('online_payment', (online) =>
      online.onRef('reservation_id', '=', 'order_id').on('online_payment.state', '=', 'paid'),
    )
    .select(['order_id', 'payment_method', 'payment_reference', 'payment_id'])
    .where('order_id', 'in', orderIds.map(bytesOfUuid))
    .execute()
  return new Map(
    rows.map((row): [string, OrderPayment] => {
      const payment = paymentOf(row)
      const isPaidOnline = payment?.method === onlineMethod && row.payment_id !== null
      return [uuidOfBytes(row.order_id), { ...(payment && { payment }), ...(isPaidOnline && { isPaidOnline }) }]
    }),
  )
}

type OrderPayment = Pick<RefundedTicket, 'payment' | 'isPaidOnline'>
