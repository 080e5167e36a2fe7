import type { Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import { createIndexOnce } from './create-index-once.ts'

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
  try {
    await engine.dropIndex('ticket_by_event', 'museum_ticket').execute(db)
  } catch (error) {
    // MySQL has no `drop index if exists`, and an earlier run, which was interrupted, has dropped it.
    if (engine.classifyError(error) !== 'index-missing') throw error
  }
}
