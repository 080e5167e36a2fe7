import type { Kysely } from 'kysely'
import type { LockingTransaction } from '../src/database/lock-then-write.ts'
import type { MuseumTables } from '../src/database/museum-tables.ts'

/** Executes the statements of a transaction in one that is open, statement by statement. */
export const executeIn = async <Rows extends readonly unknown[], Outcome>(
  tables: Kysely<MuseumTables>,
  { reads, decide }: LockingTransaction<Rows, Outcome>,
): Promise<Outcome> => {
  const rows = []
  for (const read of reads) rows.push((await tables.executeQuery(read)).rows)
  const { outcome, writes, last } = decide(rows as unknown as Parameters<typeof decide>[0])
  for (const write of writes) await tables.executeQuery(write)
  return last === undefined ? outcome : last.complete((await tables.executeQuery(last.read)).rows)
}
