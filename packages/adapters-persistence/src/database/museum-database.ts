import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { ConnectionUse, DatabaseObserver } from './database-observer.ts'
import type { DatabaseTracer } from './database-tracer.ts'
import type { MuseumTables } from './museum-tables.ts'
import type { Readiness } from './readiness.ts'
import type { RetryKind } from './retries.ts'

type WriteKind = Exclude<RetryKind, 'read'>

/** A museum's database, on either engine. It connects when it is first used, and reconnects after an outage. */
export type MuseumDatabase = Readonly<{
  kysely: Kysely<MuseumTables>
  engine: Engine
  /** The option of that name; without it, an object without functions. */
  observer: DatabaseObserver
  /** The option of that name. */
  tracer: DatabaseTracer | undefined
  /**
   * Runs statements that read, each in its own transaction. `work` is retried while another transaction conflicts with
   * it, and when the connection is lost. Throws `Unavailable` when the database is unavailable or too busy.
   */
  query: <T>(work: (tables: Kysely<MuseumTables>) => Promise<T>) => Promise<T>
  /**
   * Runs statements that write, each in its own transaction; `kind` (by default `never`) says whether `work` may be
   * retried when its outcome is unknown. Throws `Unavailable` like `query`, and `OutcomeUnknown` when a statement may
   * have been committed. `isOutcomeUnknown` tells `work` that an earlier attempt may still be running on the database
   * server.
   */
  write: <T>(
    work: (tables: Kysely<MuseumTables>, isOutcomeUnknown: boolean) => Promise<T>,
    kind?: WriteKind,
  ) => Promise<T>
  /**
   * Runs `work` in a transaction, which is committed durably when the promise resolves; otherwise like `write`. `read` is for
   * a transaction that only reads, with locks.
   */
  transaction: <T>(
    work: (tables: Transaction<MuseumTables>, isOutcomeUnknown: boolean) => Promise<T>,
    kind?: RetryKind,
  ) => Promise<T>
  /** Runs work that may take `milliseconds` in total, however many of the functions above it calls. */
  withDeadline: <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>
  /**
   * Whether the database answers, and whether it stores what is written: `false`, or `{ writes }`, with
   * `databaseHost` when it has several hosts. It uses a connection of its own and writes one row, so it should be called
   * once a second at most.
   */
  isReady: () => Promise<Readiness>
  /** How the connections are used at present, without that of `isReady`. */
  connectionUse: () => ConnectionUse
  /** Of a database with several hosts, the one that is used at present, such as `db2:3306`; otherwise `undefined`. */
  activeHost: () => string | undefined
  /** Closes all connections. */
  close: () => Promise<void>
}>
