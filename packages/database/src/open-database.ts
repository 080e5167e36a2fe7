import { Kysely } from 'kysely'
import type { Engine } from './engines/engine.ts'
import { mysqlEngine } from './engines/mysql/mysql-engine.ts'
import { sqliteEngine } from './engines/sqlite/sqlite-engine.ts'
import type { DatabaseOptions } from './database-options.ts'
import { faultOfDatabaseUrl } from './database-url.ts'
import { type RetryKind, withDeadline, withRetries } from './deadlines-and-retries.ts'
import { lockThenWrite } from './lock-then-write.ts'
import type { Database } from './database.ts'
import { type ProbeTables, readinessProbe } from './readiness.ts'
import { traceStatements } from './database-observer.ts'

const queryMilliseconds = 3_000
/** A write that may be repeated gets more time, so that it can outlast a restart of the database. */
const singleWriteMilliseconds = 3_000

/**
 * Opens the database at `sqlite:FILE` or `mysql://USER:PASSWORD@HOST:PORT/DATABASE`. Throws `TypeError` for a URL or a
 * certificate that cannot be used; the only parameter of a URL is `socketPath`, the Unix socket of a MySQL server on this
 * machine: `mysql://USER:PASSWORD@localhost/DATABASE?socketPath=/run/mysqld/mysqld.sock`.
 *
 * The members of a cluster are separated by commas, 9 at most: `mysql://USER:PASSWORD@db1:3306,db2:3306/DATABASE`. All
 * connections go to one of them, at first the first writable one. When it fails or becomes read-only, they fail over to another
 * writable one, and `warn` is called.
 */
export const openDatabase = <Tables extends ProbeTables>(
  url: string,
  options: DatabaseOptions = {},
): Database<Tables> => {
  const engine = openEngine(url, options)
  const { observer = {}, tracer } = options
  const kysely = new Kysely<Tables>({ dialect: engine.dialect })
  if (tracer !== undefined) traceStatements(kysely, tracer)
  const probe = new Kysely<ProbeTables>({ dialect: engine.probeDialect })
  const { hosts } = engine
  const { isReady, noteFailedWrite } = readinessProbe(engine, probe)
  let underWay = 0
  const retried = async <T>(kind: RetryKind, attempt: (isOutcomeUnknown: boolean) => Promise<T>) => {
    underWay += 1
    try {
      return await withRetries(engine, kind, attempt, observer)
    } finally {
      underWay -= 1
    }
  }
  const writeWithRetries = async <T>(
    milliseconds: number,
    kind: RetryKind,
    attempt: (isOutcomeUnknown: boolean) => Promise<T>,
  ) => {
    try {
      return await withDeadline(milliseconds, () => retried(kind, attempt))
    } catch (error) {
      if (kind !== 'read') noteFailedWrite(error)
      throw error
    }
  }
  return {
    kysely,
    engine,
    tracer,
    query: (work) => withDeadline(queryMilliseconds, () => retried('read', () => work(kysely))),
    write: (work, kind = 'never') =>
      writeWithRetries(
        kind === 'never' ? singleWriteMilliseconds : engine.writeMilliseconds,
        kind,
        (isOutcomeUnknown) => work(kysely, isOutcomeUnknown),
      ),
    transaction: (work, kind = 'never') =>
      writeWithRetries(engine.writeMilliseconds, kind, (isOutcomeUnknown) =>
        kysely.transaction().execute((tables) => work(tables, isOutcomeUnknown)),
      ),
    lockThenWrite: (transaction, kind = 'never') =>
      writeWithRetries(engine.writeMilliseconds, kind, (isOutcomeUnknown) =>
        lockThenWrite(kysely, engine, transaction, isOutcomeUnknown),
      ),
    withDeadline,
    isReady,
    connectionUse: () => {
      const use = engine.connectionUse()
      return { ...use, waiting: use.waiting ?? Math.max(0, underWay - use.inUse) }
    },
    activeHost: () => hosts?.active(),
    missingFile: engine.missingFile,
    close: async () => {
      hosts?.stop()
      await Promise.all([kysely.destroy(), probe.destroy()])
    },
  }
}

const openEngine = (url: string, options: DatabaseOptions): Engine => {
  const fault = faultOfDatabaseUrl(url, options.settingNames)
  if (fault !== undefined) throw new TypeError(`the URL of the database ${fault}`)
  return url.startsWith('sqlite:') ? sqliteEngine(url, options) : mysqlEngine(url, options)
}
