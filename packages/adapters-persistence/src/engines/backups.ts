import type { NewAuditEntry } from '@museum/application'

/** What a database of a museum contains. */
export type DatabaseContent = Readonly<{
  tickets: number
  /** When the latest ticket was sold, in milliseconds since 1970; null without a ticket whose time is stored. */
  latestSale: number | null
  specialEvents: number
  users: number
  auditEntries: number
  /** The migrations of this version that the database lacks. */
  pendingMigrations: readonly string[]
}>

/** How far a backup or a restoration is. `total` is in bytes, and a first estimate. */
export type BackupProgress = Readonly<{ step: 'copy' | 'check'; bytes: number; total: number }>

/** What stops a backup or a restoration, and where its progress is reported. */
export type BackupOptions = Readonly<{
  /** When it is aborted, the temporary file is deleted, and the promise rejects with the reason. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: BackupProgress) => void) | undefined
}>

/** A backup that was written and checked. */
export type WrittenBackup = Readonly<{
  /** The absolute path. */
  file: string
  bytes: number
  content: DatabaseContent
  /** Temporary files in its folder, of backups that were interrupted or are being written. */
  partFiles: readonly string[]
}>

/**
 * A backup that was checked, and a copy of it beside the database, which is locked: no other process opens the database
 * until `replace` or `cancel` ends.
 */
export type PreparedRestoration = Readonly<{
  /** The absolute path of the database. */
  database: string
  content: DatabaseContent
  /** The content of the database that is to be replaced; `undefined` when it cannot be read, null without one. */
  replaced: DatabaseContent | undefined | null
  /** Temporary files in the folder of the database, of restorations that were interrupted. */
  partFiles: readonly string[]
  /**
   * Replaces the database by the copy, and stores the audit entry in it, unless the backup is older than the audit.
   * Returns the files under which the replaced database is kept. When the process is killed at any moment, the database is
   * either the former or the restored one.
   */
  replace: (entry: NewAuditEntry) => readonly string[]
  /** Deletes the copy and releases the lock. */
  cancel: () => void
}>

/** The backups of an embedded database. All functions throw `DatabaseUnusable`, with a sentence for the operator. */
export type Backups = Readonly<{
  /**
   * Copies the database to a new file, as it is at one moment, while other processes read and write it, and checks the
   * copy. Never overwrites a file. When it fails, no file of that name exists.
   */
  write: (file: string, options?: BackupOptions) => Promise<WrittenBackup>
  /** Checks a backup, and prepares to replace the database by it. Throws while another process has the database open. */
  prepareRestoration: (file: string, options?: BackupOptions) => Promise<PreparedRestoration>
}>
