import { urlsOfHosts } from '@museum/adapters-persistence'

/** The hosts of a MySQL database, without ports; none for the embedded database and for an invalid URL. */
export const databaseHosts = (url: string): readonly string[] =>
  urlsOfHosts(url).flatMap((each) => (each.startsWith('mysql:') ? hostnameOf(each) : []))

const hostnameOf = (url: string) => URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? []

/** Whether a host name or address is that of this machine. */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
