import process from 'node:process'
import { type SettingNames, defaultSettingNames } from './setting-names.ts'

const form = 'must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded'

/** In bytes; the operating systems have one more, for the zero byte at the end. */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107

/**
 * What is wrong with the URL of a database, as a sentence without its subject and full stop; `undefined` for a valid URL.
 * It contains no value of the URL, since each could contain a password.
 */
export const faultOfDatabaseUrl = (url: string, { ca }: SettingNames = defaultSettingNames): string | undefined => {
  if (url.startsWith('sqlite:')) {
    const [path, ...query] = url.slice('sqlite:'.length).split('?')
    if (path === '') return form
    return query.length > 0 ? unsupported(namesIn(query.join('?'))) : undefined
  }
  const { protocol, hostname = '', pathname = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const isWellFormed = protocol === 'mysql:' && hostname !== '' && /^\/[^/]+$/.test(pathname) && isPercentEncoded(url)
  // An @ here ends a password that is not percent-encoded, so what follows its ? or # is no parameter.
  if (!isWellFormed || `${search}${hash}`.includes('@')) return form
  const names = namesIn(search).filter((name) => name !== 'socketPath')
  if (names.length > 0) return `${unsupported(names)}${names.some(isAboutTls) ? `; for TLS, set ${ca}` : ''}`
  if (hash !== '') return 'must not have a fragment: a # in one of its parts is written %23'
  return faultOfSocketPath(new URL(url))
}

/** The path of the Unix socket in a valid URL of a MySQL server; `undefined` for a connection over TCP. */
export const socketPathOf = (url: string): string | undefined =>
  parametersIn(new URL(url).search).get('socketPath') ?? undefined

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

// A + is a character of a path here, not a space as in a form.
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
