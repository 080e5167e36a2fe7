import { type ConfirmationCodeTaken, type EventChanged, confirmationCodeTaken, eventChanged } from '@museum/application'
import type { Ticket } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { Engine } from '../engines/engine.ts'
import type { TicketInserts } from './ticket-inserts.ts'
import { isCodeTaken, isStored } from './ticket-statements.ts'

/**
 * Inserts one ticket. While the outcome of an earlier attempt is unknown, that attempt may still be running on the
 * database server, so a ticket whose occurrence does not exist is inserted too: its primary key waits for the earlier
 * attempt, and in both cases the ticket is then stored, and cancelled.
 */
export const insertOne = async (
  tables: Kysely<MuseumTables>,
  { classifyError }: Engine,
  { insertTickets, insertEventTickets }: TicketInserts,
  ticket: Ticket,
  isOutcomeUnknown: boolean,
): Promise<Ticket | EventChanged | ConfirmationCodeTaken> => {
  try {
    if (ticket.ticketType === 'general' || isOutcomeUnknown) await insertTickets(tables, [ticket])
    else if ((await insertEventTickets(tables, [ticket])) === 0)
      return (await isStored(tables, ticket)) ? ticket : eventChanged(ticket)
  } catch (error) {
    if (classifyError(error) !== 'duplicate') throw error
    if (await isStored(tables, ticket)) return ticket
    if (await isCodeTaken(tables, ticket)) return confirmationCodeTaken(ticket)
    throw error
  }
  return ticket
}
