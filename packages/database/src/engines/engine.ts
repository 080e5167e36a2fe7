import type { CompiledQuery, Dialect, Kysely, QueryExecutorProvider, RawBuilder } from 'kysely'

/** The column types, named after what a column holds. Released migrations use these names, so they must not change. */
type ColumnTypes = Readonly<{
  uuid: RawBuilder<unknown>
  calendarDate: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** `maxLength` is in characters (code points). */
  text: (maxLength: number) => RawBuilder<unknown>
  longText: RawBuilder<unknown>
  /** For JSON of several megabytes. */
  longestText: RawBuilder<unknown>
  /** Compared byte by byte. `maxLength` is in bytes. */
  bytes: (maxLength: number) => RawBuilder<unknown>
}>

/** The members of `Database` that overwriting erased data needs. */
export type ErasingDatabase = Readonly<{
  /** As in `Database`. */
  query: <T>(work: (tables: QueryExecutorProvider) => Promise<T>) => Promise<T>
  /** As in `Database`. */
  transaction: <T>(work: (tables: QueryExecutorProvider) => Promise<T>, kind: 'idempotent') => Promise<T>
}>

/**
 * The table of rows with erased data. `column` is a column for texts or null, without an index: a row is rewritten by making it
 * longer for a moment.
 */
export type ErasedRows = Readonly<{ table: string; column: string }>

/** How many connections are in use, and how many reads and writes wait for one. */
export type ConnectionUse = Readonly<{
  /** How many connections may be in use at present. */
  max: number
  inUse: number
  /** With the embedded database, this includes writes that wait for the lock of another process. */
  waiting: number
}>

/** The hosts of a database with several, of which one is used at a time. */
export type DatabaseHosts = Readonly<{
  /** The host in use, such as `db1:3306`. */
  active: () => string
  /** The number of failovers: how often another host has come into use. */
  failovers: () => number
  /** Whether another host has come into use since that number. Waits for a probe of the hosts that is in progress. */
  failedOverSince: (failovers: number) => Promise<boolean>
  /** Ends the checks and the probes of the hosts. */
  stop: () => void
}>

/** The parts of a `DatabaseMisconfigured`. */
export type OperatorMessage = readonly [fault: string, advice: string]

