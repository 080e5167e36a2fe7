import type { DatabaseSync } from 'node:sqlite'
import type { NewAuditEntry } from '@museum/application'
import {
  type Backups as AnyBackups,
  type DatabaseContent as AnyDatabaseContent,
  type PreparedRestoration as AnyPreparedRestoration,
  backupsOf as backupsOfAny,
} from '@museum/database/maintenance'
import { rowOf } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { migrationsOn } from '../migrations/index.ts'

/** The content of a museum's database, as counts. */
export type DatabaseContent = AnyDatabaseContent &
  Readonly<{
    tickets: number
    /** When the latest ticket was sold, in milliseconds since 1970; null if no ticket has a stored time. */
    latestSale: number | null
    specialEvents: number
    users: number
    auditEntries: number
  }>

/**
 * A backup that was checked, and a copy of it beside the database, which is locked until `replace` or `cancel` has ended.
 * `replace` stores the audit entry in the copy, unless the backup is older than the audit log.
 */
export type PreparedRestoration = AnyPreparedRestoration<DatabaseContent, NewAuditEntry>

/** The backups of a museum's embedded database: `Backups` of `@museum/database/maintenance`. */
export type Backups = AnyBackups<DatabaseContent, NewAuditEntry>

/** Backups of an embedded database; `undefined` on MySQL, which has programs for them. */
export const backupsOf = (database: Pick<MuseumDatabase, 'engine'>): Backups | undefined =>
  backupsOfAny<DatabaseContent, NewAuditEntry>(database, migrationsOn, counts, storeEntry)

/** Earlier versions had fewer tables and columns, and moved deleted events to another table. */
const counts = {
  tickets: ['select count(*) from museum_ticket', 'select count(*) from ticket'],
  latestSale: ['select max(sold_at) from museum_ticket', 'select max(sold_at) from ticket', 'select null'],
  specialEvents: ['select count(*) from special_event where deleted_at is null', 'select count(*) from special_event'],
  users: ['select count(*) from user_account', 'select 0'],
  auditEntries: ['select count(*) from audit_entry', 'select 0'],
}

const storeEntry = (copy: DatabaseSync, entry: NewAuditEntry, { pendingMigrations }: DatabaseContent) => {
  if (pendingMigrations.includes('2026-12-09-roles-and-audit')) return
  const { made_at, actor, operation, subject_kind, subject_id, values_before, values_after } = rowOf(entry)
  copy
    .prepare(
      `insert into audit_entry (made_at, actor, operation, subject_kind, subject_id, values_before, values_after)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(made_at, actor, operation, subject_kind, subject_id, values_before ?? null, values_after ?? null)
}
