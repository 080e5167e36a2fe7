import { type MuseumDatabase, checkServer, migrate, pendingMigrations } from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../configuration/config.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Migrates the embedded database. MySQL is only checked, since several servers may use it: throws `CannotStart` when
 * migrations are pending, and `DatabaseUnusable` when the settings of the server do not fit.
 */
export const prepareDatabase = async (
  database: MuseumDatabase,
  { databaseUrl }: Config,
  log: Logger,
): Promise<void> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const applied = await migrate(database)
    if (applied.length > 0) log.info({ applied }, 'migrated the database')
    return
  }
  await checkServer(database)
  const pending = await pendingMigrations(database)
  if (pending.length > 0)
    throw new CannotStart(
      `The database lacks ${pending.length} migrations (${pending.join(', ')}). ` +
        `Run \`${commandName()} migrate\` with the same settings, then start again.`,
    )
}
