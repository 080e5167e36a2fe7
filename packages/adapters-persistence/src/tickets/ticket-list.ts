import type {
  EventTicketPosition,
  Page,
  PageRequest,
  TicketCancellation,
  TicketFilter,
  TicketOfEvent,
} from '@museum/application'
import { type EventId, type EventTicket, Instant, type Ticket, type TicketId } from '@museum/domain'
import type { Kysely } from 'kysely'
import { entryOf } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, offsetOf, pageWithCountedTotal } from '../database/pages.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { emailHash, storeEmailHashes } from './email-hashes.ts'
import { type TicketStatements, useTicketIndex } from './ticket-rows.ts'

type Tables = Kysely<MuseumTables>

/** Lists the tickets that match a filter, in ascending order of their identifiers. */
export const ticketList =
  ({ query, write }: MuseumDatabase, { findTickets }: TicketStatements) =>
  async (filter: TicketFilter, request: PageRequest): Promise<Page<Ticket>> => {
    if ('email' in filter) await storeEmailHashes((work) => write(work, 'idempotent'))
    return query(async (tables) => {
      const rows = await matching(tables, filter)
        .select('ticket_id')
        .orderBy('ticket_id')
        .limit(request.limit)
        .offset(offsetOf(request))
        .execute()
      const tickets = await findTickets(tables, idsOf(rows))
      const count = () =>
        countItems(
          tables,
          matching(tables, filter).select(({ lit }) => lit(1).as('one')),
        )
      // Tickets are never deleted.
      return pageWithCountedTotal(
        tickets.map((ticket) => ticket!),
        request,
        count,
      )
    })
  }

const matching = (tables: Tables, filter: TicketFilter) => {
  const tickets = tables.selectFrom('museum_ticket')
  if ('confirmationCode' in filter) return tickets.where('confirmation_code', '=', filter.confirmationCode)
  if ('email' in filter) return tickets.where('email_hash', '=', emailHash(filter.email))
  return tickets.where('event_id', '=', bytesOfUuid(filter.eventId)).where('ticket_date', '=', filter.date)
}

/** Selects the tickets of an event after a position, in the order of the dates and the ticketIds. */
export const selectTicketsOfEvent = async (
  tables: Tables,
  { findTickets }: TicketStatements,
  eventId: EventId,
  position: EventTicketPosition | undefined,
  limit: number,
): Promise<readonly TicketOfEvent[]> => {
  const ticketIds = await selectIds(tables, eventId, position, limit)
  const found = await findTickets(tables, ticketIds)
  const tickets = found.map((ticket) => ticket as EventTicket)
  const cancelled = tickets.filter(({ state }) => state === 'cancelled')
  if (cancelled.length === 0) return tickets.map((ticket) => ({ ticket }))
  const cancellationOf = await cancellationsOf(tables, eventId, cancelled)
  return tickets.map((ticket) =>
    ticket.state === 'cancelled' ? { ticket, cancellation: cancellationOf(ticket) } : { ticket },
  )
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

const idsOf = (rows: readonly Readonly<{ ticket_id: Uint8Array }>[]) =>
  rows.map(({ ticket_id }) => uuidOfBytes(ticket_id) as TicketId)

/** Finds how these tickets, at least one, were cancelled. */
const cancellationsOf = async (
  tables: Tables,
  eventId: EventId,
  cancelled: readonly EventTicket[],
): Promise<(ticket: EventTicket) => TicketCancellation> => {
  const individual = await tables
    .selectFrom('ticket_cancellation')
    .select(['ticket_id', 'cancelled_at'])
    .where(
      'ticket_id',
      'in',
      cancelled.map(({ ticketId }) => bytesOfUuid(ticketId)),
    )
    .execute()
  const times = new Map(individual.map(({ ticket_id, cancelled_at }) => [uuidOfBytes(ticket_id), cancelled_at]))
  const reasons = times.size === 0 ? new Map<string, string>() : await selectReasons(tables, [...times.keys()])
  const removed = await selectRemovals(tables, eventId, cancelled)
  return ({ ticketId, ticketDate, occurrenceNumber }) => {
    const at = times.get(ticketId)
    const reason = reasons.get(ticketId)
    if (at !== undefined) return { of: 'ticket', at: instantOf(at), ...(reason !== undefined && { reason }) }
    const removedAt = removed.get(`${ticketDate} ${occurrenceNumber}`)
    return { of: 'event', ...(removedAt !== undefined && { at: instantOf(removedAt) }) }
  }
}

const instantOf = (seconds: number) => Instant(seconds * 1_000)

/** The reasons of cancellations, which are in the audit log. */
const selectReasons = async (tables: Tables, ticketIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const rows = await tables
    .selectFrom('audit_entry')
    .selectAll()
    .where(
      'subject_id',
      'in',
      ticketIds.map((ticketId) => Buffer.from(ticketId)),
    )
    .where('operation', '=', 'cancelTicket')
    .execute()
  return new Map(
    rows.map(entryOf).flatMap(({ subject, after }) => {
      const reason = after?.['reason']
      return typeof reason === 'string' ? [[subject.id, reason] as const] : []
    }),
  )
}

/** The times, in seconds, at which the occurrences of these tickets were removed, by the date and the number. */
const selectRemovals = async (tables: Tables, eventId: EventId, cancelled: readonly EventTicket[]) => {
  const rows = await tables
    .selectFrom('removed_occurrence')
    .select(['event_date', 'occurrence_number', 'removed_at'])
    .where('event_id', '=', bytesOfUuid(eventId))
    .where('event_date', 'in', [...new Set(cancelled.map(({ ticketDate }) => ticketDate))])
    .execute()
  return new Map(rows.map((row) => [`${row.event_date} ${row.occurrence_number}`, row.removed_at]))
}
