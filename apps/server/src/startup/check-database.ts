import { type MuseumDatabase, checkServer, pendingMigrations } from '@museum/adapters-persistence'
import { commandName } from '../command-line/command-name.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Throws `CannotStart` when there is no file of the embedded database or migrations are pending, and `DatabaseUnusable`
 * when the settings of the database server do not fit. Changes and creates nothing.
 */
export const checkDatabase = async (database: MuseumDatabase): Promise<void> => {
  requireFile(database)
  await checkServer(database)
  const pending = await pendingMigrations(database)
  if (pending.length > 0)
    throw new CannotStart(
      `The database lacks ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} (${pending.join(', ')}). ` +
        `Run \`${commandName()} migrate\` with the same settings, then try again.`,
    )
}

/** Throws `CannotStart` when there is no file of the embedded database. */
export const requireFile = ({ engine }: MuseumDatabase): void => {
  const missingFile = engine.missingFile()
  if (missingFile !== undefined)
    throw new CannotStart(
      `There is no database at ${missingFile}. ` +
        'Run the command in the folder in which the server is started, or set MUSEUM_DATABASE_URL as for the server. ' +
        `For a new museum, run \`${commandName()} migrate\`.`,
    )
}
