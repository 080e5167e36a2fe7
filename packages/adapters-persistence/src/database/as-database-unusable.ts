import { DatabaseUnusable } from './database-unusable.ts'
import type { MuseumDatabase } from './museum-database.ts'

/**
 * A `DatabaseUnusable` in place of an error of the database that an operator can mend, or that has one as its cause;
 * any other error as it is.
 */
export const asDatabaseUnusable = ({ engine }: MuseumDatabase, error: unknown): unknown => {
  for (let each = error; each !== undefined && each !== null; each = (each as { cause?: unknown }).cause) {
    if (each instanceof DatabaseUnusable) return each
    const message = engine.operatorMessage(each)
    if (message !== undefined) return new DatabaseUnusable(message, { cause: error })
  }
  return error
}
