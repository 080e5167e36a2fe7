import { type ConfirmationCodeTaken, type TicketRepository, Unavailable } from '@museum/application'
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
import { gathered } from '../gathered.ts'
import type { MuseumDatabase, MuseumTables } from '../museum-database.ts'
import { bytesOfUuid, uuidOfBytes } from '../uuid-column.ts'

export const kyselyTicketRepository = (database: MuseumDatabase): TicketRepository => {
  const { query, write, engine } = database
  const isStored = gathered((tickets: readonly Ticket[]) => storeTogether(database, tickets))
  return {
    add: (ticket) =>
      write(async (tables) => {
        try {
          if (await isStored(ticket)) return ticket
          if (ticket.ticketType === 'general') await tables.insertInto('ticket').values(rowOf(ticket)).execute()
          else if (!(await insertWhileEventHasDate(tables, ticket, engine))) return whyNotSold(tables, ticket)
          return ticket
        } catch (error) {
          if (engine.complaintOf(error) !== 'duplicate' || !(await isCodeTaken(tables, ticket))) throw error
          return codeTaken(ticket)
        }
      }),
    find: gathered((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds))),
  }
}

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

const findTickets = async (
  tables: Tables,
  ticketIds: readonly TicketId[],
): Promise<readonly (Ticket | undefined)[]> => {
  const rows = await tables
    .selectFrom('ticket')
    .selectAll()
    .where('ticket_id', 'in', [...new Set(ticketIds)].map(bytesOfUuid))
    .execute()
  const tickets = new Map(rows.map(ticketOf).map((ticket) => [ticket.ticketId, ticket]))
  return ticketIds.map((ticketId) => tickets.get(ticketId))
}

/**
 * Stores tickets that are bought at the same time with one commit, and answers which of them. The others, and all of
 * them when anything is wrong with one, are stored one by one: nobody pays for the fault of another. Nor does anybody
 * wait for an event that is being changed, unless for a ticket to it.
 */
const storeTogether = async (
  { write, transaction, engine }: MuseumDatabase,
  tickets: readonly Ticket[],
): Promise<readonly boolean[]> => {
  if (tickets.length === 1) return [false]
  const insert = (tables: Tables, some: readonly Ticket[]) =>
    tables.insertInto('ticket').values(some.map(rowOf)).execute()
  try {
    if (tickets.every(({ ticketType }) => ticketType === 'general')) {
      await write((tables) => insert(tables, tickets))
      return tickets.map(() => true)
    }
    return await transaction(async (tables) => {
      const takesPlace = await datesThatStay(tables, tickets.filter(isForEvent), engine)
      const sold = tickets.map((ticket) => !isForEvent(ticket) || takesPlace(ticket))
      const some = tickets.filter((_, n) => sold[n])
      if (some.length > 0) await insert(tables, some)
      return sold
    })
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return tickets.map(() => false)
  }
}

const isForEvent = (ticket: Ticket): ticket is EventTicket => ticket.ticketType === 'event'

/** Tells of which tickets the event has the date, and cannot be changed before the transaction ends. */
const datesThatStay = async (
  tables: Tables,
  tickets: readonly EventTicket[],
  { inShareModeIfFree: { clause, isUnderstood } }: MuseumDatabase['engine'],
) => {
  const rows = await tables
    .selectFrom('special_event')
    .innerJoin('special_event_date', 'special_event_date.event_id', 'special_event.event_id')
    .select(['special_event.event_id', 'special_event_date.event_date', isUnderstood.as('is_locked')])
    .where('special_event.event_id', 'in', [...new Set(tickets.map(({ event }) => event.eventId))].map(bytesOfUuid))
    .where('special_event_date.event_date', 'in', [...new Set(tickets.map(({ ticketDate }) => ticketDate))])
    .modifyEnd(clause)
    .execute()
  const keyOf = (eventId: string, date: string) => `${eventId} ${date}`
  const locked = new Set(
    rows.filter((row) => row.is_locked === 1).map((row) => keyOf(uuidOfBytes(row.event_id), row.event_date)),
  )
  return ({ event, ticketDate }: EventTicket) => locked.has(keyOf(event.eventId, ticketDate))
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
