import { basePathFault } from '@museum/adapters-http'
import { faultOfDatabaseUrl } from '@museum/adapters-persistence'
import { Password, Username, controlCharacter } from '@museum/application'
import { CalendarDate, Currency, Price } from '@museum/domain'
import { z } from 'zod'
import { databaseSettingNames } from './database-setting-names.ts'
import { blockList, isNetwork } from './networks.ts'

const text = z.string()
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
  const message = faultOfDatabaseUrl(url, databaseSettingNames)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})

const origin = (candidate: string) => URL.parse(candidate)?.origin === candidate && candidate !== 'null'

const listOf = (item: (candidate: string) => boolean, what: string) =>
  text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(item), `must be ${what}, separated by commas`)

const amount = text
  .regex(/^\d+(\.\d{1,2})?$/, 'must be an amount with at most two decimals')
  .transform(Number)
  .refine((value) => Price.ofAmount.faultOf(value) === undefined, 'must be from 0 to 99999999.99')
  .transform(Price.ofAmount)

/** The settings by environment variable: names, formats and defaults. */
export const Environment = z.object({
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
  MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: text.optional(),
  MUSEUM_DATABASE_CLIENT_KEY_FILE: text.optional(),
  MUSEUM_DATABASE_CONNECTIONS: integer(1, 1_000).default(10),
  MUSEUM_ADMIN_USERNAME: text
    .superRefine((name, c) => {
      const fault = Username.faultOf(name)
      if (fault !== undefined) c.addIssue(fault.detail)
    })
    .transform(Username)
    .optional(),
  MUSEUM_ADMIN_PASSWORD: text
    .refine((password) => !controlCharacter.test(password), 'must not hold control characters, such as a line end')
    .transform(Password.ofAnyLength)
    .optional(),
  MUSEUM_TICKET_KEY_FILE: text.optional(),
  MUSEUM_TRUSTED_PROXIES: listOf(isNetwork, 'networks such as 10.0.0.0/8').default([]).transform(blockList),
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
  MUSEUM_RETENTION_DAYS: integer(0, 36_500).optional(),
  MUSEUM_CORS_ORIGINS: listOf(origin, 'origins such as https://museum.example, never *').default([]),
  MUSEUM_METRICS_PORT: integer(0, 65_535).optional(),
  MUSEUM_METRICS_HOST: text.default('127.0.0.1'),
  MUSEUM_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The settings that are secret or contain a secret. Each can also be read from the file that `…_FILE` names. */
export const secrets = ['MUSEUM_DATABASE_URL', 'MUSEUM_ADMIN_PASSWORD'] as const

/** The names of all settings. */
export const settings: readonly string[] = [...Object.keys(Environment.shape), ...secrets.map((name) => `${name}_FILE`)]
