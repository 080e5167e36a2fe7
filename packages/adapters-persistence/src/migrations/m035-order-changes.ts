import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/** A column that each change of an order writes. No row is rewritten. */
export const orderChanges = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  // Of two changes through different nodes of Galera, the second is aborted, as both write the row of the order.
  await addColumnsOnce(db, { museum_order: { changes: engine.columns.integer } })
}
