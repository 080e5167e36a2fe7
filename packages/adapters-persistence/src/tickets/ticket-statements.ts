import type { EventTicket, Ticket, TicketId } from '@museum/domain'
import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { type TicketRow, rowOf, ticketOf } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

/** Finds tickets, each with its state at this moment, in the order of the identifiers. */
export const findTickets = async (
  tables: Tables,
  ticketIds: readonly TicketId[],
): Promise<readonly (Ticket | undefined)[]> => {
  const rows = await tables
    .selectFrom('museum_ticket')
    .leftJoin('special_event_occurrence', (occurrence) =>
      occurrence
        .onRef('special_event_occurrence.event_id', '=', 'museum_ticket.event_id')
        .onRef('special_event_occurrence.event_date', '=', 'museum_ticket.ticket_date'),
    )
    .selectAll('museum_ticket')
    .select('special_event_occurrence.occurrence_number as current_occurrence_number')
    .where('ticket_id', 'in', [...new Set(ticketIds)].map(bytesOfUuid))
    .execute()
  const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.ticketId, ticket]))
  return ticketIds.map((ticketId) => tickets.get(ticketId))
}

/** Inserts tickets, whether or not their occurrences exist. */
export const insertTickets = async (tables: Tables, tickets: readonly Ticket[]): Promise<void> => {
  await tables.insertInto('museum_ticket').values(tickets.map(rowOf)).execute()
}

/**
 * Inserts those event tickets whose occurrence exists, and returns how many. It locks nothing: a ticket whose occurrence
 * is removed by another transaction meanwhile is inserted, and is cancelled, since its occurrence does not exist any more.
 */
export const insertEventTickets = async (tables: Tables, tickets: readonly EventTicket[]): Promise<number> => {
  const rows = tickets.map(rowOf)
  const columns = Object.keys(rows[0]!) as (keyof TicketRow)[]
  const selects = rows.map((row, n) =>
    n === 0
      ? sql`select ${sql.join(columns.map((column) => sql`${row[column]} as ${sql.ref(column)}`))}`
      : sql`select ${sql.join(columns.map((column) => row[column]))}`,
  )
  const wanted = sql<TicketRow>`(${sql.join(selects, sql` union all `)})`.as<'wanted'>(sql.ref('wanted'))
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('museum_ticket')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom(wanted)
        .innerJoin('special_event_occurrence', (occurrence) =>
          occurrence
            .onRef('special_event_occurrence.event_id', '=', 'wanted.event_id')
            .onRef('special_event_occurrence.event_date', '=', 'wanted.ticket_date')
            .onRef('special_event_occurrence.occurrence_number', '=', 'wanted.occurrence_number'),
        )
        .selectAll('wanted'),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/** Whether this ticket is stored, with its confirmation code. */
export const isStored = async (tables: Tables, { ticketId, confirmationCode }: Ticket): Promise<boolean> =>
  (await findTickets(tables, [ticketId]))[0]?.confirmationCode === confirmationCode

/** Whether another ticket has the confirmation code of this one. */
export const isCodeTaken = async (tables: Tables, { ticketId, confirmationCode }: Ticket): Promise<boolean> => {
  const holder = await tables
    .selectFrom('museum_ticket')
    .select('ticket_id')
    .where('confirmation_code', '=', confirmationCode)
    .where('ticket_id', '!=', bytesOfUuid(ticketId))
    .executeTakeFirst()
  return holder !== undefined
}
