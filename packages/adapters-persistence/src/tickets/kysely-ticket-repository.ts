import {
  type ConfirmationCodeTaken,
  type IdempotencyRecord,
  OutcomeUnknown,
  type TicketRepository,
  Unavailable,
} from '@museum/application'
import {
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventId,
  type EventLocation,
  type EventName,
  type EventTicket,
  type GeneralTicket,
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
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Lock } from '../engines/engine.ts'
import { batched } from '../batched.ts'
import { insertRecord, unlessNotFree } from '../idempotency/kysely-idempotency-record-repository.ts'
import type { MuseumDatabase, MuseumTables } from '../museum-database.ts'
import { bytesOfUuid, uuidOfBytes } from '../uuid-column.ts'

export const kyselyTicketRepository = (database: MuseumDatabase): TicketRepository => {
  const { query, write, withDeadline } = database
  const soldTogether = {
    general: batched((tickets: readonly GeneralTicket[]) => together(tickets, (all) => storeAll(write, all))),
    event: batched((tickets: readonly EventTicket[]) =>
      together(tickets, (all) => withDeadline(groupMilliseconds, () => storeWhatIsFree(database, all))),
    ),
  }
  return {
    async add(ticket, record) {
      // A key that another request holds would hold up everyone in its group.
      if (record !== undefined) return addWithRecord(database, ticket, record)
      const fate = await (ticket.ticketType === 'general' ? soldTogether.general(ticket) : soldTogether.event(ticket))
      return fate === 'sold' ? ticket : addAlone(database, ticket, fate)
    },
    find: batched((ticketIds: readonly TicketId[]) => query((tables) => findTickets(tables, ticketIds))),
  }
}

/** So long a group may take in all, that whoever is then alone has time left. */
const groupMilliseconds = 3_000

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
    // Not validated again: a text that was stored under an older rule stays readable.
    name: row.event_name as EventName,
    location: row.event_location as EventLocation,
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

/** What became of a ticket in its group. `unheard`: the connection was lost before anybody heard. */
type Fate = 'sold' | 'unsold' | 'outcomeUnknown'

/**
 * Sells with one commit what is bought at the same time, and answers which of it. The rest, and all of it when anything
 * is wrong with one ticket, is sold one by one: nobody pays for the fault of another.
 */
const together = async <T extends Ticket>(
  tickets: readonly T[],
  store: (tickets: readonly T[]) => Promise<readonly Fate[]>,
): Promise<readonly Fate[]> => {
  const all = (fate: Fate) => tickets.map(() => fate)
  try {
    return tickets.length === 1 ? all('unsold') : await store(tickets)
  } catch (error) {
    if (error instanceof OutcomeUnknown) return all('outcomeUnknown')
    if (error instanceof Unavailable) throw error
    return all('unsold')
  }
}

const addAlone = async ({ write, engine }: MuseumDatabase, ticket: Ticket, fate: Fate) => {
  const kind = fate === 'outcomeUnknown' ? fate : 'idempotent'
  return write((tables) => store(tables, engine, ticket, async () => undefined), kind).catch(namedAfter(ticket))
}

const addWithRecord = ({ transaction, engine }: MuseumDatabase, ticket: Ticket, record: IdempotencyRecord) =>
  transaction((tables) => store(tables, engine, ticket, () => insertRecord(tables, engine, record)), 'idempotent')
    .catch(unlessNotFree(record))
    .catch(namedAfter(ticket))

const namedAfter =
  ({ ticketId }: Ticket) =>
  (error: unknown): never => {
    throw error instanceof OutcomeUnknown ? new OutcomeUnknown(error.message, { cause: error.cause, ticketId }) : error
  }

/**
 * Stores a ticket, and with it what `alongside` stores, however often it is attempted. While the end of an attempt was
 * not heard, only its ticketId tells whether it is stored: to look it up would not do, since the server may still be at
 * it; to store it again waits for that.
 */
const store = async (
  tables: Tables,
  engine: MuseumDatabase['engine'],
  ticket: Ticket,
  alongside: () => Promise<void>,
) => {
  try {
    if (ticket.ticketType === 'general') await insert(tables, [ticket])
    else if ((await insertWhileEventsHaveDates(tables, [ticket], engine.inShareMode)) === 0)
      return (await isStored(tables, ticket)) ? ticket : whyNotSold(tables, ticket)
  } catch (error) {
    if (engine.classifyError(error) !== 'duplicate') throw error
    if (await isStored(tables, ticket)) return ticket
    if (await isCodeTaken(tables, ticket)) return codeTaken(ticket)
    throw error
  }
  await alongside()
  return ticket
}

const insert = (tables: Tables, tickets: readonly GeneralTicket[]) =>
  tables.insertInto('ticket').values(tickets.map(rowOf)).execute()

const storeAll = async (write: MuseumDatabase['write'], tickets: readonly GeneralTicket[]) => {
  await write((tables) => insert(tables, tickets))
  return tickets.map(() => 'sold' as const)
}

/** Nobody waits here for an event that is being changed, unless alone afterwards for a ticket to it. */
const storeWhatIsFree = async ({ query, write, engine }: MuseumDatabase, tickets: readonly EventTicket[]) => {
  const stored = await write((tables) => insertWhileEventsHaveDates(tables, tickets, engine.inShareModeIfFree))
  if (stored === tickets.length) return tickets.map(() => 'sold' as const)
  if (stored === 0) return tickets.map(() => 'unsold' as const)
  const ticketIds = tickets.map(({ ticketId }) => ticketId)
  const found = await query((tables) => findTickets(tables, ticketIds)).catch(() => undefined)
  return tickets.map((_, n) => (found === undefined ? 'outcomeUnknown' : found[n] === undefined ? 'unsold' : 'sold'))
}

/**
 * One statement makes sure of the events and their dates, and stores the tickets; a deletion or a removal of a date waits
 * for it, or it waits for them, as the lock says. Answers for how many there was something to sell.
 */
const insertWhileEventsHaveDates = async (
  tables: Tables,
  tickets: readonly EventTicket[],
  { clause, isUnderstood }: Lock,
): Promise<number> => {
  const rows = tickets.map(rowOf)
  const columns = Object.keys(rows[0]!) as (keyof TicketRow)[]
  const selects = rows.map((row, n) =>
    n === 0
      ? sql`select ${sql.join(columns.map((column) => sql`${row[column]} as ${sql.ref(column)}`))}`
      : sql`select ${sql.join(columns.map((column) => row[column]))}`,
  )
  const wanted = sql<TicketRow>`(${sql.join(selects, sql` union all `)})`.as<'wanted'>(sql.ref('wanted'))
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('ticket')
    .columns(columns)
    .expression((from) =>
      from
        .selectFrom(wanted)
        .innerJoin('special_event', 'special_event.event_id', 'wanted.event_id')
        .innerJoin('special_event_date', (date) =>
          date
            .onRef('special_event_date.event_id', '=', 'wanted.event_id')
            .onRef('special_event_date.event_date', '=', 'wanted.ticket_date'),
        )
        .selectAll('wanted')
        .where(isUnderstood, '=', 1)
        .modifyEnd(clause),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
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

const isStored = async (tables: Tables, { ticketId, confirmationCode }: Ticket): Promise<boolean> =>
  (await findTickets(tables, [ticketId]))[0]?.confirmationCode === confirmationCode

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
