import {
  type ConfirmationCode,
  type Gate,
  type Ticket,
  type TicketId,
  type TicketIdentity,
  TimeOfDay,
  ticketState,
} from '@museum/domain'
import { type Kysely, type Selectable, type RawBuilder, sql } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import {
  type Engine,
  type UuidBytes,
  bytesOfUuid,
  compiledForEachCount,
  compiledForUuids,
  uuidOfBytes,
} from '@museum/database'
import type { MuseumTables } from '../database/museum-tables.ts'

/** The `email` of a ticket whose purchaser's data were erased. The column cannot be null. */
export const erasedEmail = '' as const

/** The bytes of an identifier that no ticket has, and which is lower than any. */
export const noTicketId = bytesOfUuid('00000000-0000-0000-0000-000000000000' as TicketId)

export type TicketRow = Selectable<MuseumTables['museum_ticket']>
/** A ticket with the number of its occurrence, which is null if that does not exist now. */
export type TicketAndOccurrenceRow = TicketRow & Readonly<{ current_occurrence_number: number | null }>

export const rowOf = (ticket: Ticket) => {
  const { event } = ticket
  return {
    ticket_id: bytesOfUuid(ticket.ticketId),
    ticket_type: ticket.ticketType,
    event_id: event === undefined ? null : bytesOfUuid(event.eventId),
    event_name: event?.name ?? null,
    event_location: event?.location ?? null,
    ticket_date: ticket.ticketDate,
    entry_minute: ticket.entryTime === undefined ? null : TimeOfDay.toMinutes(ticket.entryTime),
    email: ticket.purchaser?.email ?? erasedEmail,
    phone: ticket.purchaser?.phone ?? null,
    confirmation_code: ticket.confirmationCode,
    price: ticket.price,
    currency: ticket.currency,
    state: ticket.state,
    occurrence_number: ticket.occurrenceNumber ?? null,
    sold_at: ticket.soldAt ?? null,
    sold_by: ticket.soldBy === undefined ? null : Buffer.from(ticket.soldBy),
    signing_key: ticket.signingKey ?? null,
    price_category: ticket.priceCategory?.priceCategory ?? null,
    price_category_name: ticket.priceCategory?.name ?? null,
    order_id: ticket.orderId === undefined ? null : bytesOfUuid(ticket.orderId),
  }
}

/** Turns a row into a ticket. The values are not validated again: a row that was stored under an older rule stays readable. */
export const ticketOf = (row: TicketAndOccurrenceRow): Ticket => {
  const { event_id, event_name, event_location, email, price_category, price_category_name } = row
  const occurrenceNumber = row.occurrence_number ?? 0
  const sold = {
    ticketId: uuidOfBytes(row.ticket_id),
    ticketDate: row.ticket_date,
    ...(row.entry_minute !== null && { entryTime: TimeOfDay.ofMinutes(row.entry_minute) }),
    ...(email !== erasedEmail && { purchaser: { email, ...(row.phone !== null && { phone: row.phone }) } }),
    confirmationCode: row.confirmation_code,
    price: row.price,
    currency: row.currency,
    ...(row.sold_at !== null && { soldAt: row.sold_at }),
    ...(row.sold_by !== null && { soldBy: Buffer.from(row.sold_by).toString() }),
    ...(row.signing_key !== null && { signingKey: row.signing_key }),
    ...(price_category !== null && {
      priceCategory: { priceCategory: price_category, name: price_category_name! },
    }),
    ...(row.order_id !== null && { orderId: uuidOfBytes(row.order_id) }),
    ...admissionOf(row),
  }
  const isAdmitted = row.admission_id !== null
  const isCancelled = row.state === 'cancelled'
  if (event_id === null)
    return { ticketType: 'general', ...sold, state: ticketState({ ticketType: 'general', isAdmitted, isCancelled }) }
  const event = { eventId: uuidOfBytes(event_id), name: event_name!, location: event_location! }
  const currentOccurrenceNumber = row.current_occurrence_number ?? undefined
  const facts = { isAdmitted, isCancelled, occurrenceNumber, currentOccurrenceNumber }
  const state = ticketState({ ticketType: 'event', ...facts })
  return { ticketType: 'event', event, occurrenceNumber, ...sold, state }
}

