import type { DatabaseSync } from 'node:sqlite'
import type { SchemasOfMigrations } from '../schemas-of-migrations.ts'

/**
 * The statements that read numbers by which an operator recognizes a database: for each, those that fit the tables of this
 * version or of an earlier one. The first one that SQLite can prepare is executed; there must be one.
 */
export type CountStatements<Name extends string = string> = Readonly<Record<Name, readonly string[]>>

/** What the content of a database is compared with: the schemas after each migration of this version, and what is counted. */
export type ExpectedContent = Readonly<{ schemas: SchemasOfMigrations; counts: CountStatements }>

/** The content of a database. It also has a number, or null, for each name in the `CountStatements`. */
export type DatabaseContent = Readonly<{
  /** The migrations of this version that the database lacks. */
  pendingMigrations: readonly string[]
}>

/** The progress of a backup or a restoration, in bytes. `total` is an estimate. */
export type BackupProgress = Readonly<{ step: 'copy' | 'check'; bytes: number; total: number }>

/** How a backup or a restoration is aborted, and where its progress is reported. */
export type BackupOptions = Readonly<{
  /** When the signal is aborted, the temporary file is deleted, and the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: BackupProgress) => void) | undefined
}>

/** A backup that was written and checked. */
export type WrittenBackup<Content = DatabaseContent> = Readonly<{
  /** The absolute path. */
  file: string
  bytes: number
  content: Content
  /** Temporary files in the same folder, of backups that were interrupted or are being written. */
  partFiles: readonly string[]
}>

/** Changes the copy that is to replace a database. */
export type ChangeCopy = (copy: DatabaseSync) => void

/**
 * A backup that was checked, and a copy of it beside the database. The database is locked: no other process can open it until
 * `replace` or `cancel` has ended.
 */
export type PreparedRestoration<Content = DatabaseContent, Note = ChangeCopy> = Readonly<{
  /** The absolute path of the database. */
  database: string
  content: Content
  /** The content of the database that is to be replaced: `undefined` when it cannot be read, null when there is no database. */
  replaced: Content | undefined | null
  /** Temporary files in the folder of the database, of restorations that were interrupted. */
  partFiles: readonly string[]
  /**
   * Stores the note in the copy, which has the tables of `content`, and replaces the database with it. Returns the files that keep
   * the replaced database. If the process is killed at any moment, the database is either the former or the restored one.
   */
  replace: (note: Note) => readonly string[]
  /** Deletes the copy and releases the lock. */
  cancel: () => void
}>

/**
 * The backups of an embedded database. All functions throw `DatabaseMisconfigured`, with a sentence for the operator. A process
 * that runs as root becomes the owner of another user's folder while it works there.
 */
export type Backups<Content, Note> = Readonly<{
  /**
   * Copies the state of the database at one moment to a new file, while other processes read and write it, and checks the copy.
   * Never overwrites a file. If it fails, no file of that name exists.
   */
  write: (file: string, options?: BackupOptions) => Promise<WrittenBackup<Content>>
  /** Checks a backup, and prepares to replace the database with it. Throws while another process has the database open. */
  prepareRestoration: (file: string, options?: BackupOptions) => Promise<PreparedRestoration<Content, Note>>
}>
