import { type MuseumDatabase, asDatabaseUnusable, openDatabase } from '@museum/adapters-persistence'
import { databaseSettingNames } from '../configuration/database-setting-names.ts'
import type { Config } from '../configuration/config.ts'
import { loadConfigOfCommand } from './load-config.ts'

/** Opens the database of the configuration as it is, without migrating it, and closes it after `run`. */
export const withDatabase = async (run: (database: MuseumDatabase, config: Config) => Promise<void>): Promise<void> => {
  const config = loadConfigOfCommand()
  const { databaseUrl, databaseCa, databaseClientCertificate } = config
  const database = openDatabase(databaseUrl, {
    ca: databaseCa,
    clientCertificate: databaseClientCertificate,
    warn: console.error,
    settingNames: databaseSettingNames,
  })
  try {
    await run(database, config)
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await database.close().catch(() => undefined)
  }
}
