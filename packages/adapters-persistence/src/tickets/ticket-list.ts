import { type Page, type PageRequest, type TicketFilter, maxCountedItems, pageOf } from '@museum/application'
import type { Ticket, TicketId } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { emailHash } from './email-hash.ts'
import { storeEmailHashes } from './store-email-hashes.ts'
import type { TicketStatements } from './ticket-statements.ts'

/** Lists the tickets that match a filter, in ascending order of their identifiers. */
export const ticketList =
  ({ query, write }: MuseumDatabase, { findTickets }: TicketStatements) =>
  async (filter: TicketFilter, { page, limit }: PageRequest): Promise<Page<Ticket>> => {
    if ('email' in filter) await storeEmailHashes((work) => write(work, 'idempotent'))
    return query(async (tables) => {
      const offset = (page - 1) * limit
      const ticketIds = await selectPage(tables, filter, offset, limit)
      const tickets = await findTickets(tables, ticketIds)
      // A page that is neither empty nor full is the last one, which gives the number of tickets.
      const isLast = ticketIds.length < limit && (ticketIds.length > 0 || offset === 0)
      return pageOf(
        // No ticket is ever removed.
        tickets.map((ticket) => ticket!),
        isLast ? offset + ticketIds.length : await countTickets(tables, filter),
      )
    })
  }

const selectPage = async (tables: Kysely<MuseumTables>, filter: TicketFilter, offset: number, limit: number) => {
  const rows = await matching(tables, filter)
    .select('ticket_id')
    .orderBy('ticket_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ ticket_id }) => uuidOfBytes(ticket_id) as TicketId)
}

/** Counts tickets, up to one more than `maxCountedItems`. */
const countTickets = async (tables: Kysely<MuseumTables>, filter: TicketFilter): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      matching(tables, filter)
        .select(({ lit }) => lit(1).as('one'))
        .limit(maxCountedItems + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

const matching = (tables: Kysely<MuseumTables>, filter: TicketFilter) => {
  const tickets = tables.selectFrom('museum_ticket')
  if ('confirmationCode' in filter) return tickets.where('confirmation_code', '=', filter.confirmationCode)
  if ('email' in filter) return tickets.where('email_hash', '=', emailHash(filter.email))
  return tickets.where('event_id', '=', bytesOfUuid(filter.eventId)).where('ticket_date', '=', filter.date)
}
