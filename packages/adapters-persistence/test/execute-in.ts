import type { CompiledQuery, Kysely } from 'kysely'
import type { LockingTransaction } from '@museum/database'
import type { MuseumTables } from '../src/database/museum-tables.ts'

/** Executes the statements of a transaction in one that is open, statement by statement. */
export const executeIn = async <Rows extends readonly unknown[], Outcome>(
  tables: Kysely<MuseumTables>,
  { reads, decide }: LockingTransaction<MuseumTables, Rows, Outcome>,
): Promise<Outcome> => {
  const rowsOf = async (statements: readonly CompiledQuery[]) => {
    const all = []
    for (const statement of statements) all.push((await tables.executeQuery(statement)).rows)
    return all
  }
  const rows = (await rowsOf(reads)) as unknown as Parameters<typeof decide>[0]
  let decided = decide(rows, false)
  while ('readMore' in decided) decided = decided.decide(await rowsOf(decided.readMore))
  const { outcome, writes, last } = decided
  for (const write of writes) await tables.executeQuery(write)
  return last === undefined ? outcome : last.complete(await rowsOf(last.reads))
}
