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
  const generalEntry = await kysely.selectFrom('general_entry_limit').select('capacity').executeTakeFirst()
  const events = await kysely.selectFrom('special_event').select(['event_id', 'name', 'capacity']).execute()
  const dates = await kysely.selectFrom('special_event_occurrence').select(['event_id', 'event_date']).execute()
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

/** Reads the counters under the limits that are in force, each with the number of tickets that it should count. */
export const readCounters = async ({ kysely }: MuseumDatabase): Promise<Stored['counters']> => {
  // In one statement, so as of one moment: a server may still write for a client that is gone.
  const counters = await kysely
    .selectFrom('place_counter')
    .innerJoin('special_event', (event) =>
      event
        .onRef('special_event.event_id', '=', 'place_counter.event_id')
        .onRef('special_event.limit_number', '=', 'place_counter.limit_number'),
    )
    .select(({ selectFrom }) => [
      'place_counter.event_id',
      'place_counter.event_date',
      'place_counter.sold',
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .whereRef('museum_ticket.event_id', '=', 'place_counter.event_id')
        .whereRef('museum_ticket.ticket_date', '=', 'place_counter.event_date')
        .whereRef('museum_ticket.occurrence_number', '=', 'place_counter.occurrence_number')
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    ])
    .execute()
  const generalEntry = await kysely
    .selectFrom('general_entry_limit')
    .leftJoin('place_counter', (counter) =>
      counter
        .onRef('place_counter.limit_number', '=', 'general_entry_limit.limit_number')
        .on('place_counter.event_id', '=', Buffer.alloc(16)),
    )
    .select(({ selectFrom }) => [
      'place_counter.event_date',
      'place_counter.sold',
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .where('museum_ticket.event_id', 'is', null)
        .whereRef('museum_ticket.ticket_date', '=', 'place_counter.event_date')
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    ])
    .execute()
  return [
    ...counters.map(({ event_id, event_date: date, sold, tickets }) => ({
      eventId: uuidOf(event_id),
      date,
      sold,
      tickets: tickets ?? 0,
    })),
    ...generalEntry.flatMap(({ event_date: date, sold, tickets }) =>
      date === null || sold === null ? [] : [{ eventId: null, date, sold, tickets: tickets ?? 0 }],
    ),
  ]
}
