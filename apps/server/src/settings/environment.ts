import { basePathFault } from '@museum/adapters-http'
import { faultOfMailName, faultOfMailUrl } from '@museum/adapters-messaging'
import { faultOfDatabaseUrl } from '@museum/adapters-persistence'
import { Password, Username } from '@museum/application'
import { CalendarDate, Currency, Email, Price } from '@museum/domain'
import { languages, readAmount, readCount } from '@museum/languages'
import { z } from 'zod'
import { blockList, isNetwork } from '../http-server/trusted-proxies.ts'
import { databaseSettingNames } from './database-settings.ts'
import { publicUrl } from './public-url.ts'
import { settings } from './settings.ts'

const text = z.string()
const faulty = (context: z.core.$RefinementCtx, sentence: string) => {
  context.addIssue(sentence)
  return z.NEVER
}
const integer = (from: number, to: number) =>
  text
    .transform((value, context) => readCount(value).value ?? faulty(context, 'must be an integer'))
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))

const timeZone = text.refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}, 'must be an IANA time zone, such as Europe/Paris')

/** A text in which `faultOf` finds no fault: the end of a sentence that begins with the name of the setting. */
const faultless = (faultOf: (value: string) => string | undefined) =>
  text.superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault !== undefined) context.addIssue(fault)
  })

const origin = (candidate: string) => URL.parse(candidate)?.origin === candidate && candidate !== 'null'

const listOf = (item: (candidate: string) => boolean, what: string) =>
  text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(item), `must be ${what}, separated by commas`)

const amount = text.transform((value, context) => {
  // Without a sign of a currency: which one the museum has is another setting. XXX is none.
  const typed = readAmount(value, 'XXX')
  if (typed.fault?.code === 'thousands-separator')
    return faulty(context, 'must have no separator of thousands: write 1250 or 12.50')
  if (typed.fault !== undefined) return faulty(context, typed.fault.detail)
  const fault = Price.ofAmount.faultOf(typed.value)
  return fault === undefined ? Price.ofAmount(typed.value) : faulty(context, fault.detail)
})

/** The settings by environment variable, with their formats. Their defaults are in `settings.ts`. */
export const Environment = z.object({
  MUSEUM_HOST: text.prefault(settings.MUSEUM_HOST.default),
  MUSEUM_PORT: integer(0, 65_535).prefault(settings.MUSEUM_PORT.default),
  MUSEUM_BASE_PATH: faultless(basePathFault).prefault(settings.MUSEUM_BASE_PATH.default),
  MUSEUM_PUBLIC_URL: faultless(publicUrl.faultOf).transform(publicUrl).optional(),
  MUSEUM_DATABASE_URL: faultless((url) => faultOfDatabaseUrl(url, databaseSettingNames)).prefault(
    settings.MUSEUM_DATABASE_URL.default,
  ),
  MUSEUM_DATABASE_CA_FILE: text.optional(),
  MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: text.optional(),
  MUSEUM_DATABASE_CLIENT_KEY_FILE: text.optional(),
  MUSEUM_DATABASE_CONNECTIONS: integer(1, 1_000).prefault(settings.MUSEUM_DATABASE_CONNECTIONS.default),
  MUSEUM_ADMIN_USERNAME: faultless((name) => Username.faultOf(name)?.detail)
    .transform(Username)
    .optional(),
  MUSEUM_ADMIN_PASSWORD: text.transform(Password.ofAnyLength).optional(),
  MUSEUM_TICKET_KEY_FILE: text.optional(),
  MUSEUM_TRUSTED_PROXIES: listOf(isNetwork, 'networks such as 10.0.0.0/8').default([]).transform(blockList),
  MUSEUM_NAME: text.refine((name) => name.trim() !== '', 'must not be blank').prefault(settings.MUSEUM_NAME.default),
  MUSEUM_HOME_PAGE: z.enum(['hours', 'full'], 'must be hours or full').prefault(settings.MUSEUM_HOME_PAGE.default),
  MUSEUM_LANGUAGE: z
    .enum(languages, `must be one of ${languages.join(', ')}`)
    .prefault(settings.MUSEUM_LANGUAGE.default),
  MUSEUM_TIME_ZONE: timeZone.prefault(settings.MUSEUM_TIME_ZONE.default),
  MUSEUM_CURRENCY: text
    .refine((code) => Currency.faultOf(code) === undefined, 'must be three capital letters, such as EUR')
    .transform(Currency)
    .prefault(settings.MUSEUM_CURRENCY.default),
  MUSEUM_GENERAL_PRICE: amount.prefault(settings.MUSEUM_GENERAL_PRICE.default),
  MUSEUM_TODAY: text
    .refine((date) => CalendarDate.faultOf(date) === undefined, 'must be a real date, YYYY-MM-DD')
    .transform(CalendarDate)
    .optional(),
  MUSEUM_RETENTION_DAYS: integer(0, 36_500).optional(),
  MUSEUM_CORS_ORIGINS: listOf(origin, 'origins such as https://museum.example, never *').default([]),
  MUSEUM_DESK: z.enum(['on', 'off'], 'must be on or off').prefault(settings.MUSEUM_DESK.default),
  MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: z
    .enum(['refuse', 'allow'], 'must be refuse or allow')
    .prefault(settings.MUSEUM_WEBHOOK_PRIVATE_ADDRESSES.default),
  MUSEUM_SMTP_URL: faultless(faultOfMailUrl).optional(),
  MUSEUM_MAIL_FROM: faultless((address) => Email.faultOf(address)?.detail).optional(),
  MUSEUM_SMTP_NAME: faultless(faultOfMailName).optional(),
  MUSEUM_MAIL_RATE: integer(1, 6_000).prefault(settings.MUSEUM_MAIL_RATE.default),
  MUSEUM_ADDRESS: text.refine((address) => address.trim() !== '', 'must not be blank').optional(),
  MUSEUM_TERMS_URL: text
    .refine(
      (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
      'must be a URL such as https://museum.example/terms',
    )
    .optional(),
  MUSEUM_METRICS_PORT: integer(0, 65_535).optional(),
  MUSEUM_METRICS_HOST: text.prefault(settings.MUSEUM_METRICS_HOST.default),
  MUSEUM_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .prefault(settings.MUSEUM_LOG_LEVEL.default),
})

/** The settings that are secret or contain a secret. Each can also be read from the file that `…_FILE` names. */
export const secrets = ['MUSEUM_DATABASE_URL', 'MUSEUM_ADMIN_PASSWORD', 'MUSEUM_SMTP_URL'] as const

export const settingNames: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...secrets.map((name) => `${name}_FILE`),
]
