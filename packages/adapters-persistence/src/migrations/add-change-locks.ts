import type { Kysely } from 'kysely'
import { withTables } from '@museum/database'

/** Adds the rows of `change_lock` for these kinds. Released migrations call it, so what it does must not change. */
export const addChangeLocks = async (db: Kysely<never>, ...kinds: readonly string[]): Promise<void> => {
  await withTables<{ change_lock: { kind: string; changes: number } }>(db)
    .replaceInto('change_lock')
    .values(kinds.map((kind) => ({ kind, changes: 0 })))
    .execute()
}
