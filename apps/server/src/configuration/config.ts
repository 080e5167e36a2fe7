import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { basePathFault } from '@museum/adapters-http'
import { faultOfCaCertificate, faultOfDatabaseUrl } from '@museum/adapters-persistence'
import { CalendarDate, Currency, Price } from '@museum/domain'
import { z } from 'zod'
import { nearestSetting } from './nearest-setting.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const text = z.string()
// oxlint-disable-next-line no-control-regex
const hasControl = (value: string) => /[\u0000-\u001f\u007f]/.test(value)
const integer = (from: number, to: number) =>
  text
    .regex(/^\d{1,6}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))

const timeZone = text.refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}, 'must be an IANA time zone, such as Europe/Paris')

const databaseUrl = text.superRefine((url, context) => {
  const message = faultOfDatabaseUrl(url)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

/** The host of a MySQL server; nothing for the embedded database. */
const databaseHost = (url: string) =>
  url.startsWith('mysql:') ? URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') : undefined

const isThisMachine = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

const origin = (candidate: string) => URL.parse(candidate)?.origin === candidate && candidate !== 'null'

const listOf = (item: (candidate: string) => boolean, what: string) =>
  text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(item), `must be ${what}, separated by commas`)

const network = (cidr: string) => {
  const [address, prefix, ...rest] = cidr.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address ?? '')]!
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

