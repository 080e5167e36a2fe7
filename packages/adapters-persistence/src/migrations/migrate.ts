import { migrate as applyMigrations, pendingMigrations as findPending } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { migrationsOn } from './index.ts'

/** Applies the pending migrations and returns their names: `migrate` of `@museum/database`. */
export const migrate = (database: MuseumDatabase): Promise<readonly string[]> => applyMigrations(database, migrationsOn)

/** The names of the migrations that the database lacks: `pendingMigrations` of `@museum/database`. */
export const pendingMigrations = (database: MuseumDatabase): Promise<readonly string[]> =>
  findPending(database, migrationsOn)
