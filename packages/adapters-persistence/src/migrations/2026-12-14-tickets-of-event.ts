import type { Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import { createIndexOnce } from './create-index-once.ts'
import { dropIndexOnce } from './drop-index-once.ts'

/**
 * The tickets of an event are read page by page: the index of their events and dates gets their identifiers, which it has on
 * MySQL only, and a new name.
 */
export const ticketsOfEvent = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  await createIndexOnce(
    engine,
    db.schema
      .createIndex('ticket_by_event_and_date')
      .on('museum_ticket')
      .columns(['event_id', 'ticket_date', 'ticket_id']),
  )
  await dropIndexOnce(db, engine, 'ticket_by_event', 'museum_ticket')
}
