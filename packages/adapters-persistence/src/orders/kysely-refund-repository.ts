import {
  type IsRemovalRefunded,
  type ListRequest,
  type RefundFilter,
  type RefundRepository,
  type RefundedTicket,
  type TicketCancellation,
  maxCountedItems,
  pageWithTotal,
} from '@museum/application'
import {
  type CalendarDate,
  Instant,
  type Payment,
  type Ticket,
  type TicketId,
  isRefusal,
  ticketNotFound,
} from '@museum/domain'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { afterOf, countItems, offsetOf } from '../database/pages.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { lockTickets, selectCancellations, storeSettlement } from '../tickets/cancellations.ts'
import { ticketStatements, useTicketIndex } from '../tickets/ticket-rows.ts'
import { paymentOf } from './order-rows.ts'

type Tables = Kysely<MuseumTables>

/** The refunds, in SQL. */
export const kyselyRefundRepository = ({ kysely, query, transaction, engine }: MuseumDatabase): RefundRepository => {
  const { findTickets } = ticketStatements(kysely)

  /** The refunds of these tickets, in the same order. */
  const refundsOf = async (tables: Tables, ticketIds: readonly TicketId[]) => {
    // Tickets are never deleted.
    const tickets = (await findTickets(tables, ticketIds)).map((ticket) => ticket!)
    const cancellations = await selectCancellations(tables, tickets)
    const payments = await selectPayments(tables, tickets)
    return tickets.flatMap((ticket) => {
      const cancellation = cancellations.get(ticket.ticketId)
      const payment = ticket.orderId && payments.get(ticket.orderId)
      // It may have been restored since it was listed.
      return cancellation === undefined ? [] : [{ ticket, cancellation, ...(payment !== undefined && { payment }) }]
    })
  }
  return {
    cancellationsOf: (tickets) => query((tables) => selectCancellations(tables, tickets)),
    list: (filter, request, isRefunded) =>
      query(async (tables) => {
        const removed = filter.state === 'due' ? await removals(tables, filter, isRefunded) : []
        const select = (part: Part) => selectPart(tables, (after) => sources(tables, filter, removed, after), part)
        const { limit } = request
        const isCounted = !('after' in request)
        let { listed, total } = await select({
          after: positionOf(request),
          offset: offsetOf(request),
          limit,
          isCounted,
        })
        const items = await refundsOf(tables, idsOf(listed))
        // The next ones take the places of those that were restored since they were listed: only the end of the list is short.
        while (items.length < limit && listed.length > 0) {
          ;({ listed } = await select({
            after: listed.at(-1),
            offset: 0,
            limit: limit - items.length,
            isCounted: false,
          }))
          items.push(...(await refundsOf(tables, idsOf(listed))))
        }
        return isCounted ? pageWithTotal(items, total) : { items }
      }),
    settle: (ticketId, settle, entryOf) =>
      transaction(async (tables) => {
        const stored = await lockTickets(tables, engine, [ticketId])
        // A settlement writes this row: of two through different nodes of Galera, the second is aborted only if it locks the row
        // before it reads it.
        await tables
          .selectFrom('ticket_cancellation')
          .select('ticket_id')
          .where('ticket_id', '=', bytesOfUuid(ticketId))
          .modifyEnd(engine.forUpdate)
          .execute()
        // Read after the lock: a join in the locking statement may read an older state than the locked row.
        const [ticket] = await findTickets(tables, [ticketId])
        if (stored.length === 0 || ticket === undefined) return ticketNotFound(ticketId)
        const before = (await selectCancellations(tables, [ticket])).get(ticketId)
        const settlement = settle(ticket, before)
        if (isRefusal(settlement)) return settlement
        const cancellation: TicketCancellation = { ...before!, settlement }
        if (settlement !== before!.settlement) {
          await insertAuditEntry(tables, entryOf(settlement))
          await storeSettlement(tables, engine, ticket, before!, settlement)
        }
        return { ticket, cancellation }
      }, 'idempotent'),
  }
}

/** A ticket, and when it was cancelled, in seconds since 1970. */
type Listed = Readonly<{ ticket_id: Uint8Array; since: number }>

const idsOf = (rows: readonly Listed[]) => rows.map(({ ticket_id }) => uuidOfBytes(ticket_id) as TicketId)

/** The position of the item after which refunds are requested. */
const positionOf = (request: ListRequest<RefundedTicket>): Listed | undefined => {
  const after = afterOf(request)
  return after && { ticket_id: bytesOfUuid(after.ticket.ticketId), since: (after.cancellation.at ?? 0) / 1_000 }
}

/** A part of a list: those after a position, without the first `offset` of them. */
type Part = Readonly<{ after: Listed | undefined; offset: number; limit: number; isCounted: boolean }>

/** Selects a part of a list from its sources. With `isCounted`, also its total number, or any number above `maxCountedItems`. */
const selectPart = async (
  tables: Tables,
  sourcesAfter: (position: Listed | undefined) => Iterable<readonly Source[]>,
  { after, offset, limit, isCounted }: Part,
) => {
  const listed: Listed[] = []
  let total = 0
  const maxCounted = isCounted ? Math.max(offset + limit, maxCountedItems + 1) : limit
  for (const together of sourcesAfter(after)) {
    if (listed.length === limit && (!isCounted || total > maxCountedItems)) break
    const before = total
    const filled: Source[] = []
    for (const source of together) {
      const counted = await countItems(tables, source, maxCounted)
      if (counted > 0) filled.push(source)
      total += counted
    }
    if (filled.length > 0 && total > offset && listed.length < limit) {
      const rows = inOrder(tables, filled).limit(limit - listed.length)
      listed.push(...(await rows.offset(Math.max(0, offset - before)).execute()))
    }
  }
  return { listed, total }
}

