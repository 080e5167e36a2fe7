import {
  type ConfirmationCodeTaken,
  OutcomeUnknown,
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
 * Inserts one ticket. While the outcome of an earlier attempt is unknown, that attempt may still be running on the database
 * server: where the ticket is neither inserted nor stored, it throws `OutcomeUnknown`.
 */
export const insertOne = async (
  tables: Kysely<MuseumTables>,
  { classifyError }: Engine,
  { insertTicketIfUnchanged, isStored, isCodeTaken }: TicketStatements,
  ticket: Ticket,
  isOutcomeUnknown: boolean,
): Promise<Ticket | PurchaseContextChanged | ConfirmationCodeTaken> => {
  try {
    if ((await insertTicketIfUnchanged(tables, ticket)) || (await isStored(tables, ticket))) return ticket
    if (isOutcomeUnknown) throw new OutcomeUnknown('An earlier attempt to store the ticket may still be running')
    return purchaseContextChanged(ticket)
  } catch (error) {
    if (classifyError(error) !== 'duplicate') throw error
    if (await isStored(tables, ticket)) return ticket
    if (await isCodeTaken(tables, ticket)) return confirmationCodeTaken(ticket)
    throw error
  }
}
