import { dirname } from 'node:path'
import { urlsOfHosts } from '@museum/adapters-persistence'

/** The settings that the messages of `DatabaseMisconfigured` name. */
export const databaseSettingNames = {
  url: 'MUSEUM_DATABASE_URL',
  ca: 'MUSEUM_DATABASE_CA_FILE',
  clientCertificate: 'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
} as const

/** The hosts of a MySQL database, without ports; none for the embedded database and for an invalid URL. */
export const databaseHosts = (url: string): readonly string[] =>
  urlsOfHosts(url).flatMap((each) => (each.startsWith('mysql:') ? hostnameOf(each) : []))

const hostnameOf = (url: string) => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? []

/** Whether a host name or address is that of this machine. */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** The folder of the files that belong to a database: the folder of the embedded database, or `data` with MySQL. */
export const databaseFolder = (url: string): string =>
  url.startsWith('sqlite:') ? dirname(url.slice('sqlite:'.length)) : 'data'
