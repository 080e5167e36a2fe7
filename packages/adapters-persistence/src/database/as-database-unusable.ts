import { DatabaseUnusable } from './database-unusable.ts'
import type { MuseumDatabase } from './museum-database.ts'

/**
 * Turns an error that an operator can correct, or that has one among its causes, into a `DatabaseUnusable`; returns any
 * other error unchanged.
 */
export const asDatabaseUnusable = ({ engine }: MuseumDatabase, error: unknown): unknown => {
  for (let each = error; each !== undefined && each !== null; each = (each as { cause?: unknown }).cause) {
    if (each instanceof DatabaseUnusable) return each
    const message = engine.operatorMessage(each)
    if (message !== undefined) return new DatabaseUnusable(message, { cause: error })
  }
  return error
}
