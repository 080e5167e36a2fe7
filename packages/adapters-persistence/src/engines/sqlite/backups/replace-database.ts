import { chmodSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import type { NewAuditEntry } from '@museum/application'
import { rowOf } from '../../../audit/audit-entry-row.ts'
import type { DatabaseContent } from '../../backups.ts'
import { openSqlite } from '../open-sqlite.ts'
import { explainFileError } from './explain-file-error.ts'
import type { LockedDatabase } from './lock-database.ts'
import { deletePartFile, syncFolderOf, syncToDisk } from './part-file.ts'

/**
 * Gives the complete file `part` the name of the locked database, and the former file the name `kept`. Stores the audit
 * entry in it first. Returns the files that are kept, and releases the lock.
 *
 * There is a file at the path at every moment: a server that starts meanwhile waits for the lock, and then finds that its
 * file was moved, and opens the new one.
 */
export const replaceDatabase = (
  locked: LockedDatabase,
  part: string,
  kept: string,
  { pendingMigrations }: DatabaseContent,
  entry: NewAuditEntry,
): readonly string[] => {
  const { path, state } = locked
  try {
    if (!pendingMigrations.includes(auditMigration)) storeEntry(part, entry)
    syncToDisk(part, 'r+')
    if (state !== 'missing') {
      linkSync(path, kept)
      chmodSync(kept, 0o600)
    }
    // What is beside a database that cannot be read belongs to it, and not to the new one.
    for (const suffix of state === 'damaged' ? ['-wal', '-journal'] : [])
      if (existsSync(path + suffix)) {
        linkSync(path + suffix, kept + suffix)
        chmodSync(kept + suffix, 0o600)
      }
    syncFolderOf(path)
    for (const suffix of ['-wal', '-journal', '-shm']) rmSync(path + suffix, { force: true })
    renameSync(part, path)
    syncFolderOf(path)
  } catch (error) {
    deletePartFile(part)
    throw explainFileError(error, path, 'Nothing was changed.')
  } finally {
    locked.release()
  }
  return ['', '-wal', '-journal'].map((suffix) => kept + suffix).filter((file) => existsSync(file))
}

const auditMigration = '2026-12-09-roles-and-audit'

const storeEntry = (part: string, entry: NewAuditEntry) => {
  const { made_at, actor, operation, subject_kind, subject_id, values_before, values_after } = rowOf(entry)
  const file = openSqlite(part, { defensive: true, allowExtension: false })
  try {
    file
      .prepare(
        `insert into audit_entry (made_at, actor, operation, subject_kind, subject_id, values_before, values_after)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(made_at, actor, operation, subject_kind, subject_id, values_before ?? null, values_after ?? null)
  } finally {
    file.close()
  }
}
