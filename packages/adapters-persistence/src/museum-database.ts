import { Kysely, type Transaction, sql } from 'kysely'
import type { UserTables } from './access/user.table.ts'
import { within } from './deadline.ts'
import type { Engine, EngineOptions } from './engines/engine.ts'
import { mysqlEngine } from './engines/mysql.ts'
import { sqliteEngine } from './engines/sqlite.ts'
import type { HoursTables } from './museum-hours/hours.table.ts'
import { insist } from './retries.ts'
import type { SpecialEventTables } from './special-events/special-event.table.ts'
import type { TicketTables } from './tickets/ticket.table.ts'

/** Every table of the museum, by name. */
export type MuseumTables = SpecialEventTables & TicketTables & HoursTables & UserTables

/** A museum's database, on whichever engine. It connects when it is first asked, and again after it was away. */
export type MuseumDatabase = Readonly<{
  kysely: Kysely<MuseumTables>
  engine: Engine
  /**
   * Work whose statements each stand alone. It may be run again while another transaction is in the way.
   * Throws `Unavailable` when the database is away or too busy.
   */
  query: <T>(work: (tables: Kysely<MuseumTables>) => Promise<T>) => Promise<T>
  /** The same with one statement that writes. Throws `OutcomeUnknown` when the connection is lost. */
  write: <T>(work: (tables: Kysely<MuseumTables>) => Promise<T>) => Promise<T>
  /** Work that is done wholly or not at all, and durably when this resolves; otherwise like `write`. */
  transaction: <T>(work: (tables: Transaction<MuseumTables>) => Promise<T>) => Promise<T>
  /** Whether the database answers. */
  ping: () => Promise<boolean>
  close: () => Promise<void>
}>

// A request must be answered within 10 seconds. The longest ones ask three times, for the user, for the event and to
// sell (3 + 3 + 3), or for the user and then change an event (3 + 6): 9 seconds at most, waiting and retries included.
const queryMilliseconds = 3_000
const transactionMilliseconds = 6_000

/**
 * Opens the database at `sqlite:FILE` or `mysql://USER:PASSWORD@HOST:PORT/DATABASE`. `ca`, the certificate of an
 * authority (PEM text, or the path of such a file), asks for TLS to MySQL with a server that proves its name.
 */
export const openDatabase = (url: string, options: EngineOptions = {}): MuseumDatabase => {
  const engine = engineOf(url, options)
  const kysely = new Kysely<MuseumTables>({ dialect: engine.dialect })
  return {
    kysely,
    engine,
    query: (work) => within(queryMilliseconds, () => insist(engine, () => work(kysely))),
    write: (work) => within(queryMilliseconds, () => insist(engine, () => work(kysely), true)),
    transaction: (work) =>
      within(transactionMilliseconds, () => insist(engine, () => kysely.transaction().execute(work), true)),
    ping: () =>
      within(queryMilliseconds, () => sql`select 1`.execute(kysely)).then(
        () => true,
        () => false,
      ),
    close: () => kysely.destroy(),
  }
}

const engineOf = (url: string, options: EngineOptions): Engine => {
  if (/^sqlite:./.test(url)) return sqliteEngine(url)
  if (url.startsWith('mysql://')) return mysqlEngine(url, options)
  // The rest of the URL may hold a password.
  throw new TypeError(`not the URL of a museum's database: ${/^\w*/.exec(url)?.[0]}:…`)
}
