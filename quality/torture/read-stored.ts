import { type MuseumDatabase, kyselyTicketRepository } from '@museum/adapters-persistence'
import { TicketId } from '@museum/domain'
import type { Stored } from './check-history.ts'
import { uuidOf } from './uuid-of.ts'

/** How many tickets are read at once. */
const batchSize = 1_000

/**
 * Reads what is stored: the columns from the tables, so that every row is seen, and each ticket's state through the
 * repository, as the service reads it.
 */
export const readStored = async (database: MuseumDatabase): Promise<Stored> => {
  const { kysely } = database
  const rows = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'ticket_type', 'ticket_date', 'event_id', 'event_name', 'email', 'confirmation_code'])
    .select(['occurrence_number', 'state'])
    .execute()
  const { find } = kyselyTicketRepository(database)
  const tickets: Stored['tickets'][number][] = []
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map(async (row) => {
      const ticketId = uuidOf(row.ticket_id)
      return {
        ticketId,
        ticketType: row.ticket_type,
        ticketDate: row.ticket_date,
        eventId: row.event_id && uuidOf(row.event_id),
        eventName: row.event_name,
        email: row.email,
        confirmationCode: row.confirmation_code,
        occurrenceNumber: row.occurrence_number,
        isCancelled: row.state === 'cancelled',
        state: (await find(TicketId(ticketId)))?.state ?? 'not found',
      }
    })
    tickets.push(...(await Promise.all(batch)))
  }
  const generalEntry = await kysely.selectFrom('general_entry').select('capacity').executeTakeFirst()
  const events = await kysely.selectFrom('special_event').select(['event_id', 'name', 'capacity']).execute()
  const dates = await kysely.selectFrom('occurrence').select(['event_id', 'event_date']).execute()
  const datesOf = Map.groupBy(dates, (row) => uuidOf(row.event_id))
  return {
    tickets,
    generalEntryCapacity: generalEntry?.capacity ?? null,
    counters: await readCounters(database),
    events: events.map((row) => {
      const eventId = uuidOf(row.event_id)
      const eventDates = (datesOf.get(eventId) ?? []).map((date) => date.event_date)
      return { eventId, name: row.name, capacity: row.capacity, dates: eventDates }
    }),
  }
}

/**
 * Reads what is counted for each occurrence, removed ones included, and for each day of general entry, with the number of
 * tickets that should be counted. Each is read in one statement, so as of one moment: a server may still write for a client
 * that is gone.
 */
export const readCounters = async ({ kysely }: MuseumDatabase): Promise<Stored['counters']> => {
  const ofEvents = (table: 'occurrence' | 'removed_occurrence') =>
    kysely
      // Both tables have these columns.
      .selectFrom(`${table as 'occurrence'} as counter`)
      .select(({ selectFrom }) => [
        'counter.event_id',
        'counter.event_date as date',
        'counter.sold',
        selectFrom('museum_ticket')
          .select(({ fn }) => fn.countAll<number>().as('tickets'))
          .whereRef('museum_ticket.event_id', '=', 'counter.event_id')
          .whereRef('museum_ticket.ticket_date', '=', 'counter.event_date')
          .whereRef('museum_ticket.occurrence_number', '=', 'counter.occurrence_number')
          .where('museum_ticket.state', '!=', 'cancelled')
          .as('tickets'),
      ])
      .execute()
  const ofDays = await kysely
    .selectFrom('general_entry_day as counter')
    .select(({ selectFrom }) => [
      'counter.entry_date as date',
      'counter.sold',
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .where('museum_ticket.event_id', 'is', null)
        .whereRef('museum_ticket.ticket_date', '=', 'counter.entry_date')
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    ])
    .execute()
  const ofUncountedDays = await kysely
    .selectFrom('museum_ticket')
    .leftJoin('general_entry_day', 'general_entry_day.entry_date', 'museum_ticket.ticket_date')
    .select(({ fn }) => ['museum_ticket.ticket_date as date', fn.countAll<number>().as('tickets')])
    .where('museum_ticket.event_id', 'is', null)
    .where('general_entry_day.entry_date', 'is', null)
    .groupBy('museum_ticket.ticket_date')
    .execute()
  return [
    ...[...(await ofEvents('occurrence')), ...(await ofEvents('removed_occurrence'))].map((row) => ({
      eventId: uuidOf(row.event_id),
      date: row.date,
      sold: row.sold,
      tickets: row.tickets ?? 0,
    })),
    ...ofDays.map(({ date, sold, tickets }) => ({ eventId: null, date, sold, tickets: tickets ?? 0 })),
    ...ofUncountedDays.map(({ date, tickets }) => ({ eventId: null, date, sold: 0, tickets })),
  ]
}
