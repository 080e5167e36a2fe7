import {
  type ConfirmationCodeTaken,
  type EventChanged,
  OutcomeUnknown,
  type TicketRepository,
  confirmationCodeTaken,
  eventChanged,
  requestInProgress,
} from '@museum/application'
import { type Ticket, type TicketId, isRefusal } from '@museum/domain'
import type { Kysely } from 'kysely'
import { batched } from '../database/batched.ts'
import type { Engine } from '../engines/engine.ts'
import { insertRecord } from '../idempotency/idempotency-record-statements.ts'
import type { MuseumDatabase, MuseumTables } from '../database/museum-database.ts'
import { RolledBack, rolledBackOutcome } from '../database/rolled-back.ts'
import { groupCommit } from './group-commit.ts'
import { findTickets, insertEventTickets, insertTickets, isCodeTaken, isStored } from './ticket-statements.ts'

export const kyselyTicketRepository = (database: MuseumDatabase): TicketRepository => {
  const { query, write, transaction, engine } = database
  const addInGroup = groupCommit(database)
  return {
    async add(ticket) {
      const result = await addInGroup(ticket).catch(withTicketId(ticket))
      if (result === 'stored') return ticket
      const kind = result === 'outcomeUnknown' ? result : 'idempotent'
      return write((tables, isOutcomeUnknown) => insertOne(tables, engine, ticket, isOutcomeUnknown), kind).catch(
        withTicketId(ticket),
      )
    },
    // The record first: a repetition of this transaction, and another request with the key, wait for the record.
    // Not in a group: a key that another request holds would delay the whole group.
    addWithRecord: (ticket, record) =>
      transaction(async (tables) => {
        if (!(await insertRecord(tables, engine, record)))
          return (await isStored(tables, ticket)) ? ticket : requestInProgress(record)
        const outcome = await insertOne(tables, engine, ticket, false)
        if (isRefusal(outcome)) throw new RolledBack(outcome)
        return outcome
      }, 'idempotent')
        .catch(rolledBackOutcome<EventChanged | ConfirmationCodeTaken>)
        .catch(withTicketId(ticket)),
    find: batched((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds))),
  }
}

/**
 * Inserts one ticket. While the outcome of an earlier attempt is unknown, that attempt may still be running on the
 * database server, so a ticket whose occurrence is gone is inserted too: its primary key waits for the earlier attempt,
 * and either of the two leaves it stored, and cancelled.
 */
const insertOne = async (
  tables: Kysely<MuseumTables>,
  { classifyError }: Engine,
  ticket: Ticket,
  isOutcomeUnknown: boolean,
) => {
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

/** Names the ticket in an error that says that its outcome is unknown. */
const withTicketId =
  ({ ticketId }: Ticket) =>
  (error: unknown): never => {
    throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.message, { cause: error.cause, ticketId }) : error
  }
