import type { TicketRepository } from '@museum/application'
import { type CalendarDate, type ConfirmationCode, Ticket, type TicketId } from '@museum/domain'
import { batched, coalesced, limitConcurrency } from '@museum/database'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { type MessageRecorder, messageRecorder } from '../messages/record-messages.ts'
import { sellAndReserve } from '../sales/sell-and-reserve.ts'
import { cancelTickets, lockTickets } from './cancellations.ts'
import { countAttendance, countValidTickets, findNextDate } from './count-tickets.ts'
import { selectTicketsOfEvent, ticketList } from './ticket-list.ts'
import { ticketStatements } from './ticket-rows.ts'

/** The tickets, in SQL. Sales and reads are batched. */
export const kyselyTicketRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
  sell: TicketRepository['sell'] = sellAndReserve(database, ticketStatements(database.kysely), messages).sell,
): TicketRepository => {
  const { query, transaction, engine, tracer } = database
  const statements = ticketStatements(database.kysely)
  const { findTickets, findTicketsByCode } = statements
  // Counting may take long, like a list.
  const counting = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'Too many tickets are being counted',
  })
  return {
    sell,
    find: batched((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds)), tracer),
    findByConfirmationCode: batched(
      (codes: readonly ConfirmationCode[]) => query((tables) => findTicketsByCode(tables, codes)),
      tracer,
    ),
    list: ticketList(database, statements),
    ofEvent: (eventId, position, limit) =>
      query((tables) => selectTicketsOfEvent(tables, statements, eventId, position, limit)),
    cancel: async (ticketId, findRefusal, entryOf, reason) => {
      const recorder = await messages.recorder()
      return transaction(async (tables) => {
        const [stored] = await lockTickets(tables, engine, [ticketId])
        // Read after the lock: a join in the locking statement may read an older state than the locked row.
        const [ticket] = await findTickets(tables, [ticketId])
        if (stored === undefined || ticket === undefined) return Ticket.notFound(ticketId)
        if (stored.state === 'cancelled') return ticket
        const refusal = findRefusal(ticket)
        if (refusal !== undefined) return refusal
        const entry = entryOf(ticket)
        await insertAuditEntry(tables, entry)
        await cancelTickets(tables, engine, recorder, { tickets: [ticket], at: entry.at, reason })
        return { ...ticket, state: 'cancelled' }
      }, 'idempotent')
    },
    nextDate: (date) => query((tables) => findNextDate(tables, date)),
    countValid: (date) => query((tables) => countValidTickets(tables, date)),
    countAttendance: coalesced(
      (date: CalendarDate) => counting('', () => query((tables) => countAttendance(tables, date))),
      tracer,
    ),
  }
}
