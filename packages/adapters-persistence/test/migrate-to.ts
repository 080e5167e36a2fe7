import { Migrator } from 'kysely/migration'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { migrationsOn } from '../src/migrations/index.ts'

/** Applies the pending migrations up to this one, as an earlier version does, and returns their names. */
export const migrateTo = async ({ kysely, engine }: MuseumDatabase, name: string): Promise<readonly string[]> => {
  const provider = { getMigrations: async () => migrationsOn(engine) }
  const { error, results = [] } = await new Migrator({ db: kysely, provider }).migrateTo(name)
  if (error !== undefined) throw error
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName)
}
