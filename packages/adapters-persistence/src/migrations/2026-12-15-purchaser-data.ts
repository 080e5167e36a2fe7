import type { Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import { createIndexOnce } from './create-index-once.ts'
import { dropIndexOnce } from './drop-index-once.ts'

/**
 * The index of the addresses gets the date of the ticket, so that the tickets whose data are to be erased are found in it.
 * No row is rewritten.
 */
export const purchaserData = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  await createIndexOnce(
    engine,
    db.schema
      .createIndex('ticket_by_email_hash')
      .on('museum_ticket')
      .columns(['email_hash', 'ticket_id', 'ticket_date']),
  )
  // After the other one, so that searches always have one of them.
  await dropIndexOnce(db, engine, 'ticket_by_email', 'museum_ticket')
}