const admissionOf = ({ admission_id, admitted_at, admission_gate }: TicketRow): Pick<Ticket, 'admission'> =>
  admission_id === null
    ? {}
    : {
        admission: {
          admissionId: uuidOfBytes(admission_id),
          at: admitted_at!,
          ...(admission_gate !== null && { gate: gateOf(admission_gate) }),
        },
      }

/** The gate whose text is stored as UTF-8. */
export const gateOf = (bytes: Uint8Array): Gate => Buffer.from(bytes).toString() as Gate

type Tables = Kysely<MuseumTables>

/** The statements about tickets; those that every request executes are compiled once for each number of tickets. */
export const ticketStatements = (kysely: Tables) => {
  /** Selects tickets with the numbers of their existing occurrences. */
  const ticketsAndOccurrences = () =>
    kysely
      .selectFrom('museum_ticket')
      .leftJoin('event_occurrence as occurrence', (occurrence) =>
        occurrence
          .onRef('occurrence.event_id', '=', 'museum_ticket.event_id')
          .onRef('occurrence.event_date', '=', 'museum_ticket.ticket_date')
          .onRef('occurrence.number', '=', 'museum_ticket.occurrence_number')
          .on('occurrence.removed_at', 'is', null),
      )
      .selectAll('museum_ticket')
      .select('occurrence.number as current_occurrence_number')
  /** Selects tickets, at least one. */
  const selectTickets = compiledForUuids((ticketIds: readonly UuidBytes<TicketId>[]) =>
    ticketsAndOccurrences().where('ticket_id', 'in', ticketIds).compile(),
  )
  const selectByCode = compiledForEachCount(
    (codes: readonly ConfirmationCode[]) => codes,
    (codes) => ticketsAndOccurrences().where('confirmation_code', 'in', codes).compile(),
  )
  /** Finds tickets, each with its state at this moment, in the order of the identifiers. */
  const findTickets = async (tables: Tables, ticketIds: readonly TicketId[]) => {
    // MySQL has no empty list.
    if (ticketIds.length === 0) return []
    const { rows } = await tables.executeQuery(selectTickets([...new Set(ticketIds)]))
    const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.ticketId, ticket]))
    return ticketIds.map((ticketId) => tickets.get(ticketId))
  }
  return {
    selectTickets,
    findTickets,
    /** Finds tickets that are known to be stored: tickets are never deleted. */
    readTickets: async (tables: Tables, ticketIds: readonly TicketId[]) =>
      (await findTickets(tables, ticketIds)).map((ticket) => ticket!),
    /** The same for the tickets with these confirmation codes. */
    async findTicketsByCode(tables: Tables, codes: readonly ConfirmationCode[]) {
      const { rows } = await tables.executeQuery(selectByCode([...new Set(codes)]))
      const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.confirmationCode, ticket]))
      return codes.map((code) => tickets.get(code))
    },
    /** One of the confirmation codes of these tickets that another ticket has. */
    async findTakenCode(tables: Tables, tickets: readonly TicketIdentity[]) {
      const codes = tickets.map(({ confirmationCode }) => confirmationCode)
      const ticketIds = tickets.map(({ ticketId }) => bytesOfUuid(ticketId))
      const holder = await tables
        .selectFrom('museum_ticket')
        .select('confirmation_code')
        .where('confirmation_code', 'in', codes)
        .where('ticket_id', 'not in', ticketIds)
        .executeTakeFirst()
      return holder?.confirmation_code
    },
  }
}

/** A select that locks tickets, in the order of their identifiers, with `forUpdate` or its like at its end. */
export const selectToLock = (tables: Tables, engine: Engine, ticketIds: readonly UuidBytes<TicketId>[]) =>
  tables
    .selectFrom(byPrimaryKey(engine, 'museum_ticket'))
    .select(['ticket_id', 'state'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('ticket_id')

export type TicketStatements = ReturnType<typeof ticketStatements>

/**
 * An optimizer hint, for `modifyFront` of a query in the order of the primary key. Without it, MySQL would walk along the
 * primary key, through most of the table, instead of reading the range of this index. To MariaDB and SQLite it is a comment.
 */
export const useTicketIndex = (index: string, alias = 'museum_ticket'): RawBuilder<unknown> =>
  sql.raw(`/*+ INDEX(${alias} ${index}) */`)
