import {
  type IsRemovalRefunded,
  type RefundFilter,
  type RefundRepository,
  type TicketCancellation,
  maxCountedItems,
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
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, offsetOf, pageWithCountedTotal } from '../database/pages.ts'
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
        const [from, end] = [offsetOf(request), offsetOf(request) + request.limit]
        if (filter.state === 'settled') {
          const listed = await individual(tables, filter).limit(request.limit).offset(from).execute()
          return pageWithCountedTotal(await refundsOf(tables, idsOf(listed)), request, () =>
            countItems(tables, individual(tables, filter)),
          )
        }
        const due = await firstDue(tables, filter, isRefunded, Math.max(end, maxCountedItems + 1))
        const items = await refundsOf(tables, idsOf(due.slice(from, end)))
        return due.length > maxCountedItems ? { items } : { items, total: due.length }
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

/** The tickets that were cancelled individually, with a refund in a state. */
const individual = (tables: Tables, { state, eventId, date }: RefundFilter) =>
  tables
    .selectFrom('ticket_cancellation')
    .select(['ticket_id', 'due_since as since'])
    .where('refund', '=', state)
    .$if(eventId !== undefined, (all) => all.where('event_id', '=', bytesOfUuid(eventId!)))
    .$if(date !== undefined, (all) => all.where('ticket_date', '=', date!))
    .orderBy('due_since')
    .orderBy('ticket_id')

/** The first `count` due refunds, or all: those of tickets that were cancelled individually, and of removed occurrences. */
const firstDue = async (
  tables: Tables,
  filter: RefundFilter,
  isRefunded: IsRemovalRefunded,
  count: number,
): Promise<readonly Listed[]> => {
  const ofTickets = await individual(tables, filter).limit(count).execute()
  const ofRemovals: Listed[] = []
  for (const [since, removed] of Map.groupBy(
    await removals(tables, filter, isRefunded),
    ({ removed_at }) => removed_at,
  )) {
    if (ofRemovals.length >= count) break
    for (let n = 0; n < removed.length; n += occurrencesAtOnce) {
      const rows = await ticketsOf(tables, removed.slice(n, n + occurrencesAtOnce))
        .limit(count)
        .execute()
      // Not as arguments of one call, whose number is limited.
      for (const { ticket_id } of rows) ofRemovals.push({ ticket_id, since })
    }
  }
  const compare = (a: Listed, b: Listed) => a.since - b.since || Buffer.compare(a.ticket_id, b.ticket_id)
  return [...ofTickets, ...ofRemovals].toSorted(compare).slice(0, count)
}

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

/** The tickets of removed occurrences that are to be refunded. */
const ticketsOf = (tables: Tables, removed: readonly Removal[]) =>
  tables
    .selectFrom('museum_ticket')
    .modifyFront(useTicketIndex('ticket_by_event_and_date'))
    .select('ticket_id')
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
    .orderBy('ticket_id')

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
