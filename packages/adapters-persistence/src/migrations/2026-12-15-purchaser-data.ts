import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, dropIndexOnce } from '@museum/database'

/**
 * The index of the addresses gets the date of the ticket, so that it serves to find the tickets whose data must be erased. No
 * row is rewritten.
 */
export const purchaserData = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  await createIndexesOnce(db, engine, {
    ticket_by_email_hash: ['museum_ticket', 'email_hash', 'ticket_id', 'ticket_date'],
  })
  // Dropped after the new index is created, so that searches always have one of them.
  await dropIndexOnce(db, engine, 'ticket_by_email', 'museum_ticket')
}
