import { readdirSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import {
  type MuseumDatabase,
  checkMysqlServer,
  migrate,
  migrationNames,
  pendingMigrations,
} from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../settings/settings.ts'
import { CannotStart } from './cannot-start.ts'
import { passwordFile } from './ensure-administrator.ts'

/** Migrates the embedded database of a server that starts. MySQL is only checked, since several servers may use it. */
export const prepareDatabase = async (database: MuseumDatabase, config: Config, log: Logger): Promise<void> => {
  if (!config.databaseUrl.startsWith('sqlite:')) return checkDatabase(database)
  const applied = await migrateDatabase(database, config, (warning) => log.warn(warning))
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
}

/**
 * Applies the pending migrations and returns their names. Warns when this creates an embedded database beside files of a former
 * one.
 */
export const migrateDatabase = async (
  database: MuseumDatabase,
  config: Config,
  warn: (message: string) => void,
): Promise<readonly string[]> => {
  // Read before the database is opened, which creates files beside it.
  const found = filesOfFormerDatabase(config)
  const applied = await migrate(database)
  if (found.length > 0 && applied.length === migrationNames.length)
    warn(
      `There was no database at ${pathOf(config)}, and a new, empty one was created; but ${found.join(', ')} beside it ` +
        'may be of an earlier one. If that one is lost, stop the server, and restore a backup of it.',
    )
  return applied
}

const pathOf = ({ databaseUrl }: Config) => resolve(databaseUrl.slice('sqlite:'.length))

/**
 * The names of the files that a museum leaves beside its embedded database: the password of its first administrator, the log and
 * its lock, copies, and backups with the names of the documentation.
 */
const filesOfFormerDatabase = (config: Config): readonly string[] => {
  if (!config.databaseUrl.startsWith('sqlite:')) return []
  const path = pathOf(config)
  const [folder, name] = [dirname(path), basename(path)]
  const isOfDatabase = (each: string) =>
    each !== name && (each.startsWith(name) || each === basename(passwordFile(config)) || isBackup(each))
  const isBackup = (each: string) => each.startsWith(`${parse(path).name}-`) && each.endsWith('.sqlite')
  const backups = namesIn(join(folder, 'backups')).filter((each) => each.endsWith('.sqlite'))
  return [...namesIn(folder).filter(isOfDatabase), ...backups.map((each) => join('backups', each))].toSorted()
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // There is no folder, or it cannot be read, which shows when the database is opened.
    return []
  }
}

/**
 * Throws `CannotStart` when there is no file of the embedded database or migrations are pending, and `DatabaseMisconfigured`
 * when the settings of the database server do not fit. Changes and creates nothing.
 */
export const checkDatabase = async (database: MuseumDatabase): Promise<void> => {
  requireFile(database)
  await checkMysqlServer(database)
  const pending = await pendingMigrations(database)
  if (pending.length > 0)
    throw new CannotStart(
      `The database lacks ${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'} (${pending.join(', ')}).`,
      `Run \`${commandName()} migrate\` with the same settings, then try again.`,
    )
}

/** Throws `CannotStart` when there is no file of the embedded database. */
export const requireFile = (database: MuseumDatabase): void => {
  const missingFile = database.missingFile()
  if (missingFile !== undefined)
    throw new CannotStart(
      `There is no database at ${missingFile}.`,
      'Run the command in the folder in which the server is started, or set MUSEUM_DATABASE_URL as for the server. ' +
        `For a new museum, run \`${commandName()} migrate\`.`,
    )
}