const blockList = (networks: readonly string[]) => {
  const list = new BlockList()
  for (const entry of networks) {
    const [address, prefix] = entry.split('/') as [string, string?]
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const amount = text
  .regex(/^\d+(\.\d{1,2})?$/, 'must be an amount with at most two decimals')
  .transform(Number)
  .refine((value) => Price.ofAmount.faultOf(value) === undefined, 'must be from 0 to 99999999.99')
  .transform(Price.ofAmount)

/** The settings by their environment variable: the one place that knows names, formats and defaults. */
const Environment = z.object({
  MUSEUM_HOST: text.default('127.0.0.1'),
  MUSEUM_PORT: integer(0, 65_535).default(8080),
  MUSEUM_BASE_PATH: text
    .superRefine((path, c) => {
      const fault = basePathFault(path)
      if (fault !== undefined) c.addIssue(fault)
    })
    .default('/v1.1'),
  MUSEUM_DATABASE_URL: databaseUrl.default('sqlite:data/museum.sqlite'),
  MUSEUM_DATABASE_CA_FILE: text.optional(),
  MUSEUM_DATABASE_CONNECTIONS: integer(1, 1_000).default(10),
  MUSEUM_ADMIN_USERNAME: text
    .regex(/^[^:]{1,255}$/, 'must have 1 to 255 characters and no colon')
    .refine((name) => !hasControl(name), 'must not hold control characters, such as a line end')
    .optional(),
  MUSEUM_ADMIN_PASSWORD: text
    .refine((password) => !hasControl(password), 'must not hold control characters, such as a line end')
    .optional(),
  MUSEUM_TRUSTED_PROXIES: listOf(network, 'networks such as 10.0.0.0/8').default([]).transform(blockList),
  MUSEUM_NAME: text.refine((name) => name.trim() !== '', 'must not be blank').default('The Museum'),
  MUSEUM_TIME_ZONE: timeZone.default('UTC'),
  MUSEUM_CURRENCY: text
    .refine((code) => Currency.faultOf(code) === undefined, 'must be three capital letters, such as EUR')
    .transform(Currency)
    .default(Currency('EUR')),
  MUSEUM_GENERAL_PRICE: amount.default(Price(0)),
  MUSEUM_TODAY: text
    .refine((date) => CalendarDate.faultOf(date) === undefined, 'must be a real date, YYYY-MM-DD')
    .transform(CalendarDate)
    .optional(),
  MUSEUM_CORS_ORIGINS: listOf(origin, 'origins such as https://museum.example, never *').default([]),
  MUSEUM_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

const names = Object.keys(Environment.shape)
/** The settings that are secret, or hold a secret: `…_FILE` reads each from a file. */
const secrets = ['MUSEUM_DATABASE_URL', 'MUSEUM_ADMIN_PASSWORD'] as const

/** How the server is set up. */
export type Config = Readonly<{
  host: string
  port: number
  basePath: string
  databaseUrl: string
  /** The PEM text of the authority that signed the database's certificate. */
  databaseCa?: string
  /** How many connections to MySQL are used at most. */
  databaseConnections: number
  /** The administrator that the environment names. */
  administrator?: Readonly<{ username: string; password: string }>
  trustedProxies: BlockList
  museumName: string
  timeZone: string
  currency: Currency
  generalPrice: Price
  /** A fixed date in place of the calendar, for rehearsals. */
  today?: CalendarDate
  corsOrigins: readonly string[]
  logLevel: string
  /** What is odd but no fault. */
  warnings: readonly string[]
}>

/** Reads the settings, or answers everything that is wrong with them. No fault repeats a value: it may be a secret. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config | Readonly<{ faults: readonly string[] }> => {
  // An empty variable is an absent one.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith('MUSEUM_') && value !== ''),
  )
  const faults: string[] = []
  const file = (name: string): string | undefined => {
    const path = given[name]
    if (path === undefined) return undefined
    try {
      // Without a byte order mark.
      const content = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '')
      if (content !== '') return content
      faults.push(`${name} names a file that is empty.`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      faults.push(
        code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
          ? `${name} names a file that is not UTF-8.`
          : `${name} names a file that cannot be read (${code}).`,
      )
    }
    return undefined
  }
  const fromFiles = Object.fromEntries(secrets.map((name) => [name, file(`${name}_FILE`)]))
  for (const name of secrets)
    if (given[name] !== undefined && given[`${name}_FILE`] !== undefined)
      faults.push(`${name} and ${name}_FILE are both set: set one.`)
  const databaseCa = file('MUSEUM_DATABASE_CA_FILE')
  const faultOfCa = databaseCa === undefined ? undefined : faultOfCaCertificate(databaseCa)
  if (faultOfCa !== undefined) faults.push(`MUSEUM_DATABASE_CA_FILE names a file that ${faultOfCa}.`)

  const defined = Object.fromEntries(Object.entries(fromFiles).filter(([, value]) => value !== undefined))
  const parsed = Environment.safeParse({ ...given, ...defined })
  for (const { path, message } of parsed.error?.issues ?? []) faults.push(`${String(path[0])} ${message}.`)
  const {
    MUSEUM_ADMIN_USERNAME: username,
    MUSEUM_ADMIN_PASSWORD: password,
    MUSEUM_DATABASE_URL: url = '',
  } = { ...given, ...defined }
  const host = databaseHost(url)
  if (databaseCa !== undefined && isIP(host ?? '') > 0)
    faults.push(
      'MUSEUM_DATABASE_URL must have a host name, not an IP address, with MUSEUM_DATABASE_CA_FILE: ' +
        'the certificate is compared with the name.',
    )
  if (username !== undefined && password === undefined && given['MUSEUM_ADMIN_PASSWORD_FILE'] === undefined)
    faults.push('MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE.')
  if (faults.length > 0 || !parsed.success) return { faults }

  const known = [...names, ...secrets.map((name) => `${name}_FILE`)]
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && !name.startsWith('MUSEUM_TEST_'))
  const env = parsed.data
  return {
    host: env.MUSEUM_HOST,
    port: env.MUSEUM_PORT,
    basePath: env.MUSEUM_BASE_PATH,
    databaseUrl: env.MUSEUM_DATABASE_URL,
    ...(databaseCa !== undefined && { databaseCa }),
    databaseConnections: env.MUSEUM_DATABASE_CONNECTIONS,
    ...(password !== undefined && { administrator: { username: username ?? 'admin', password } }),
    trustedProxies: env.MUSEUM_TRUSTED_PROXIES,
    museumName: env.MUSEUM_NAME,
    timeZone: env.MUSEUM_TIME_ZONE,
    currency: env.MUSEUM_CURRENCY,
    generalPrice: env.MUSEUM_GENERAL_PRICE,
    ...(env.MUSEUM_TODAY !== undefined && { today: env.MUSEUM_TODAY }),
    corsOrigins: env.MUSEUM_CORS_ORIGINS,
    logLevel: env.MUSEUM_LOG_LEVEL,
    warnings: [
      ...unknown.map((name) => `${name} is not a setting; the nearest is ${nearestSetting(name, known)}.`),
      ...(env.MUSEUM_TODAY === undefined
        ? []
        : [`MUSEUM_TODAY IS SET: for this server every day is ${env.MUSEUM_TODAY}. Only for rehearsals.`]),
      ...(password !== undefined && Array.from(password).length < 10
        ? ['The administrator’s password has fewer than 10 characters. It works, but set a longer one.']
        : []),
      ...(host !== undefined && !isThisMachine(host) && databaseCa === undefined
        ? [
            'MUSEUM_DATABASE_URL names another machine and MUSEUM_DATABASE_CA_FILE is not set: ' +
              'the connection is not encrypted.',
          ]
        : []),
    ],
  }
}
