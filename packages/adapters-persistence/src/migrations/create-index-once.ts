import type { CreateIndexBuilder } from 'kysely'
import type { Engine } from '../engines/engine.ts'

/** Creates an index unless an earlier run, which was interrupted, has created it: MySQL has no `create index if not exists`. */
export const createIndexOnce = async (engine: Engine, index: CreateIndexBuilder<string>): Promise<void> => {
  try {
    await index.execute()
  } catch (error) {
    if (engine.classifyError(error) !== 'index-exists') throw error
  }
}
