import { OutcomeUnknown, Unavailable } from '@museum/application'
import type { Ticket } from '@museum/domain'
import { batched } from '../database/batched.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { TicketStatements } from './ticket-statements.ts'

/**
 * The result of one ticket of a group. `notStored`: the caller must insert it individually, which gives the reason.
 * `contextChanged`: it must not be stored. `outcomeUnknown`: the connection was lost, and the ticket may be stored.
 */
export type BatchResult = 'stored' | 'notStored' | 'contextChanged' | 'outcomeUnknown'

/** The time limit of a group, which leaves time to insert its tickets one by one. */
const groupMilliseconds = 3_000

/**
 * Stores tickets that are added at the same time with one statement and one commit. When the statement fails, none is
 * stored and each must be inserted individually, so that a failing purchase does not affect the others in its group. A
 * lone ticket is not stored here: if it failed, it would cost two statements. Rejects with `Unavailable` when the
 * database is unavailable.
 */
export const groupCommit = (
  { query, write, withDeadline, observer, tracer }: MuseumDatabase,
  { insertTicketsIfUnchanged, findTickets }: TicketStatements,
): ((ticket: Ticket) => Promise<BatchResult>) => {
  const insertGroup = async (tickets: readonly Ticket[]): Promise<readonly BatchResult[]> => {
    const stored = await write((tables) => insertTicketsIfUnchanged(tables, tickets))
    if (stored > 0) observer.onPurchasesCommitted?.(stored)
    if (stored === tickets.length) return tickets.map(() => 'stored')
    const ticketIds = tickets.map(({ ticketId }) => ticketId)
    const found = await query((tables) => findTickets(tables, ticketIds)).catch(() => undefined)
    return tickets.map(({ confirmationCode }, n) => {
      if (found === undefined) return 'outcomeUnknown'
      if (found[n] === undefined) return 'contextChanged'
      return found[n].confirmationCode === confirmationCode ? 'stored' : 'notStored'
    })
  }
  const commitGroup = async (tickets: readonly Ticket[]): Promise<readonly BatchResult[]> => {
    const all = (result: BatchResult) => tickets.map(() => result)
    if (tickets.length === 1) return all('notStored')
    try {
      return await withDeadline(groupMilliseconds, () => insertGroup(tickets))
    } catch (error) {
      if (error instanceof OutcomeUnknown) return all('outcomeUnknown')
      if (error instanceof Unavailable) throw error
      return all('notStored')
    }
  }
  const [general, event] = [batched(commitGroup, tracer), batched(commitGroup, tracer)]
  return (ticket) => (ticket.ticketType === 'general' ? general(ticket) : event(ticket))
}
