import { defaultSettingNames } from './setting-names.ts'

const form = 'must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded'

/**
 * What is wrong with the URL of a database, as a sentence without its subject and full stop; `undefined` for a valid URL.
 * It contains no value of the URL, since each could contain a password.
 */
export const faultOfDatabaseUrl = (url: string, { ca } = defaultSettingNames): string | undefined => {
  if (url.startsWith('sqlite:')) {
    const [path, ...query] = url.slice('sqlite:'.length).split('?')
    if (path === '') return form
    return query.length > 0 ? unsupported(query.join('?')) : undefined
  }
  const { protocol, hostname = '', pathname = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const isWellFormed = protocol === 'mysql:' && hostname !== '' && /^\/[^/]+$/.test(pathname) && isPercentEncoded(url)
  // An @ here ends a password that is not percent-encoded, so what follows its ? or # is no parameter.
  if (!isWellFormed || `${search}${hash}`.includes('@')) return form
  if (search !== '') return `${unsupported(search)}${isAboutTls(search) ? `; for TLS, set ${ca}` : ''}`
  if (hash !== '') return 'must not have a fragment: a # in one of its parts is written %23'
  return undefined
}

const namesIn = (query: string) => [...new Set(new URLSearchParams(query).keys())]

const unsupported = (query: string) => {
  const names = namesIn(query).map((name) => (/^[\w.-]{1,40}$/.test(name) ? name : '(a name that is not shown)'))
  return `has parameters that are not supported: ${names.join(', ')}`
}

const isAboutTls = (query: string) => namesIn(query).some((name) => /ssl|tls|secure|cert|^ca$/i.test(name))

const isPercentEncoded = (url: string) => {
  try {
    return decodeURIComponent(url) !== ''
  } catch {
    return false
  }
}
