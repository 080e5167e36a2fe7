import type { Dialect, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely'
import type { ConnectionUse } from '../database/database-observer.ts'
import type { DatabaseFinding } from '../database/database-finding.ts'
import type { Backups } from './backups.ts'
import type { InspectionOptions } from '../database/inspection-options.ts'
import type { DatabaseErrorKind } from './database-error-kind.ts'

/** The column types, by what they hold. Released migrations are frozen, and so are the names here that they use. */
type ColumnTypes = Readonly<{
  uuid: RawBuilder<unknown>
  calendarDate: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** `maxLength` is in characters (code points). */
  text: (maxLength: number) => RawBuilder<unknown>
  longText: RawBuilder<unknown>
  /** Compared byte by byte. `maxLength` is in bytes. */
  bytes: (maxLength: number) => RawBuilder<unknown>
}>

/** Those members of `MuseumDatabase` with which erased data are overwritten. */
export type ErasingDatabase = Readonly<{
  query: <T>(work: (tables: QueryExecutorProvider) => Promise<T>) => Promise<T>
  transaction: <T>(work: (tables: QueryExecutorProvider) => Promise<T>, kind: 'idempotent') => Promise<T>
}>

/** The hosts of a database that has several, one of which is used at a time. */
export type DatabaseHosts = Readonly<{
  /** The one in use, such as `db1:3306`. */
  active: () => string
  /** How often it has changed. */
  moves: () => number
  /** Whether it has changed since it had changed `moves` times. Waits for a look at the hosts that is under way. */
  movedSince: (moves: number) => Promise<boolean>
  /** Ends the checks of the hosts. */
  stop: () => void
}>

/** Everything that differs between SQLite and MySQL. No other code depends on the engine. */
export type Engine = Readonly<{
  dialect: Dialect
  /** Has one connection of its own, so that it does not wait for those of `dialect`. Fails when it cannot connect. */
  probeDialect: Dialect
  /** `undefined` for a database with one host, and for the embedded one. */
  hosts: DatabaseHosts | undefined
  /** Whether a connection of `dialect` is open. */
  isConnected: () => boolean
  /** How the connections of `dialect` are used. Without `waiting` where only Kysely has a queue for them. */
  connectionUse: () => Omit<ConnectionUse, 'waiting'> & Partial<ConnectionUse>
  /** The absolute path of the embedded database if there is no file; the next connection creates it. */
  missingFile: () => string | undefined
  /** Backups of the embedded database; `undefined` on MySQL, which has programs for them. */
  backups: Backups | undefined
  /** Ends a select: no other transaction changes the rows, or reads them with a lock, until this one ends. */
  forUpdate: RawBuilder<unknown>
  /** Whether a transaction that writes excludes every other one that writes, as in a file of SQLite. */
  hasOneWriter: boolean
  /** How many lists of events may be read at a time, so that lists do not use up what other requests need. */
  maxConcurrentLists: number
  /** How many transactions that may wait for a lock, of limited sales and of scans, may run at a time. */
  maxConcurrentLockWaits: number
  /**
   * Waits until all transactions have ended that began to write to the table before. Fails like a statement that waits for
   * a lock too long.
   */
  awaitEarlierWrites: <Tables>(kysely: Kysely<Tables>, table: string) => Promise<void>
  /**
   * Whether transactions on other servers neither see the locks of this one nor wait for them, as on another node of a Galera
   * cluster, which rolls back one of two transactions that write the same row. Called in a transaction.
   */
  hasLocalLocks: () => boolean
  /** Milliseconds: with less time left, no statement is begun. */
  shortestStatement: number
  /**
   * Copies an embedded database that is not empty, as it was before the migration of this name, to a file beside it.
   * Called in the transaction of the migrations. Does nothing on MySQL, where backups are the operator's.
   */
  copyBeforeMigration: (migration: string) => Promise<void>
  /** How long a transaction that erases data should take, in milliseconds: on SQLite, nothing else is written meanwhile. */
  erasureMilliseconds: number
  /**
   * Overwrites the erased data of purchasers that the file of an embedded database still has outside of its rows, and empties
   * its log. Returns false while another process reads the log, or when it was aborted. Does nothing on MySQL.
   */
  overwriteErased: (database: ErasingDatabase, isAborted: () => boolean) => Promise<boolean>
  /** Throws `DatabaseUnusable` when a setting of the database server prevents the museum from working. */
  checkServer: (tables: QueryExecutorProvider) => Promise<void>
  /** Inspects the settings of the database server, or the content of the embedded database, and changes nothing. */
  inspect: (tables: QueryExecutorProvider, options: InspectionOptions) => Promise<readonly DatabaseFinding[]>
  /** Inspects the files of the embedded database, before it is opened. */
  inspectFiles: () => Promise<readonly DatabaseFinding[]>
  /** `undefined` for a defect. */
  classifyError: (error: unknown) => DatabaseErrorKind | undefined
  /**
   * What an operator must change, for errors that an operator can correct: what is wrong, the driver's code in
   * parentheses, and what to do. Contains no statement and no value.
   */
  operatorMessage: (error: unknown) => string | undefined
  /** Seconds since 1970, by the clock of the database. */
  now: RawBuilder<number>
  columns: ColumnTypes
  /** Drops an index; it fails with `index-missing`, or does nothing, when there is none. */
  dropIndex: (index: string, table: string) => RawBuilder<unknown>
  /** Ends a `create table`. */
  tableOptions: RawBuilder<unknown>
}>
