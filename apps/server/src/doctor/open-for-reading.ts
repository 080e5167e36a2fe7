import { type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { databaseSettingNames } from '../configuration/database-setting-names.ts'
import type { Config } from '../configuration/config.ts'

/** The connections that the doctor uses at most, beside those of the servers. */
const connections = 2

/** Opens the database at this URL, with the other settings of the configuration, for reading only. */
export const openForReading = (
  { databaseCa, databaseClientCertificate }: Pick<Config, 'databaseCa' | 'databaseClientCertificate'>,
  url: string,
): MuseumDatabase =>
  openDatabase(url, {
    ca: databaseCa,
    clientCertificate: databaseClientCertificate,
    connections,
    settingNames: databaseSettingNames,
    readOnly: true,
  })
