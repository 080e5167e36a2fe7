import type { Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'

/** Drops an index unless an earlier run, which was interrupted, has dropped it: MySQL has no `drop index if exists`. */
export const dropIndexOnce = async (db: Kysely<never>, engine: Engine, index: string, table: string): Promise<void> => {
  try {
    await engine.dropIndex(index, table).execute(db)
  } catch (error) {
    if (engine.classifyError(error) !== 'index-missing') throw error
  }
}
