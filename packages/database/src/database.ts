import type { Kysely, Transaction } from 'kysely'
import type { ConnectionUse, Engine } from './engines/engine.ts'
import type { DatabaseTracer } from './database-observer.ts'
import type { LockingTransaction } from './lock-then-write.ts'
import type { DatabaseReadiness } from './readiness.ts'
import type { RetryKind } from './deadlines-and-retries.ts'

/** How a write may be repeated after an error. */
export type WriteKind = Exclude<RetryKind, 'read'>

/** A database with these tables, on either engine. It connects when it is first used, and reconnects after an outage. */
export type Database<Tables> = Readonly<{
  kysely: Kysely<Tables>
  engine: Engine
  /** The option `tracer`. */
  tracer: DatabaseTracer | undefined
  /**
   * Runs statements that read, each in its own transaction. `work` is retried while another transaction conflicts with
   * it, and when the connection is lost. Throws `Unavailable` when the database is unavailable or too busy.
   */
  query: <T>(work: (tables: Kysely<Tables>) => Promise<T>) => Promise<T>
  /**
   * Runs statements that write, each in its own transaction. `kind`, by default `never`, says whether `work` may be retried
   * when its outcome is unknown. `work` gets `isOutcomeUnknown`: whether an earlier attempt may still be running on the
   * database server. Throws `Unavailable` like `query`, and `OutcomeUnknown` when a statement may have been committed.
   */
  write: <T>(work: (tables: Kysely<Tables>, isOutcomeUnknown: boolean) => Promise<T>, kind?: WriteKind) => Promise<T>
  /**
   * Runs `work` in a transaction, which is committed durably when the promise resolves; otherwise like `write`. `read` is for
   * a transaction that only reads, with locks.
   */
  transaction: <T>(
    work: (tables: Transaction<Tables>, isOutcomeUnknown: boolean) => Promise<T>,
    kind?: RetryKind,
  ) => Promise<T>
  /**
   * Runs a transaction in two round trips, where the database permits that: the first locks and reads, the second writes and
   * commits. So a commit is sent only after the locked rows were read. Without anything to write, the transaction is rolled
   * back. Otherwise like `transaction`.
   */
  lockThenWrite: <Rows extends readonly unknown[], Outcome>(
    transaction: LockingTransaction<Tables, Rows, Outcome>,
    kind?: WriteKind,
  ) => Promise<Outcome>
  /**
   * Runs work that may take `milliseconds` in total, however often it calls the functions above. Once `signal` is aborted, it
   * reads no more: `query` throws `ClientGone`.
   */
  withDeadline: <T>(milliseconds: number, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /**
   * Whether the database responds, and whether it is writable: `false`, or `{ writes }`, with `databaseHost` when it has
   * several hosts. It uses a connection of its own and writes one row, so call it once a second at most.
   */
  isReady: () => Promise<DatabaseReadiness>
  /** How the connections are used at present, not counting that of `isReady`. */
  connectionUse: () => ConnectionUse
  /** The host in use of a database with several hosts, such as `db2:3306`; otherwise `undefined`. */
  activeHost: () => string | undefined
  /** The absolute path of the embedded database if there is no file; the next connection creates it. */
  missingFile: () => string | undefined
  /** Closes all connections. */
  close: () => Promise<void>
}>
