import type { Ticket, TicketId } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { ticketOf } from './ticket-row.ts'

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