/** The rows of these sources in the order of the list. */
const inOrder = (tables: Tables, ordered: readonly Source[]) => {
  const [first, ...others] = ordered.map((source) => source.clearOrderBy())
  const all = others.reduce((some, each) => some.unionAll(each), first!)
  const rows = others.length === 0 ? all : (tables.selectFrom(all.as('together')).selectAll() as unknown as Source)
  return rows.orderBy('since').orderBy('ticket_id')
}

/** A statement that selects refunds. */
type Source = SelectQueryBuilder<MuseumTables, 'ticket_cancellation' | 'museum_ticket', Listed>

/**
 * The sources of a list after a position. Those of one array belong together; all of their rows precede those of the next array.
 * In a second in which dates were removed, the refunds of their tickets are among those of tickets that were cancelled individually.
 */
function* sources(
  tables: Tables,
  filter: RefundFilter,
  removed: readonly Removal[],
  after: Listed | undefined,
): Iterable<readonly Source[]> {
  const first = after?.since ?? Number.NEGATIVE_INFINITY
  const bySecond = Map.groupBy(removed, ({ removed_at }) => removed_at)
  const seconds = [...bySecond.keys()].filter((second) => second > first)
  if (after !== undefined) {
    const inSecond = sourcesIn(after.since, tables, filter, bySecond.get(after.since))
    yield inSecond.map((source) => source.where('ticket_id', '>', after.ticket_id))
  }
  const individually = individual(tables, filter)
  let previous = after?.since
  for (const second of [...seconds, undefined]) {
    yield [
      individually
        .$if(previous !== undefined, (all) => all.where('due_since', '>', previous!))
        .$if(second !== undefined, (all) => all.where('due_since', '<', second!)),
    ]
    if (second !== undefined) yield sourcesIn(second, tables, filter, bySecond.get(second))
    previous = second
  }
}

const sourcesIn = (second: number, tables: Tables, filter: RefundFilter, removed: readonly Removal[] = []) => [
  individual(tables, filter).where('due_since', '=', second),
  ...Array.from({ length: Math.ceil(removed.length / occurrencesAtOnce) }, (_, n) =>
    ticketsOf(tables, removed.slice(n * occurrencesAtOnce, (n + 1) * occurrencesAtOnce), second),
  ),
]

/** The tickets that were cancelled individually, with a refund in a state. */
const individual = (tables: Tables, { state, eventId, date }: RefundFilter): Source =>
  tables
    .selectFrom('ticket_cancellation')
    .select(['ticket_id', 'due_since as since'])
    .where('refund', '=', state)
    .$if(eventId !== undefined, (all) => all.where('event_id', '=', bytesOfUuid(eventId!)))
    .$if(date !== undefined, (all) => all.where('ticket_date', '=', date!))
    // Also to be counted: without an order, MySQL may read the whole table.
    .orderBy('due_since')
    .orderBy('ticket_id')

/** The number of removed occurrences whose tickets one statement reads. */
const occurrencesAtOnce = 100

type Removal = Readonly<{ event_id: Uint8Array; event_date: string; occurrence_number: number; removed_at: number }>

/** The removed occurrences with sold tickets that are to be refunded, those that were removed first before the others. */
const removals = async (
  tables: Tables,
  { eventId, date }: RefundFilter,
  isRefunded: IsRemovalRefunded,
): Promise<readonly Removal[]> => {
  const rows = await tables
    .selectFrom('removed_occurrence')
    .select(['event_id', 'event_date', 'occurrence_number', 'removed_at'])
    .where('sold', '>', 0)
    .$if(eventId !== undefined, (all) => all.where('event_id', '=', bytesOfUuid(eventId!)))
    .$if(date !== undefined, (all) => all.where('event_date', '=', date!))
    .execute()
  return rows
    .filter(({ event_date, removed_at }) =>
      isRefunded(event_date as CalendarDate, { cause: 'date', at: Instant(removed_at * 1_000) }),
    )
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
        removed.map(({ event_id, event_date, occurrence_number }) =>
          and({ event_id, ticket_date: event_date, occurrence_number }),
        ),
      ),
    )
    .where('state', '!=', 'cancelled')
    .where('admission_id', 'is', null)
    .where('price', '>', 0)

/** How the orders of these tickets were paid. */
const selectPayments = async (tables: Tables, tickets: readonly Ticket[]) => {
  const orderIds = [...new Set(tickets.flatMap(({ orderId }) => orderId ?? []))]
  // MySQL has no empty list.
  if (orderIds.length === 0) return new Map<string, Payment | undefined>()
  const rows = await tables
    .selectFrom('museum_order')
    .select(['order_id', 'payment_method', 'payment_reference'])
    .where('order_id', 'in', orderIds.map(bytesOfUuid))
    .execute()
  return new Map(rows.map((row) => [uuidOfBytes(row.order_id), paymentOf(row)]))
}
