import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, dropIndexOnce } from '@museum/database'

/**
 * The tickets of an event are read page by page. For this, the index of events and dates gets a new name and the ticket
 * identifiers, which until now it has on MySQL only.
 */
export const ticketsOfEvent = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  await createIndexesOnce(db, engine, {
    ticket_by_event_and_date: ['museum_ticket', 'event_id', 'ticket_date', 'ticket_id'],
  })
  await dropIndexOnce(db, engine, 'ticket_by_event', 'museum_ticket')
}
