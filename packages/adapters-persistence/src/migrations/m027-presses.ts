import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/** Scans of whole orders: the rows of one press have a column in common. It is null for all existing scans, and none is rewritten. */
export const presses = async (db: Kysely<never>, { columns }: Engine): Promise<void> => {
  await addColumnsOnce(db, { scan: { press_id: columns.uuid } })
}
