import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { DatabaseMisconfigured } from './database-misconfigured.ts'
import { withOwnDeadline, withRetries } from './deadlines-and-retries.ts'
import type { Engine } from './engines/engine.ts'

/** All migrations from an empty database to the current tables, by name, in the order of the names. */
export type Migrations = (engine: Engine) => Record<string, Migration>

/** Milliseconds for which `migrate` is retried while another process holds a lock. Applying migrations has no time limit. */
const retryMilliseconds = 60_000

const createMigrator = <Tables>({ kysely, engine }: Database<Tables>, migrationsOn: Migrations) =>
  new Migrator({ db: kysely, provider: { getMigrations: async () => migrationsOn(engine) } })

/** The migrations of this version. Throws `DatabaseMisconfigured` if others were applied to the database. */
const migrationsIn = async <Tables>(database: Database<Tables>, migrationsOn: Migrations) => {
  const migrations = await createMigrator(database, migrationsOn).getMigrations()
  // Kysely creates its table of migrations with the first one, and does not return names in it that this version does not know.
  if (migrations.every(({ executedAt }) => executedAt === undefined)) return migrations
  const own = new Set(migrations.map(({ name }) => name))
  const table = sql.table('kysely_migration')
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(database.kysely)
  const others = rows.map(({ name }) => name).filter((name) => !own.has(name))
  if (others.length > 0)
    throw new DatabaseMisconfigured(
      `The database was migrated by a newer version of the museum (${others.join(', ')}).`,
      'Start that version, or a later one.',
    )
  return migrations
}

/**
 * Applies the pending migrations and returns their names. When several processes migrate at the same time, one of them
 * does the work and the others wait for it. Throws `DatabaseMisconfigured` when a newer version has migrated the database,
 * or when a setting of the database server prevents the program from working; `Unavailable` when another process holds a
 * lock for a minute.
 */
export const migrate = <Tables>(database: Database<Tables>, migrationsOn: Migrations): Promise<readonly string[]> =>
  withOwnDeadline(retryMilliseconds, () =>
    withRetries(database.engine, 'read', () =>
      withOwnDeadline(Number.POSITIVE_INFINITY, async () => {
        await migrationsIn(database, migrationsOn)
        await database.engine.checkMysqlServer(database.kysely)
        const { error, results = [] } = await createMigrator(database, migrationsOn).migrateToLatest()
        if (error !== undefined) throw error
        return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
      }),
    ),
  )

/**
 * The names of the migrations that the database lacks; all of them if the embedded database has no file yet. Changes and
 * creates nothing. Throws `DatabaseMisconfigured` when a newer version has migrated the database.
 */
export const pendingMigrations = async <Tables>(
  database: Database<Tables>,
  migrationsOn: Migrations,
): Promise<readonly string[]> => {
  if (database.missingFile() !== undefined) return Object.keys(migrationsOn(database.engine))
  return database.query(async () => {
    const migrations = await migrationsIn(database, migrationsOn)
    return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  })
}

/**
 * Milliseconds for the first use of the database: the driver is loaded, a host is chosen, which takes two seconds when one of
 * several does not respond, and a connection is opened.
 */
const startMilliseconds = 10_000

/**
 * Throws `DatabaseMisconfigured` when a setting of the database server prevents the program from working. `migrate` makes the
 * same check.
 */
export const checkMysqlServer = <Tables>({ kysely, engine }: Database<Tables>): Promise<void> =>
  withOwnDeadline(startMilliseconds, () => withRetries(engine, 'read', () => engine.checkMysqlServer(kysely)))
