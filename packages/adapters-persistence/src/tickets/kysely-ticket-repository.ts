import { type TicketRepository, Unavailable } from '@museum/application'
import { type CalendarDate, type ConfirmationCode, type Ticket, type TicketId, ticketNotFound } from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { batched, coalesced } from '../database/batched.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'
import { sellTickets } from '../sales/sell-tickets.ts'
import { countSoldTickets, countValidTickets, findNextDate } from './count-tickets.ts'
import { selectTicketsOfEvent, ticketList } from './ticket-list.ts'
import { ticketStatements } from './ticket-rows.ts'

/** The tickets, in SQL. Sales and reads are batched. */
export const kyselyTicketRepository = (database: MuseumDatabase): TicketRepository => {
  const { query, transaction, engine, tracer } = database
  const statements = ticketStatements(database.kysely)
  const { findTickets, findTicketsByCode } = statements
  // Counting may take long, like a list.
  const counting = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'Too many tickets are being counted',
  })
  const countSold = coalesced(
    ({ date }: Readonly<{ date: CalendarDate }>) =>
      counting('', () => query((tables) => countSoldTickets(tables, date))),
    tracer,
  )
  return {
    sell: sellTickets(database, statements),
    find: batched((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds)), tracer),
    findByConfirmationCode: batched(
      (codes: readonly ConfirmationCode[]) => query((tables) => findTicketsByCode(tables, codes)),
      tracer,
    ),
    list: ticketList(database, statements),
    ofEvent: (eventId, position, limit) =>
      query((tables) => selectTicketsOfEvent(tables, statements, eventId, position, limit)),
    cancel: (ticketId, findRefusal, entryOf) =>
      transaction(async (tables) => {
        const stored = await lockTicket(tables, engine, ticketId)
        // Read after the lock: a join in the locking statement may read an older state than the locked row.
        const [ticket] = await findTickets(tables, [ticketId])
        if (stored === undefined || ticket === undefined) return ticketNotFound(ticketId)
        if (stored.state === 'cancelled') return ticket
        const refusal = findRefusal(ticket)
        if (refusal !== undefined) return refusal
        await storeCancellation(tables, engine, ticket)
        await insertAuditEntry(tables, entryOf(ticket))
        // The last statement, so that sales, which lock the same row, wait only for the commit.
        await giveBack(tables, ticket)
        return { ...ticket, state: 'cancelled' }
      }, 'idempotent'),
    nextDate: (date) => query((tables) => findNextDate(tables, date)),
    countValid: (date) => query((tables) => countValidTickets(tables, date)),
    countSold: (date) => countSold({ date }),
  }
}

/** Locks the row of a ticket until the transaction ends, and returns the stored state, regardless of the ticket's event. */
const lockTicket = (
  tables: Transaction<MuseumTables>,
  { forUpdate }: Engine,
  ticketId: TicketId,
): Promise<Readonly<{ state: string }> | undefined> =>
  tables
    .selectFrom('museum_ticket')
    .select('state')
    .where('ticket_id', '=', bytesOfUuid(ticketId))
    .modifyEnd(forUpdate)
    .executeTakeFirst()

/** Cancels a ticket, which must be locked, individually. */
const storeCancellation = async (
  tables: Transaction<MuseumTables>,
  { now }: Engine,
  { ticketId, ticketDate }: Ticket,
): Promise<void> => {
  const ticket_id = bytesOfUuid(ticketId)
  await tables.updateTable('museum_ticket').set({ state: 'cancelled' }).where('ticket_id', '=', ticket_id).execute()
  await tables
    .insertInto('ticket_cancellation')
    .values({ ticket_id, ticket_date: ticketDate, cancelled_at: now })
    .execute()
}

/**
 * Gives back the place of a cancelled ticket, in the one row that counts it: that of its day, or of its occurrence, which may
 * be removed. Throws if there is no such row, so that counts stay exact.
 */
const giveBack = async (tables: Transaction<MuseumTables>, ticket: Ticket): Promise<void> => {
  if (ticket.ticketType === 'general') {
    const { numUpdatedRows } = await tables
      .updateTable('general_entry_day')
      .set(({ eb }) => ({ sold: eb('sold', '-', 1) }))
      .where('entry_date', '=', ticket.ticketDate)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`there is no counter for general entry on ${ticket.ticketDate}`)
    return
  }
  const from = async (table: 'occurrence' | 'removed_occurrence') => {
    const { numUpdatedRows } = await tables
      .updateTable(table)
      .set(({ eb }) => ({ sold: eb('sold', '-', 1) }))
      .where('event_id', '=', bytesOfUuid(ticket.event.eventId))
      .where('event_date', '=', ticket.ticketDate)
      .where('occurrence_number', '=', ticket.occurrenceNumber)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  // Between the two statements, another transaction may have removed the occurrence, or restored its event.
  for (let attempt = 1; attempt <= 3; attempt += 1)
    if ((await from('occurrence')) || (await from('removed_occurrence'))) return
  throw new Unavailable('The special event is being deleted and restored again and again')
}
