import type { Ticket, TicketId } from '@museum/domain'
import type { Transaction } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'

/** Locks the row of a ticket until the transaction ends, and returns its state, which is that of the ticket alone. */
export const lockTicket = (
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
export const storeCancellation = async (
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
