import { type openDatabase, kyselyTicketRepository } from '@museum/adapters-persistence'
import { TicketId } from '@museum/domain'
import type { Stored } from './check-history.ts'
import { uuidOf } from './uuid-of.ts'

/** How many tickets are read at once. */
const batchSize = 1_000

/**
 * Reads what is stored: the columns from the tables, so that every row is seen, and each ticket's state through the
 * repository, as the service reads it.
 */
export const readStored = async (database: ReturnType<typeof openDatabase>): Promise<Stored> => {
  const { kysely } = database
  const rows = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'ticket_type', 'ticket_date', 'event_id', 'event_name', 'email', 'confirmation_code'])
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
        state: (await find(TicketId(ticketId)))?.state ?? 'not found',
      }
    })
    tickets.push(...(await Promise.all(batch)))
  }
  const events = await kysely.selectFrom('special_event').select(['event_id', 'name']).execute()
  const dates = await kysely.selectFrom('special_event_occurrence').select(['event_id', 'event_date']).execute()
  const datesOf = Map.groupBy(dates, (row) => uuidOf(row.event_id))
  return {
    tickets,
    events: events.map((row) => {
      const eventId = uuidOf(row.event_id)
      return { eventId, name: row.name, dates: (datesOf.get(eventId) ?? []).map((date) => date.event_date) }
    }),
  }
}
