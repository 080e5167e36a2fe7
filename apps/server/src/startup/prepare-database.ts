import { type MuseumDatabase, checkServer, migrate, pendingMigrations } from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import { CannotStart } from './cannot-start.ts'
import type { Config } from '../configuration/config.ts'

/** Sees to it that the database has its tables: makes them on the embedded one, asks for the command on MySQL. */
export const prepareDatabase = async (
  database: MuseumDatabase,
  { databaseUrl }: Config,
  log: Logger,
): Promise<void> => {
  if (databaseUrl.startsWith('sqlite:')) {
    const applied = await migrate(database)
    if (applied.length > 0) log.info({ applied }, 'the database has new tables')
    return
  }
  await checkServer(database)
  const pending = await pendingMigrations(database)
  if (pending.length > 0)
    throw new CannotStart(
      `The database lacks ${pending.length} migrations (${pending.join(', ')}). ` +
        'Run `npx --yes pnpm@12.21.0 migrate` with the same settings, then start again.',
    )
}
