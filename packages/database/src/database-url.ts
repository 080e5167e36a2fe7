import process from 'node:process'
import { type SettingNames, defaultSettingNames } from './database-options.ts'

const form =
  'must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded, several hosts separated by commas'

/** The maximum number of members of a group of MySQL. */
const maxHosts = 9

/** In bytes, without the zero byte at the end, which the operating system's limit includes. */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107

/**
 * What is wrong with the URL of a database, as a sentence without its subject and full stop; `undefined` for a valid URL. The
 * result contains no value of the URL, since each could contain a password.
 */
export const faultOfDatabaseUrl = (url: string, { ca }: SettingNames = defaultSettingNames): string | undefined => {
  if (url.startsWith('sqlite:')) {
    const [path, ...query] = url.slice('sqlite:'.length).split('?')
    if (path === '') return form
    return query.length > 0 ? unsupported(namesIn(query.join('?'))) : undefined
  }
  const urls = urlsOfHosts(url)
  if (urls.length === 1) return faultOfMysqlUrl(url, ca)
  if (urls.some((each) => /^mysql:\/\/(?:[^/?#]*@)?[/?#]/i.test(each)))
    return 'must have a host before and after each comma between hosts'
  // An @ in the name of the database is probably the end of a password that is not percent-encoded.
  if (url.lastIndexOf('@') > url.indexOf('/', 'mysql://'.length)) return form
  const fault = urls.map((each) => faultOfMysqlUrl(each, ca)).find((each) => each !== undefined)
  if (fault !== undefined) return fault
  if (urls.length > maxHosts) return `must have at most ${maxHosts} hosts`
  if (new Set(urls.map((each) => hostWithPort(each).toLowerCase())).size < urls.length)
    return 'must not have the same host and port twice'
  return socketPathOf(urls[0]!) === undefined ? undefined : 'must have one host when it has socketPath'
}

const faultOfMysqlUrl = (url: string, ca: string) => {
  const { protocol, hostname = '', pathname = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const isWellFormed = protocol === 'mysql:' && hostname !== '' && /^\/[^/]+$/.test(pathname) && isPercentEncoded(url)
  // An @ here is the end of a password that is not percent-encoded, so the text after its ? or # is part of the password, not a
  // parameter.
  if (!isWellFormed || `${search}${hash}`.includes('@')) return form
  const names = namesIn(search).filter((name) => name !== 'socketPath')
  if (names.length > 0) return `${unsupported(names)}${names.some(isAboutTls) ? `; for TLS, set ${ca}` : ''}`
  if (hash !== '') return 'must not have a fragment: write a # in one of its parts as %23'
  return faultOfSocketPath(new URL(url))
}

/**
 * Splits a valid URL into URLs with one host each, in the same order, since `URL` accepts no list of hosts with ports. The URL
 * of an embedded database has no host and is returned unchanged.
 */
export const urlsOfHosts = (url: string): readonly string[] => {
  const [before = ''] = /^mysql:\/\/[^/?#]*/i.exec(url) ?? []
  // The last @ before the first / ? or # ends the password.
  const start = Math.max(before.lastIndexOf('@') + 1, 'mysql://'.length)
  const hosts = before.slice(start).split(',')
  return hosts.length > 1 ? hosts.map((host) => `${url.slice(0, start)}${host}${url.slice(before.length)}`) : [url]
}

/** The host and the port in a valid URL of a MySQL server with one host, such as `db1:3306` or `[::1]:3306`. */
export const hostWithPort = (url: string): string => {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 3306}`
}

/** The path of the Unix socket in a valid URL of a MySQL server; `undefined` for a connection over TCP. */
export const socketPathOf = (url: string): string | undefined =>
  parametersIn(new URL(urlsOfHosts(url)[0]!).search).get('socketPath') ?? undefined

const faultOfSocketPath = ({ search, hostname, port }: URL) => {
  const [path, ...others] = parametersIn(search).getAll('socketPath')
  if (path === undefined) return undefined
  if (others.length > 0) return 'must not have more than one socketPath'
  if (!/^\/[^\0]+$/.test(path)) return 'must have an absolute path in socketPath, such as /run/mysqld/mysqld.sock'
  if (Buffer.byteLength(path) > maxSocketPathLength)
    return `must have at most ${maxSocketPathLength} bytes in socketPath, the limit of the operating system`
  if (hostname.toLowerCase() !== 'localhost' || port !== '')
    return 'must have the host localhost, without a port, when it has socketPath'
  return undefined
}

// A + stands for itself in a path; in a form it would stand for a space.
const parametersIn = (query: string) => new URLSearchParams(query.replaceAll('+', '%2B'))

const namesIn = (query: string) => [...new Set(parametersIn(query).keys())]

const unsupported = (names: readonly string[]) => {
  const shown = names.map((name) => (/^[\w.-]{1,40}$/.test(name) ? name : '(a name that is not shown)'))
  return `has parameters that are not supported: ${shown.join(', ')}`
}

const isAboutTls = (name: string) => /ssl|tls|secure|cert|^ca$/i.test(name)

const isPercentEncoded = (url: string) => {
  try {
    return decodeURIComponent(url) !== ''
  } catch {
    return false
  }
}
