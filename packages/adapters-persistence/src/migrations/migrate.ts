import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { DatabaseUnusable } from '../database/database-unusable.ts'
import { withDeadline } from '../database/deadline.ts'
import { migrationsOn } from './index.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { withRetries } from '../database/retries.ts'

// How long it comes back while another process is in the way. Its own work has no limit: a large table takes its time.
const patience = 60_000

const migratorOf = ({ kysely, engine }: MuseumDatabase) =>
  new Migrator({ db: kysely, provider: { getMigrations: async () => migrationsOn(engine) } })

/** The migrations of this version and when each was applied. Throws `DatabaseUnusable` if there are others. */
const migrationsIn = async (database: MuseumDatabase) => {
  const migrations = await migratorOf(database).getMigrations()
  // Kysely makes its table when it first migrates, and does not name what is in it beyond our own.
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
 * Brings the tables to their latest shape, and answers the names of the migrations that this took. Of several processes
 * that do so at once, one does the work and the others wait for it. Throws `DatabaseUnusable` when the settings of the
 * database server keep the museum from working on it.
 */
export const migrate = (database: MuseumDatabase): Promise<readonly string[]> =>
  withDeadline(patience, () =>
    withRetries(database.engine, 'read', () =>
      withDeadline(Number.POSITIVE_INFINITY, async () => {
        await migrationsIn(database)
        await database.engine.checkServer(database.kysely)
        const { error, results = [] } = await migratorOf(database).migrateToLatest()
        if (error !== undefined) throw error
        return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
      }),
    ),
  )

/** The names of the migrations that the database still lacks. Changes nothing. */
export const pendingMigrations = (database: MuseumDatabase): Promise<readonly string[]> =>
  database.query(async () => {
    const migrations = await migrationsIn(database)
    return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  })
