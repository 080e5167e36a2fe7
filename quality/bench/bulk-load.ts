import type { MuseumDatabase } from '@museum/adapters-persistence'
import { CompiledQuery } from 'kysely'

const rowsPerStatement = 2_000
const rowsPerTransaction = 50_000

/**
 * Inserts `count` rows. `row(n)` returns row number `n` as SQL, and `insert(rows)` a statement that inserts these rows.
 * If `progress`, a name for the rows, is given, a line is written for each million rows.
 */
export const bulkLoad = async (
  database: MuseumDatabase,
  insert: (rows: readonly string[]) => string,
  count: number,
  row: (n: number) => string,
  progress?: string,
): Promise<void> => {
  // A server of the museum may be writing to the same file.
  if (database.engine.file !== undefined)
    await database.kysely.executeQuery(CompiledQuery.raw('pragma busy_timeout = 60000'))
  for (let from = 0; from < count; from += rowsPerTransaction) {
    const end = Math.min(from + rowsPerTransaction, count)
    await database.kysely.transaction().execute(async (transaction) => {
      for (let first = from; first < end; first += rowsPerStatement) {
        const rows = Array.from({ length: Math.min(rowsPerStatement, end - first) }, (_, n) => row(first + n))
        await transaction.executeQuery(CompiledQuery.raw(insert(rows)))
      }
    })
    if (progress !== undefined && from % 1_000_000 === 0) console.error(`  ${progress}: ${from.toLocaleString('en')}`)
  }
}
