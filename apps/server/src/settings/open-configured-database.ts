import { type DatabaseOptions, type MuseumDatabase, openDatabase } from '@museum/adapters-persistence'
import { databaseSettingNames } from './database-settings.ts'
import type { Config } from './settings.ts'

/** Opens the database of the configuration, or that at another URL with the same certificates. */
export const openConfiguredDatabase = (
  { databaseUrl, databaseCa: ca, databaseClientCertificate: certificate, databaseClientKey: key }: Config,
  options: Omit<DatabaseOptions, 'ca' | 'clientCertificate' | 'settingNames'>,
  url = databaseUrl,
): MuseumDatabase =>
  openDatabase(url, {
    ...options,
    ca,
    clientCertificate: certificate === undefined || key === undefined ? undefined : { certificate, key },
    settingNames: databaseSettingNames,
  })
