import type { AuditedKind } from '@museum/application'
import type { Transaction } from 'kysely'
import type { Engine } from '@museum/database'
import type { MuseumTables } from './museum-tables.ts'

/** The kinds of things that only one transaction at a time may change. */
type LockedKind =
  | Extract<AuditedKind, 'user' | 'museum-hours' | 'ticket-key' | 'link-key' | 'price-categories' | 'webhook' | 'mail'>
  | 'summed-sales'
  | 'stored-settings'

/** Waits for any other transaction that changes things of this kind, and keeps others from doing so until this one ends. */
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
 * Writes the row that `lockChanges` has locked. The nodes of a multi-writer cluster do not see each other's locks, but roll
 * back one of two concurrent transactions that write the same row.
 */
export const countChange = async (tables: Transaction<MuseumTables>, kind: LockedKind): Promise<void> => {
  await tables
    .updateTable('change_lock')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('kind', '=', kind)
    .execute()
}
