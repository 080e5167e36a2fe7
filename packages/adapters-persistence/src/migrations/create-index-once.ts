import type { CreateIndexBuilder } from 'kysely'
import type { Engine } from '../engines/engine.ts'

/** Makes an index, unless an earlier run that was cut in half has made it: MySQL has no `if not exists` here. */
export const createIndexOnce = async (engine: Engine, index: CreateIndexBuilder<string>): Promise<void> => {
  try {
    await index.execute()
  } catch (error) {
    if (engine.classifyError(error) !== 'index-exists') throw error
  }
}