/** Everything that differs between SQLite and MySQL. No other code depends on the engine. */
export type Engine = Readonly<{
  dialect: Dialect
  /**
   * A dialect with one connection of its own, for `isReady`, which does not wait for the connections of `dialect`. Fails when
   * it cannot connect.
   */
  probeDialect: Dialect
  /** `undefined` for a database with one host, and for the embedded one. */
  hosts: DatabaseHosts | undefined
  /** Whether a connection of `dialect` is open. */
  isConnected: () => boolean
  /** How the connections of `dialect` are used. Without `waiting` where only Kysely has a queue for them. */
  connectionUse: () => Omit<ConnectionUse, 'waiting'> & Partial<ConnectionUse>
  /** The absolute path of the embedded database, or `:memory:`; `undefined` on MySQL. */
  file: string | undefined
  /** As in `Database`. */
  missingFile: () => string | undefined
  /**
   * The end of a select that locks its rows: until the transaction ends, no other one changes them or reads them with a lock.
   */
  forUpdate: RawBuilder<unknown>
  /** The same for a select that leaves out rows that another transaction has locked, instead of waiting for them. */
  forUpdateSkipLocked: RawBuilder<unknown>
  /** What follows the name of a table in such a select, so that it reads its rows by their primary keys: `byPrimaryKey`. */
  forcePrimaryKey: RawBuilder<unknown>
  /**
   * What follows an insert that changes the existing row instead if there is one with the same key. Assignments follow. Unlike an
   * insert that ignores such a row, it locks the row and does not deadlock with others like it.
   */
  onDuplicateKey: RawBuilder<unknown>
  /** In such an assignment, the value that would have been inserted into a column. */
  insertedValue: (column: string) => RawBuilder<unknown>
  /** Begins a transaction that writes. */
  beginTransaction: CompiledQuery
  /**
   * Executes statements with one connection, in one round trip where the database permits that, and returns the rows of each.
   * It stops at the first one that fails; those before it take effect.
   */
  executeTogether: (
    connection: Pick<Kysely<unknown>, 'executeQuery'>,
    statements: readonly CompiledQuery[],
  ) => Promise<readonly (readonly unknown[])[]>
  /** Whether only one transaction at a time can write, as in a file of SQLite. */
  hasOneWriter: boolean
  /** The maximum number of long reads at a time, so that other requests find a connection. */
  maxConcurrentLists: number
  /** The maximum number of writes at a time that may wait for a lock. */
  maxConcurrentLockWaits: number
  /**
   * Whether there may be transactions that do not see the locks of this one, as on another node of a Galera cluster. Of two
   * such transactions that write the same row, one is rolled back. Called in a transaction.
   */
  hasLocalLocks: () => boolean
  /** The time limit of a write that may be repeated, and of a transaction, in milliseconds, with all their attempts. */
  writeMilliseconds: number
  /** Milliseconds. No statement is started with less time left. */
  shortestStatement: number
  /**
   * Copies an embedded database that is not empty to a file beside it, before the migration of this name. Does not copy if
   * `earlier`, a migration that copies it too, is applied in the same transaction. Called in the transaction of the migrations.
   * Does nothing on MySQL, where the operator makes backups.
   */
  copyBeforeMigration: (migration: string, earlier?: string) => Promise<void>
  /**
   * How many rows one statement adds up: it must end within the time limit of a read, and on SQLite it blocks the event loop.
   */
  maxRowsAddedUp: number
  /** How long a transaction that erases data should take, in milliseconds. On SQLite, all other writes wait for it. */
  erasureMilliseconds: number
  /**
   * Overwrites data that were erased from these rows and are still in the file of an embedded database outside of its rows, and
   * empties its log. Returns false if it could not finish because another process reads the log, or was aborted. Does nothing on
   * MySQL.
   */
  overwriteErased: (database: ErasingDatabase, rows: ErasedRows, isAborted: () => boolean) => Promise<boolean>
  /** Throws `DatabaseMisconfigured` when a setting of the database server prevents the program from working. */
  checkMysqlServer: (tables: QueryExecutorProvider) => Promise<void>
  /** What an error of the database means; `undefined` for a defect. */
  classifyError: (error: unknown) => DatabaseErrorKind | undefined
  /** The parts of a `DatabaseMisconfigured`, for errors that an operator can correct. */
  operatorMessage: (error: unknown) => OperatorMessage | undefined
  /** The number of characters of a text. */
  characterCount: (column: string) => RawBuilder<number>
  /** Seconds since 1970, by the clock of the database. */
  now: RawBuilder<number>
  columns: ColumnTypes
  /** Drops an index. If there is none, it does nothing or fails with `index-missing`. */
  dropIndex: (index: string, table: string) => RawBuilder<unknown>
  /** The end of a `create table`. */
  tableOptions: RawBuilder<unknown>
  /** The same for a table whose rows are stored in the order of the primary key. */
  orderedTableOptions: RawBuilder<unknown>
}>

/** `executeTogether` for a database that accepts one statement at a time. */
export const executeInTurn: Engine['executeTogether'] = async (connection, statements) => {
  const rows: (readonly unknown[])[] = []
  for (const statement of statements) rows.push((await connection.executeQuery(statement)).rows)
  return rows
}

/**
 * What an error of a database means.
 * - Nothing was stored, and the statement may be retried: `contended` (it conflicted with another transaction),
 *   `locked` (the wait for a lock took too long), `read-only` (another server may have become the primary).
 * - Nothing was stored, and the database cannot work at the moment: `unavailable`, `full` (there is no room for what is
 *   written), `too-many-connections` (a limit of connections is reached).
 * - `lost`: the connection broke, or the disk failed, during a statement; it is unknown whether it was executed.
 * - `duplicate`: a row with the same primary or unique key exists. `index-exists`: an index with the name exists;
 *   `index-missing`: none has it.
 */
export type DatabaseErrorKind = RetriedErrorKind | 'duplicate' | 'index-exists' | 'index-missing'

/** The kinds after which work may be retried. */
export type RetriedErrorKind = (typeof retriedErrorKinds)[number]

/** Every `RetriedErrorKind`. */
export const retriedErrorKinds = [
  'contended',
  'locked',
  'read-only',
  'unavailable',
  'full',
  'too-many-connections',
  'lost',
] as const
