import type { ConfirmationCode, Ticket, TicketId } from '@museum/domain'
import type { Kysely } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { type TicketInserts, ticketInserts } from './ticket-inserts.ts'
import { ticketOf } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

export type TicketStatements = TicketInserts &
  Readonly<{
    /** Finds tickets, each with its state at this moment, in the order of the identifiers. */
    findTickets: (tables: Tables, ticketIds: readonly TicketId[]) => Promise<readonly (Ticket | undefined)[]>
    /** The same for the tickets with confirmation codes. */
    findTicketsByCode: (
      tables: Tables,
      confirmationCodes: readonly ConfirmationCode[],
    ) => Promise<readonly (Ticket | undefined)[]>
    /** Whether this ticket is stored, with its confirmation code. */
    isStored: (tables: Tables, ticket: Ticket) => Promise<boolean>
    /** Whether another ticket has the confirmation code of this one. */
    isCodeTaken: (tables: Tables, ticket: Ticket) => Promise<boolean>
  }>

/** The statements about tickets; those that every request executes are compiled once for each number of tickets. */
export const ticketStatements = (kysely: Tables): TicketStatements => {
  /** Selects tickets with the numbers of the occurrences on their dates. */
  const ticketsAndOccurrences = () =>
    kysely
      .selectFrom('museum_ticket')
      .leftJoin('special_event_occurrence', (occurrence) =>
        occurrence
          .onRef('special_event_occurrence.event_id', '=', 'museum_ticket.event_id')
          .onRef('special_event_occurrence.event_date', '=', 'museum_ticket.ticket_date'),
      )
      .selectAll('museum_ticket')
      .select('special_event_occurrence.occurrence_number as current_occurrence_number')
  const selectTickets = compiledForEachCount(
    (ticketIds: readonly TicketId[]) => ticketIds.map(bytesOfUuid),
    (ticketIds) => ticketsAndOccurrences().where('ticket_id', 'in', ticketIds.map(bytesOfUuid)).compile(),
  )
  const selectByCode = compiledForEachCount(
    (codes: readonly ConfirmationCode[]) => codes,
    (codes) => ticketsAndOccurrences().where('confirmation_code', 'in', codes).compile(),
  )
  const findTickets: TicketStatements['findTickets'] = async (tables, ticketIds) => {
    // MySQL has no empty list.
    if (ticketIds.length === 0) return []
    const { rows } = await tables.executeQuery(selectTickets([...new Set(ticketIds)]))
    const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.ticketId, ticket]))
    return ticketIds.map((ticketId) => tickets.get(ticketId))
  }
  return {
    ...ticketInserts(kysely),
    findTickets,
    findTicketsByCode: async (tables, codes) => {
      const { rows } = await tables.executeQuery(selectByCode([...new Set(codes)]))
      const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.confirmationCode, ticket]))
      return codes.map((code) => tickets.get(code))
    },
    isStored: async (tables, { ticketId, confirmationCode }) =>
      (await findTickets(tables, [ticketId]))[0]?.confirmationCode === confirmationCode,
    isCodeTaken: async (tables, { ticketId, confirmationCode }) => {
      const holder = await tables
        .selectFrom('museum_ticket')
        .select('ticket_id')
        .where('confirmation_code', '=', confirmationCode)
        .where('ticket_id', '!=', bytesOfUuid(ticketId))
        .executeTakeFirst()
      return holder !== undefined
    },
  }
}
