import type { EventTicketPosition, ListRequest, Page, TicketFilter, TicketOfEvent } from '@museum/application'
import type { EventId, EventTicket, Ticket, TicketId } from '@museum/domain'
import type { Kysely } from 'kysely'
import { bytesOfUuid, type UuidBytes, uuidOfBytes, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { selectCancellations } from './cancellations.ts'
import { emailHash, storeEmailHashes } from './email-hashes.ts'
import { type TicketStatements, useTicketIndex } from './ticket-rows.ts'

type Tables = Kysely<MuseumTables>

/** Lists the tickets that match a filter, in ascending order of their identifiers. */
export const ticketList =
  ({ query, write }: MuseumDatabase, { readTickets }: TicketStatements) =>
  async (filter: TicketFilter, request: ListRequest<Ticket>): Promise<Page<Ticket>> => {
    if ('email' in filter) await storeEmailHashes((work) => write(work, 'idempotent'))
    const after = precedingItem(request)
    return query(async (tables) => {
      const rows = await matching(tables, filter)
        .select('ticket_id')
        .$call(whenGiven(after, (all, last) => all.where('ticket_id', '>', bytesOfUuid(last.ticketId))))
        .orderBy('ticket_id')
        .limit(request.limit)
        .offset(pageOffset(request))
        .execute()
      const tickets = await readTickets(tables, idsOf(rows))
      const count = () =>
        countItems(
          tables,
          matching(tables, filter).select(({ lit }) => lit(1).as('one')),
        )
      return pageWithCountedTotal(tickets, request, count)
    })
  }

const matching = (tables: Tables, filter: TicketFilter) => {
  const tickets = tables.selectFrom('museum_ticket')
  if ('confirmationCodes' in filter) return tickets.where('confirmation_code', 'in', filter.confirmationCodes)
  if ('email' in filter) return tickets.where('email_hash', '=', emailHash(filter.email))
  return tickets.where('event_id', '=', bytesOfUuid(filter.eventId)).where('ticket_date', '=', filter.date)
}

/** Selects the tickets of an event after a position, in the order of the dates and the ticketIds. */
export const selectTicketsOfEvent = async (
  tables: Tables,
  { readTickets }: TicketStatements,
  eventId: EventId,
  position: EventTicketPosition | undefined,
  limit: number,
): Promise<readonly TicketOfEvent[]> => {
  const ticketIds = await selectIds(tables, eventId, position, limit)
  const tickets = (await readTickets(tables, ticketIds)) as EventTicket[]
  const cancelled = tickets.filter(({ state }) => state === 'cancelled')
  if (cancelled.length === 0) return tickets.map((ticket) => ({ ticket }))
  const cancellations = await selectCancellations(tables, cancelled)
  return tickets.map((ticket) => {
    const cancellation = cancellations.get(ticket.ticketId)
    return cancellation === undefined ? { ticket } : { ticket, cancellation }
  })
}

/** In two ranges of one index: an engine may read all tickets of the event for one condition on both columns. */
const selectIds = async (
  tables: Tables,
  eventId: EventId,
  position: EventTicketPosition | undefined,
  limit: number,
): Promise<readonly TicketId[]> => {
  const select = (count: number) =>
    tables
      .selectFrom('museum_ticket')
      .modifyFront(useTicketIndex('ticket_by_event_and_date'))
      .select('ticket_id')
      .where('event_id', '=', bytesOfUuid(eventId))
      .orderBy('ticket_date')
      .orderBy('ticket_id')
      .limit(count)
  if (position === undefined) return idsOf(await select(limit).execute())
  const ofDate = await select(limit)
    .where('ticket_date', '=', position.ticketDate)
    .where('ticket_id', '>', bytesOfUuid(position.ticketId))
    .execute()
  if (ofDate.length === limit) return idsOf(ofDate)
  const ofLaterDates = await select(limit - ofDate.length)
    .where('ticket_date', '>', position.ticketDate)
    .execute()
  return idsOf([...ofDate, ...ofLaterDates])
}

const idsOf = (rows: readonly Readonly<{ ticket_id: UuidBytes<TicketId> }>[]) =>
  rows.map(({ ticket_id }) => uuidOfBytes(ticket_id))
