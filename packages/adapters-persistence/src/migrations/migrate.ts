import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseUnusable } from '../database/database-unusable.ts'
import { withOwnDeadline } from '../database/deadline.ts'
import { migrationsOn } from './index.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { withRetries } from '../database/retries.ts'

/** Milliseconds for which `migrate` is retried while another process holds a lock. Its own work has no time limit. */
const retryMilliseconds = 60_000

const migratorOf = ({ kysely, engine }: MuseumDatabase) =>
  new Migrator({ db: kysely, provider: { getMigrations: async () => migrationsOn(engine) } })

/** The migrations of this version. Throws `DatabaseUnusable` if others were applied to the database. */
const migrationsIn = async (database: MuseumDatabase) => {
  const migrations = await migratorOf(database).getMigrations()
  // Kysely creates its table with the first migration, and does not return names in it that this version does not have.
  if (migrations.every(({ executedAt }) => executedAt === undefined)) return migrations
  const own = new Set(migrations.map(({ name }) => name))
  const table = sql.table('kysely_migration')
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(database.kysely)
  const others = rows.map(({ name }) => name).filter((name) => !own.has(name))
  if (others.length > 0)
    throw new DatabaseUnusable(
      `The database was migrated by a newer version of the museum (${others.join(', ')}). ` +
        'Start that version, or a later one.',
    )
  return migrations
}

/**
 * Applies the pending migrations and returns their names. When several processes migrate at the same time, one of them
 * does the work and the others wait for it. Throws `DatabaseUnusable` when a newer version has migrated the database,
 * or when a setting of the database server prevents the museum from working; `Unavailable` when another process holds a
 * lock for a minute.
 */
export const migrate = (database: MuseumDatabase): Promise<readonly string[]> =>
  withOwnDeadline(retryMilliseconds, () =>
    withRetries(database.engine, 'read', () =>
      withOwnDeadline(Number.POSITIVE_INFINITY, async () => {
        await migrationsIn(database)
        await database.engine.checkServer(database.kysely)
        const { error, results = [] } = await migratorOf(database).migrateToLatest()
        if (error !== undefined) throw error
        return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
      }),
    ),
  )

/**
 * The names of the migrations that the database lacks: all of them without a file of the embedded database. Changes and
 * creates nothing. Throws `DatabaseUnusable` when a newer version has migrated the database.
 */
export const pendingMigrations = async (database: MuseumDatabase): Promise<readonly string[]> => {
  if (database.engine.missingFile() !== undefined) return Object.keys(migrationsOn(database.engine))
  return database.query(async () => {
    const migrations = await migrationsIn(database)
    return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  })
}
