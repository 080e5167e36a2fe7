import {
  type MuseumDatabase,
  DatabaseMisconfigured,
  asDatabaseMisconfigured,
  hostWithPort,
  pendingMigrations,
  urlsOfHosts,
} from '@museum/adapters-persistence'
import { inspectDatabase } from '@museum/adapters-persistence/maintenance'
import { sql } from 'kysely'
import { commandName } from '../command-line/command-name.ts'
import { counted } from '../command-line/output.ts'
import type { Config } from '../settings/settings.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import { type Finding, type Found, findingOfFailure, findingsOf } from './finding.ts'

const { ok, serious } = findingsOf('database')

/** Executes a statement: finds a missing database file, and throws any other error. */
export const checkConnection = async (database: MuseumDatabase): Promise<Found> => {
  const missingFile = database.missingFile()
  if (missingFile !== undefined)
    return serious(
      `There is no database at ${missingFile}.`,
      'Run doctor in the folder in which the server is started, with the same settings. ' +
        'If the database is lost, restore a backup before you start the server: a start creates a new museum.',
    )
  await tryToConnect(database)
  return undefined
}

/** The number of attempts to connect, 3 seconds each: a slow machine may need more than one. */
const attempts = 3

const tryToConnect = async (database: MuseumDatabase, left = attempts): Promise<void> => {
  try {
    await database.query((tables) => sql`select 1`.execute(tables))
  } catch (error) {
    // Retrying does not help with an error that the operator must correct.
    if (left === 1 || asDatabaseMisconfigured(database, error) instanceof DatabaseMisconfigured) throw error
    await tryToConnect(database, left - 1)
  }
}

/**
 * Checks the settings of the database server, or the content of the embedded database. With several hosts, the database is the
 * one in use unless `isSpare`.
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

/** Findings about the database host in use. With several hosts, the messages begin with its name. */
export const ofHostInUse = (database: MuseumDatabase, findings: readonly Finding[]): readonly Finding[] => {
  const host = database.activeHost()
  return host === undefined ? findings : ofHost(`${host}, which is used`, findings)
}

/** Findings whose messages begin with the name of the database host. */
const ofHost = (host: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, message: `${host}: ${finding.message}` }))

export const checkMigrations = async (database: MuseumDatabase, { databaseUrl }: Config): Promise<Finding> => {
  const pending = await pendingMigrations(database)
  if (pending.length === 0) return ok('The tables are those of this version.')
  return serious(
    `The database lacks ${counted(pending.length, 'migration')} (${pending.join(', ')}).`,
    databaseUrl.startsWith('sqlite:')
      ? 'Make a backup, then start the server of this version: it applies them.'
      : `Stop all servers, make a backup, then run \`${commandName()} migrate\` with the same settings.`,
  )
}

/**
 * Checks the database hosts other than the one in use, which a server needs for a failover. No findings for a database with one
 * host.
 */
export const checkSpareHosts = async (config: Config, hostInUse: string | undefined): Promise<Found> => {
  if (hostInUse === undefined) return undefined
  const spare = urlsOfHosts(config.databaseUrl).filter((url) => hostWithPort(url) !== hostInUse)
  return Promise.all(spare.map(async (url) => ofHost(hostWithPort(url), await checkHost(config, url))))
}

const checkHost = async (config: Config, url: string): Promise<readonly Finding[]> => {
  const database = openForReading(config, url)
  try {
    await checkConnection(database)
    return await checkEngine(database, config, false, true)
  } catch (error) {
    // The museum works without it.
    return [{ ...findingOfFailure('database', error, database), level: 'warning' }]
  } finally {
    await database.close().catch(() => undefined)
  }
}

/** The maximum number of connections of the doctor, in addition to the servers' connections. */
const connections = 2

/** Opens the database at this URL, with the other settings of the configuration, for reading only. */
export const openForReading = (config: Config, url = config.databaseUrl): MuseumDatabase =>
  openConfiguredDatabase(config, { connections, readOnly: true }, url)
