import type { Dialect, QueryExecutorProvider, RawBuilder } from 'kysely'

/**
 * What an error of the engine means to us. `contended`: another transaction was in the way and nothing was stored, so the
 * same may be tried again; `locked`: the same, after waiting in vain for a lock; `read-only`: the same, since another
 * server may have become the primary. `away`: the database cannot work just now, and nothing was stored;
 * `full`: the same, since there is no room for what is written; `too-many-connections`: the same, since a limit of
 * connections is reached. `lost`: the connection broke, or the disk
 * failed, under a statement, and it is not known whether it was carried out.
 */
export type DatabaseErrorKind =
  | 'contended'
  | 'locked'
  | 'read-only'
  | 'away'
  | 'full'
  | 'too-many-connections'
  | 'lost'
  | 'duplicate'
  | 'index-exists'

/** The types of columns, by what they hold. A migration that has been released is frozen, and so is what it names here. */
type ColumnTypes = Readonly<{
  uuid: RawBuilder<unknown>
  calendarDate: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** At most so many characters (code points). */
  text: (atMost: number) => RawBuilder<unknown>
  longText: RawBuilder<unknown>
  /** At most so many bytes, compared byte by byte. */
  bytes: (atMost: number) => RawBuilder<unknown>
}>

/** All that differs between the engines. Nothing else asks which engine it is on. */
export type Engine = Readonly<{
  dialect: Dialect
  /** A connection of its own, for what must not wait for those of `dialect`. It fails where there is none to be had. */
  probeDialect: Dialect
  /** Whether a connection of `dialect` is open. */
  isConnected: () => boolean
  /** Ends a select: until the transaction ends, no other one changes the rows or reads them with a lock. */
  forUpdate: RawBuilder<unknown>
  /** How many lists of events may be under way at once, so that everything else has its turn. */
  listsAtOnce: number
  /** Milliseconds: with less time left, another statement is not worth while, or not safe, to begin. */
  shortestStatement: number
  /**
   * Copies an embedded database that holds something, as it was before the migration of this name, to a file beside it.
   * Called in the transaction of the migrations. Does nothing on MySQL, whose operator makes the backup.
   */
  copyBeforeMigration: (migration: string) => Promise<void>
  /** Throws `DatabaseUnusable` when the settings of the database server keep the museum from working. */
  checkServer: (tables: QueryExecutorProvider) => Promise<void>
  classifyError: (error: unknown) => DatabaseErrorKind | undefined
  /**
   * What an operator must change, where the error says so: what is wrong, the driver's code in parentheses, and what to
   * do. It holds no statement and no value.
   */
  operatorMessage: (error: unknown) => string | undefined
  /** The seconds since 1970, by the clock of the database. */
  now: RawBuilder<number>
  columns: ColumnTypes
  /** Ends a `create table`. */
  tableOptions: RawBuilder<unknown>
}>

export type EngineOptions = Readonly<{
  /** The certificate of the authority that signed the server's, as PEM text or as the path of such a file. */
  ca?: string | undefined
  /** How many connections to a MySQL server may be open at once for what is read and written; by default 10. */
  connections?: number | undefined
  /** Called with a sentence for the operator, when the database is opened and other users can read its files. */
  warn?: ((message: string) => void) | undefined
}>
