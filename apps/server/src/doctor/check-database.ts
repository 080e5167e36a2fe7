import {
  DatabaseUnusable,
  type MuseumDatabase,
  asDatabaseUnusable,
  inspectDatabase,
  pendingMigrations,
} from '@museum/adapters-persistence'
import { sql } from 'kysely'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../configuration/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, serious } = findingsOf('database')

/** Whether a statement succeeds: finds a file that is missing, and otherwise throws when the database cannot be used. */
export const checkConnection = async (database: MuseumDatabase): Promise<readonly Finding[]> => {
  const missingFile = database.engine.missingFile()
  if (missingFile !== undefined)
    return [
      serious(
        `There is no database at ${missingFile}.`,
        'Run doctor in the folder in which the server is started, with the same settings. ' +
          'If the database is lost, restore a backup before you start the server: a start creates a new museum.',
      ),
    ]
  await tryToConnect(database)
  return []
}

/** How often a connection is tried, 3 seconds each: a busy machine needs more than one. */
const attempts = 3

const tryToConnect = async (database: MuseumDatabase, left = attempts): Promise<void> => {
  try {
    await database.query((tables) => sql`select 1`.execute(tables))
  } catch (error) {
    // An error that the operator can correct stays.
    if (left === 1 || asDatabaseUnusable(database, error) instanceof DatabaseUnusable) throw error
    await tryToConnect(database, left - 1)
  }
}

/**
 * The settings of the database server, or the content of the embedded database. Of several hosts, it is the one in use,
 * unless it `isSpare`.
 */
export const checkEngine = async (
  database: MuseumDatabase,
  { databaseConnections }: Pick<Config, 'databaseConnections'>,
  isThorough: boolean,
  isSpare = false,
): Promise<readonly Finding[]> => {
  const host = isSpare ? 'spare' : database.activeHost() === undefined ? 'one' : 'used'
  const findings = await inspectDatabase(database, { serverConnections: databaseConnections, isThorough, host })
  return ofHostInUse(database, findings)
}

/** Findings about the host of the database that is in use, whose messages begin with it if there are several. */
export const ofHostInUse = (database: MuseumDatabase, findings: readonly Finding[]): readonly Finding[] => {
  const host = database.activeHost()
  return host === undefined ? findings : ofHost(`${host}, which is used`, findings)
}

/** Findings whose messages begin with the host of the database that they are about. */
export const ofHost = (host: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) => Object.assign({}, finding, { message: `${host}: ${finding.message}` }))

/** Whether the tables are those of this version. */
export const checkMigrations = async (database: MuseumDatabase, { databaseUrl }: Config): Promise<Finding> => {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return ok('The tables are those of this version.')
  const count = `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`
  return serious(
    `The database lacks ${count} (${pending.join(', ')}).`,
    databaseUrl.startsWith('sqlite:')
      ? 'Make a backup, then start the server of this version: it applies them.'
      : `Stop all servers, make a backup, then run \`${commandName()} migrate\` with the same settings.`,
  )
}
