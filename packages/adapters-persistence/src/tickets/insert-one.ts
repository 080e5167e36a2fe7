import {
  type ConfirmationCodeTaken,
  type PurchaseContextChanged,
  confirmationCodeTaken,
  purchaseContextChanged,
} from '@museum/application'
import type { Ticket } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { Engine } from '../engines/engine.ts'
import type { TicketStatements } from './ticket-statements.ts'

/**
 * Inserts one ticket. While the outcome of an earlier attempt is unknown, that attempt may still be running on the
 * database server, so the ticket is inserted whatever has changed since: its primary key waits for the earlier attempt, and
 * in both cases the ticket is then stored. If its occurrence does not exist any more, it is cancelled.
 */
export const insertOne = async (
  tables: Kysely<MuseumTables>,
  { classifyError }: Engine,
  { insertTicket, insertTicketIfUnchanged, isStored, isCodeTaken }: TicketStatements,
  ticket: Ticket,
  isOutcomeUnknown: boolean,
): Promise<Ticket | PurchaseContextChanged | ConfirmationCodeTaken> => {
  try {
    if (isOutcomeUnknown) await insertTicket(tables, ticket)
    else if (!(await insertTicketIfUnchanged(tables, ticket)))
      return (await isStored(tables, ticket)) ? ticket : purchaseContextChanged(ticket)
  } catch (error) {
    if (classifyError(error) !== 'duplicate') throw error
    if (await isStored(tables, ticket)) return ticket
    if (await isCodeTaken(tables, ticket)) return confirmationCodeTaken(ticket)
    throw error
  }
  return ticket
}
