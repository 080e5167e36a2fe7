import { type DatabaseOptions, type MuseumDatabase, openDatabase, urlsOfHosts } from '@museum/adapters-persistence'
import type { Config } from './config.ts'

/** The settings that the messages of `DatabaseMisconfigured` name. */
export const databaseSettingNames = {
  url: 'MUSEUM_DATABASE_URL',
  ca: 'MUSEUM_DATABASE_CA_FILE',
  clientCertificate: 'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
}

/** Opens the database of the configuration, or that at another URL with the same certificates. */
export const openConfiguredDatabase = (
  config: Pick<Config, 'databaseUrl' | 'databaseCa' | 'databaseClientCertificate'>,
  options: Omit<DatabaseOptions, 'ca' | 'clientCertificate' | 'settingNames'>,
  url = config.databaseUrl,
): MuseumDatabase =>
  openDatabase(url, {
    ...options,
    ca: config.databaseCa,
    clientCertificate: config.databaseClientCertificate,
    settingNames: databaseSettingNames,
  })

/** The hosts of a MySQL database, without ports; none for the embedded database and for an invalid URL. */
export const databaseHosts = (url: string): readonly string[] =>
  urlsOfHosts(url).flatMap((each) => (each.startsWith('mysql:') ? hostnameOf(each) : []))

const hostnameOf = (url: string) => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? []

/** Whether a host name or address is that of this machine. */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
