import type { AuditedKind } from '@museum/application'
import type { Transaction } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { MuseumTables } from './museum-tables.ts'

/** The kinds of things of which one transaction at a time changes any. */
type LockedKind = Extract<AuditedKind, 'user' | 'museum-hours' | 'ticket-key'>

/** Waits for a transaction that changes things of this kind. Until this one ends, no other one changes any. */
export const lockChanges = async (
  tables: Transaction<MuseumTables>,
  { forUpdate }: Engine,
  kind: LockedKind,
): Promise<void> => {
  await tables
    .selectFrom('change_lock')
    .select('kind')
    .where('kind', '=', kind)
    .modifyEnd(forUpdate)
    .executeTakeFirstOrThrow()
}

/**
 * Counts a change that is made under `lockChanges`. The nodes of a multi-writer cluster do not see each other's locks: they
 * roll back one of two concurrent transactions that write the same row.
 */
export const countChange = async (tables: Transaction<MuseumTables>, kind: LockedKind): Promise<void> => {
  await tables
    .updateTable('change_lock')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('kind', '=', kind)
    .execute()
}
