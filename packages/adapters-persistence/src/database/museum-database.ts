import { Kysely, type Transaction } from 'kysely'
import type { UserTables } from '../access/user.table.ts'
import { faultOfDatabaseUrl } from './database-url.ts'
import { millisecondsLeft, withDeadline } from './deadline.ts'
import type { Engine, EngineOptions } from '../engines/engine.ts'
import { mysqlEngine } from '../engines/mysql/mysql-engine.ts'
import { sqliteEngine } from '../engines/sqlite/sqlite-engine.ts'
import type { IdempotencyRecordTables } from '../idempotency/idempotency-record.table.ts'
import type { HoursTables } from '../museum-hours/hours.table.ts'
import { type Readiness, readinessOf } from './readiness.ts'
import { type RetryKind, withRetries } from './retries.ts'
import type { SpecialEventTables } from '../special-events/special-event.table.ts'
import type { TicketTables } from '../tickets/ticket.table.ts'
import type { WriteProbeTables } from './write-probe.table.ts'

/** Every table of the museum, by name. */
export type MuseumTables = SpecialEventTables &
  TicketTables &
  HoursTables &
  UserTables &
  IdempotencyRecordTables &
  WriteProbeTables

/** A museum's database, on whichever engine. It connects when it is first asked, and again after it was away. */
export type MuseumDatabase = Readonly<{
  kysely: Kysely<MuseumTables>
  engine: Engine
  /**
   * Work whose statements each stand alone and read. It may be run again while another transaction is in the way.
   * Throws `Unavailable` when the database is away or too busy.
   */
  query: <T>(work: (tables: Kysely<MuseumTables>) => Promise<T>) => Promise<T>
  /**
   * The same with statements that write. Throws `OutcomeUnknown` when it is unknown whether they did. `work` gets to know
   * whether the outcome of an earlier attempt is unknown: then that attempt may still be running on the database server.
   */
  write: <T>(
    work: (tables: Kysely<MuseumTables>, isOutcomeUnknown: boolean) => Promise<T>,
    kind?: Writing,
  ) => Promise<T>
  /** Work that is done wholly or not at all, and durably when this resolves; otherwise like `write`. */
  transaction: <T>(work: (tables: Transaction<MuseumTables>) => Promise<T>, kind?: Writing) => Promise<T>
  /** Runs what may take so many milliseconds in all, however many of the above it takes. */
  withDeadline: <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>
  /**
   * Whether the database answers, and whether it stores what is written: false, or `{ writes }`. It asks over a connection
   * of its own, and writes one row each time, so it should not be called more often than once a second.
   */
  isReady: () => Promise<Readiness>
  close: () => Promise<void>
}>

type Writing = Exclude<RetryKind, 'read'>

// A read that takes longer is not worth while waiting for. A write may have to wait for the cancellation of many tickets,
// or for a database that starts again: it gets what `withDeadline` leaves it, and six seconds at most.
const queryMilliseconds = 3_000
const writeMilliseconds = { never: 3_000, idempotent: 6_000, outcomeUnknown: 6_000 }
const transactionMilliseconds = 6_000
const atMost = <T>(milliseconds: number, work: () => Promise<T>) =>
  withDeadline(Math.min(milliseconds, millisecondsLeft()), work)

/**
 * Opens the database at `sqlite:FILE` or `mysql://USER:PASSWORD@HOST:PORT/DATABASE`. `ca`, the certificate of an
 * authority (PEM text, or the path of such a file), asks for TLS to MySQL with a server that proves its name. `warn` is
 * called when the database file is opened and other users of the machine can read it.
 * `connections` limits how many connections to MySQL are used, 10 unless it is given; `isReady` has one more.
 *
 * Throws `TypeError` for a URL or a certificate that cannot be used; parameters in the URL are not supported.
 */
export const openDatabase = (url: string, options: EngineOptions = {}): MuseumDatabase => {
  const engine = engineOf(url, options)
  const kysely = new Kysely<MuseumTables>({ dialect: engine.dialect })
  const probe = new Kysely<WriteProbeTables>({ dialect: engine.probeDialect })
  const { isReady, noteFailedWrite } = readinessOf(engine, probe)
  const writing = async <T>(
    milliseconds: number,
    kind: Writing,
    attempt: (isOutcomeUnknown: boolean) => Promise<T>,
  ) => {
    try {
      return await atMost(milliseconds, () => withRetries(engine, kind, attempt))
    } catch (error) {
      noteFailedWrite(error)
      throw error
    }
  }
  return {
    kysely,
    engine,
    query: (work) => atMost(queryMilliseconds, () => withRetries(engine, 'read', () => work(kysely))),
    write: (work, kind = 'never') =>
      writing(writeMilliseconds[kind], kind, (isOutcomeUnknown) => work(kysely, isOutcomeUnknown)),
    transaction: (work, kind = 'never') =>
      writing(transactionMilliseconds, kind, () => kysely.transaction().execute(work)),
    withDeadline: atMost,
    isReady,
    close: async () => void (await Promise.all([kysely.destroy(), probe.destroy()])),
  }
}

const engineOf = (url: string, options: EngineOptions): Engine => {
  const fault = faultOfDatabaseUrl(url)
  if (fault !== undefined) throw new TypeError(`the URL of the database ${fault}`)
  return url.startsWith('sqlite:') ? sqliteEngine(url, options) : mysqlEngine(url, options)
}
