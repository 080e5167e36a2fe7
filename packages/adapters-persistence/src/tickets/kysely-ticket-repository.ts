import type { ConfirmationCodeTaken, TicketRepository } from '@museum/application'
import {
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventId,
  EventLocation,
  EventName,
  type EventTicket,
  Phone,
  Price,
  type PurchaseRefusal,
  type Ticket,
  TicketId,
  type TicketState,
  eventNotFound,
  refusedForThatDate,
  refuse,
} from '@museum/domain'
import type { Kysely, Selectable } from 'kysely'
import type { MuseumDatabase, MuseumTables } from '../museum-database.ts'
import { bytesOfUuid, uuidOfBytes } from '../uuid-column.ts'

export const kyselyTicketRepository = ({ query, write, engine }: MuseumDatabase): TicketRepository => ({
  add: (ticket) =>
    write(async (tables) => {
      try {
        if (ticket.ticketType === 'general') await tables.insertInto('ticket').values(rowOf(ticket)).execute()
        else if (!(await insertWhileEventHasDate(tables, ticket, engine))) return whyNotSold(tables, ticket)
        return ticket
      } catch (error) {
        if (engine.complaintOf(error) !== 'duplicate' || !(await isCodeTaken(tables, ticket))) throw error
        return codeTaken(ticket)
      }
    }),
  find: (ticketId) =>
    query(async (tables) => {
      const row = await tables
        .selectFrom('ticket')
        .selectAll()
        .where('ticket_id', '=', bytesOfUuid(ticketId))
        .executeTakeFirst()
      return row && ticketOf(row)
    }),
})

type Tables = Kysely<MuseumTables>
type TicketRow = Selectable<MuseumTables['ticket']>

const rowOf = (ticket: Ticket): TicketRow => {
  const event = ticket.ticketType === 'event' ? ticket.event : undefined
  return {
    ticket_id: bytesOfUuid(ticket.ticketId),
    ticket_type: ticket.ticketType,
    event_id: event === undefined ? null : bytesOfUuid(event.eventId),
    event_name: event?.name ?? null,
    event_location: event?.location ?? null,
    ticket_date: ticket.ticketDate,
    email: ticket.purchaser.email,
    phone: ticket.purchaser.phone ?? null,
    confirmation_code: ticket.confirmationCode,
    price: ticket.price,
    currency: ticket.currency,
    state: ticket.state,
  }
}

const ticketOf = (row: TicketRow): Ticket => {
  const entry = {
    ticketId: TicketId(uuidOfBytes(row.ticket_id)),
    ticketDate: CalendarDate(row.ticket_date),
    purchaser: { email: Email(row.email), ...(row.phone !== null && { phone: Phone(row.phone) }) },
    confirmationCode: ConfirmationCode(row.confirmation_code),
    price: Price(row.price),
    currency: Currency(row.currency),
    state: row.state as TicketState,
  }
  if (row.event_id === null) return { ticketType: 'general', ...entry }
  const event = {
    eventId: EventId(uuidOfBytes(row.event_id)),
    name: EventName(row.event_name!),
    location: EventLocation(row.event_location!),
  }
  return { ticketType: 'event', event, ...entry }
}

/**
 * One statement makes sure of the event and its date, and stores the ticket; a deletion or a removal of the date waits
 * for it, or it waits for them. Answers whether there was something to sell.
 */
const insertWhileEventHasDate = async (
  tables: Tables,
  ticket: EventTicket,
  { inShareMode }: MuseumDatabase['engine'],
) => {
  const row = rowOf(ticket)
  const columns = Object.keys(row) as (keyof TicketRow)[]
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('ticket')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom('special_event')
        .innerJoin('special_event_date', 'special_event_date.event_id', 'special_event.event_id')
        .select(({ val }) => columns.map((column) => val(row[column]).as(column)))
        .where('special_event.event_id', '=', row.event_id)
        .where('special_event_date.event_date', '=', row.ticket_date)
        .modifyEnd(inShareMode),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

const whyNotSold = async (
  tables: Tables,
  { event: { eventId }, ticketDate }: EventTicket,
): Promise<PurchaseRefusal> => {
  const event = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', '=', bytesOfUuid(eventId))
    .executeTakeFirst()
  return event === undefined ? eventNotFound(eventId) : refusedForThatDate(ticketDate)
}

// The ticketId is unique as well, but one that comes twice is a defect.
const isCodeTaken = async (tables: Tables, { ticketId, confirmationCode }: Ticket): Promise<boolean> => {
  const holder = await tables
    .selectFrom('ticket')
    .select('ticket_id')
    .where('confirmation_code', '=', confirmationCode)
    .where('ticket_id', '!=', bytesOfUuid(ticketId))
    .executeTakeFirst()
  return holder !== undefined
}
const codeTaken = ({ confirmationCode }: Ticket): ConfirmationCodeTaken =>
  refuse('confirmation-code-taken', `${confirmationCode} verifies another purchase.`)
