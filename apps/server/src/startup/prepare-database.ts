import { type MuseumDatabase, migrate } from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { checkDatabase } from './check-database.ts'

/** Migrates the embedded database of a server that starts. MySQL is only checked, since several servers may use it. */
export const prepareDatabase = async (
  database: MuseumDatabase,
  { databaseUrl }: Config,
  log: Logger,
): Promise<void> => {
  if (!databaseUrl.startsWith('sqlite:')) return checkDatabase(database)
  const applied = await migrate(database)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
}
