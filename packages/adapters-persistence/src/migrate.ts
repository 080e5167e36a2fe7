import { Migrator } from 'kysely/migration'
import { within } from './deadline.ts'
import { migrationsOn } from './migrations/index.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { insist } from './retries.ts'

// How long it comes back while another process is in the way. Its own work has no limit: a large table takes its time.
const patience = 60_000

const migratorOf = ({ kysely, engine }: MuseumDatabase) =>
  new Migrator({ db: kysely, provider: { getMigrations: async () => migrationsOn(engine) } })

/**
 * Brings the tables to their latest shape, and answers the names of the migrations that this took. Of several processes
 * that do so at once, one does the work and the others wait for it.
 */
export const migrate = (database: MuseumDatabase): Promise<readonly string[]> =>
  within(patience, () =>
    insist(database.engine, 'read', () =>
      within(Number.POSITIVE_INFINITY, async () => {
        const { error, results = [] } = await migratorOf(database).migrateToLatest()
        if (error !== undefined) throw error
        return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
      }),
    ),
  )

/** The names of the migrations that the database still lacks. Changes nothing. */
export const pendingMigrations = (database: MuseumDatabase): Promise<readonly string[]> =>
  database.query(async () => {
    const migrations = await migratorOf(database).getMigrations()
    return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
  })
