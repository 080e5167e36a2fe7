import { isIP } from 'node:net'
import { join } from 'node:path'
import { basePathFault } from '@museum/adapters-http/wire'
import { faultOfMailName, faultOfMailUrl } from '@museum/adapters-messaging/mail-url'
import { faultOfCaCertificate, faultOfClientCertificate, faultOfDatabaseUrl } from '@museum/adapters-persistence'
import { ticketKeyPairs } from '@museum/adapters-signing'
import { Password, Username, usualMuseumName } from '@museum/application'
import {
  CalendarDate,
  Currency,
  Directions,
  Email,
  type Fault,
  MuseumName,
  PageUrl,
  PaymentMethod,
  PaymentMethods,
  Phone,
  PostalAddress,
  Price,
  TimeOfDay,
  VatId,
  VatRate,
  codePoints,
} from '@museum/domain'
import { formatList, languages, readAmount, readCount } from '@museum/languages'
import { z } from 'zod'
import { blockList, isNetwork } from '../http-server/trusted-proxies.ts'
import { databaseFolder, databaseHosts, databaseSettingNames, isThisMachine } from './database-settings.ts'
import { publicUrl } from './public-url.ts'

export type Setting = Readonly<{
  name: `MUSEUM_${string}`
  /** Makes the value of the text. A fault is the end of a sentence that begins with the name. */
  parse: z.ZodType<unknown, string>
  /** As text. Without it, an absent setting is `undefined`. */
  default?: string
  /** For the help and, with its links, for `docs/reference.md`. */
  meaning: string
  /** The variable names a file with the text. */
  isFile?: true
  /** The text is secret. Unless the variable names a file, another one may, whose name ends with `_FILE`. */
  isSecret?: true
  hasSeveralLines?: true
  /** The variables of other settings that must be set with this one. */
  needs?: readonly `MUSEUM_${string}`[]
}>

const text = z.string()

const notBlank = text.refine((value) => value.trim() !== '', 'must not be blank')

const fail = (context: z.core.$RefinementCtx, fault: string) => {
  context.addIssue(fault)
  return z.NEVER
}

const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, `must be ${words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`}`)

const integer = (from: number, to: number) =>
  text
    .transform((value, context) => readCount(value).value ?? fail(context, 'must be an integer'))
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`))

const hoursOrOff = (to: number) =>
  text.transform((value, context) => {
    const hours = value === 'off' ? undefined : readCount(value).value
    return value === 'off' || (hours !== undefined && hours <= to)
      ? hours
      : fail(context, `must be off or a number of hours from 0 to ${to}`)
  })

/** A text in which `faultOf` finds no fault. */
const faultless = (faultOf: (value: string) => string | undefined) =>
  text.superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault !== undefined) context.addIssue(fault)
  })

const listOf = (isItem: (candidate: string) => boolean, items: string) =>
  text
    .transform((list) => (list === '' ? [] : list.split(',').map((entry) => entry.trim())))
    .refine((entries) => entries.every(isItem), `must be ${items}, separated by commas`)

/** Makes a value of the domain; its fault is that of the setting. */
const toDomainValue =
  <Raw, Value>(valueObject: ((raw: Raw) => Value) & Readonly<{ faultOf: (raw: Raw) => Fault | undefined }>) =>
  (raw: Raw, context: z.core.$RefinementCtx): Value => {
    const fault = valueObject.faultOf(raw)
    return fault === undefined ? valueObject(raw) : fail(context, fault.detail)
  }

const paymentMethods = listOf(
  (word) => PaymentMethod.faultOf(word) === undefined,
  'words of lower-case letters, digits and hyphens, at most 30, a letter first',
)
  .transform((words) => words.map(PaymentMethod))
  .transform(toDomainValue(PaymentMethods))

const vatRate = text
  .transform((value) => (/^\d{1,3}([.,]\d{1,2})?$/.test(value) ? Number(value.replace(',', '.')) : Number.NaN))
  .transform(toDomainValue(VatRate.ofPercent))

const isOrigin = (candidate: string) => URL.parse(candidate)?.origin === candidate && candidate !== 'null'

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const amount = text.transform((value, context) => {
  // Without a sign of a currency: which one the museum has is another setting. XXX is none.
  const typed = readAmount(value, 'XXX')
  if (typed.fault?.code === 'thousands-separator')
    return fail(context, 'must have no separator of thousands: write 1250 or 12.50')
  if (typed.fault !== undefined) return fail(context, typed.fault.detail)
  const fault = Price.ofAmount.faultOf(typed.value)
  return fault === undefined ? Price.ofAmount(typed.value) : fail(context, fault.detail)
})

/** The settings, by the members of the configuration. */
export const settings = {
  host: {
    name: 'MUSEUM_HOST',
    parse: text,
    default: '127.0.0.1',
    meaning:
      'The address that the server listens on; no effect with an [inherited socket](install.md#several-processes-on-one-machine).',
  },
  port: {
    name: 'MUSEUM_PORT',
    parse: integer(0, 65_535),
    default: '8080',
    meaning: 'The port that the server listens on; 0 takes a free one.',
  },
  basePath: {
    name: 'MUSEUM_BASE_PATH',
    parse: faultless(basePathFault),
    default: '/v1.1',
    meaning:
      'The path below which the API is; not at or below `/docs`, `/desk`, `/problems`, `/healthz`, `/readyz`, `/openapi.json`.',
  },
  publicUrl: {
    name: 'MUSEUM_PUBLIC_URL',
    parse: faultless(publicUrl.faultOf).transform(publicUrl),
    meaning:
      'Where clients see the museum: `https://museum.example`, or [with a path](install.md#below-a-path); for its links, and ' +
      'the URLs in calendar, feed and structured data.',
  },
  databaseUrl: {
    name: databaseSettingNames.url,
    parse: faultless((url) => faultOfDatabaseUrl(url, databaseSettingNames)),
    default: 'sqlite:data/museum.sqlite',
    meaning:
      'Or `mysql://user:password@host:port/database`, percent-encoded; commas separate [several hosts](#several-hosts).',
    isSecret: true,
  },
  databaseCa: {
    name: databaseSettingNames.ca,
    parse: faultless(faultOfCaCertificate),
    meaning: 'A PEM file with the authorities for [TLS](#mysql-and-mariadb) to MySQL.',
    isFile: true,
  },
  databaseClientCertificate: {
    name: databaseSettingNames.clientCertificate,
    parse: faultless(faultOfCaCertificate),
    meaning: 'A PEM file with the [client certificate](#mysql-and-mariadb) of a MySQL user who must have one.',
    isFile: true,
    needs: [databaseSettingNames.ca, 'MUSEUM_DATABASE_CLIENT_KEY_FILE'],
  },
  databaseClientKey: {
    name: 'MUSEUM_DATABASE_CLIENT_KEY_FILE',
    parse: text,
    meaning: 'A PEM file with the private key of the client certificate.',
    isFile: true,
    isSecret: true,
    needs: [databaseSettingNames.clientCertificate],
  },
  databaseConnections: {
    name: 'MUSEUM_DATABASE_CONNECTIONS',
    parse: integer(1, 1_000),
    default: '10',
    meaning:
      'The maximal number of connections to MySQL, 1 to 1000; plus one for `/readyz`, and two with several hosts.',
  },
  adminUsername: {
    name: 'MUSEUM_ADMIN_USERNAME',
    parse: faultless((name) => Username.ofEnvironment.faultOf(name)?.detail).transform(Username.ofEnvironment),
    default: 'admin',
    meaning: 'The [administrator](#the-administrator-of-the-environment) whose password is set at start.',
    needs: ['MUSEUM_ADMIN_PASSWORD'],
  },
  adminPassword: {
    name: 'MUSEUM_ADMIN_PASSWORD',
    parse: text.transform(Password.ofAnyLength),
    meaning: 'The password of the administrator.',
    isSecret: true,
  },
  userAdministration: {
    name: 'MUSEUM_USER_ADMINISTRATION',
    parse: oneOf(['api', 'commands']),
    default: 'api',
    meaning:
      'Or `commands`: [users](operate.md#staff-accounts) and passwords are changed by `museum users` alone, not by the desk and the API.',
  },
  givenTicketKeys: {
    name: 'MUSEUM_TICKET_KEY_FILE',
    parse: faultless((pem) => ticketKeyPairs.faultOf(pem)?.detail).transform(ticketKeyPairs),
    meaning: 'A PEM file with the Ed25519 private keys (PKCS#8) that sign [ticket codes](operate.md#ticket-keys).',
    isFile: true,
    isSecret: true,
  },
  trustedProxies: {
    name: 'MUSEUM_TRUSTED_PROXIES',
    parse: listOf(isNetwork, 'networks such as 10.0.0.0/8').transform(blockList),
    default: '',
    meaning: 'The networks (CIDR), separated by commas, whose `X-Forwarded-For` is used, such as `10.0.0.0/8`.',
  },
  museumName: {
    name: 'MUSEUM_NAME',
    parse: text.transform(toDomainValue(MuseumName)),
    default: usualMuseumName,
    meaning: 'The name on the tickets and the page at `/`.',
  },
  homePage: {
    name: 'MUSEUM_HOME_PAGE',
    parse: oneOf(['hours', 'full']),
    default: 'hours',
    meaning: 'Or `full`: the page at `/` shows [everyone](operate.md#the-page-for-visitors) the events, with prices.',
  },
  language: {
    name: 'MUSEUM_LANGUAGE',
    parse: oneOf(languages),
    default: 'en',
    meaning:
      'The language of what visitors read, on tickets, on the page at `/`, and in e-mails unless the order has one: `en`, `de`, `fr`, `es` or `ja`.',
  },
  timeZone: {
    name: 'MUSEUM_TIME_ZONE',
    parse: text.refine(isTimeZone, 'must be an IANA time zone, such as Europe/Paris'),
    default: 'UTC',
    meaning: 'The time zone of the museum (IANA), such as `Europe/Paris`; decides which day is today.',
  },
  currency: {
    name: 'MUSEUM_CURRENCY',
    parse: text
      .refine((code) => Currency.faultOf(code) === undefined, 'must be three capital letters, such as EUR')
      .transform(Currency),
    default: 'EUR',
    meaning: 'The currency of all prices, stored with each ticket as sold.',
  },
  generalPrice: {
    name: 'MUSEUM_GENERAL_PRICE',
    parse: amount,
    default: '0',
    meaning:
      'The price of a ticket for general entry: at most two decimals, and no more than its currency has, none in `JPY`.',
  },
  paymentMethods: {
    name: 'MUSEUM_PAYMENT_METHODS',
    parse: paymentMethods,
    default: 'cash,card',
    meaning:
      'The [payment methods](box-office.md#sell) that the desk offers, in this order: 1 to 8 words, separated by commas.',
  },
  vatId: {
    name: 'MUSEUM_VAT_ID',
    parse: text.transform(toDomainValue(VatId)),
    meaning: 'The number under which the museum pays value added tax, for [receipts](box-office.md#receipts).',
  },
  vatRate: {
    name: 'MUSEUM_VAT_RATE',
    parse: vatRate,
    meaning:
      'The value added tax that prices of general entry contain, in per cent, as `19` or `8.1`; [receipts](box-office.md#receipts) ' +
      'name none without it.',
  },
  eventVatRate: {
    name: 'MUSEUM_EVENT_VAT_RATE',
    parse: vatRate,
    meaning: 'The same for special events.',
  },
  today: {
    name: 'MUSEUM_TODAY',
    parse: text
      .refine((date) => CalendarDate.faultOf(date) === undefined, 'must be a real date, YYYY-MM-DD')
      .transform(CalendarDate),
    meaning: 'A fixed date instead of the current one, for rehearsals; the server warns.',
  },
  dayEnds: {
    name: 'MUSEUM_DAY_ENDS',
    parse: text
      .refine(
        (time) => TimeOfDay.faultOf(time) === undefined && time <= '06:00',
        'must be a time from 00:00 to 06:00, written HH:mm',
      )
      .transform(TimeOfDay),
    default: '00:00',
    meaning:
      'Until when gates also admit tickets of [the day before](gate.md#after-midnight), `HH:mm`, at most `06:00`; sales end at ' +
      'midnight.',
  },
  retentionDays: {
    name: 'MUSEUM_RETENTION_DAYS',
    parse: integer(0, 36_500),
    meaning: 'The days, 0 to 36500, until e-mail and phone on past tickets are [erased](operate.md#privacy).',
  },
  corsOrigins: {
    name: 'MUSEUM_CORS_ORIGINS',
    parse: listOf(isOrigin, 'origins such as https://museum.example, never *'),
    default: '',
    meaning: 'The origins, separated by commas, whose pages may read responses and send changes; never `*`.',
  },
  desk: {
    name: 'MUSEUM_DESK',
    parse: oneOf(['on', 'off']),
    default: 'on',
    meaning: 'Or `off`: no pages for staff at `/desk`.',
  },
  webhookPrivateAddresses: {
    name: 'MUSEUM_WEBHOOK_PRIVATE_ADDRESSES',
    parse: oneOf(['refuse', 'allow']),
    default: 'refuse',
    meaning:
      'Or `allow`: [webhooks](operate.md#webhooks) may have addresses of this machine, by `http` too, and of private networks.',
  },
  smtpUrl: {
    name: 'MUSEUM_SMTP_URL',
    parse: faultless(faultOfMailUrl),
    meaning:
      'The server for [e-mail](operate.md#e-mail): `smtp://` or `smtps://user:password@host:port`, percent-encoded, or `file:DIR`; ' +
      'none is sent without it.',
    isSecret: true,
    needs: ['MUSEUM_MAIL_FROM'],
  },
  mailFrom: {
    name: 'MUSEUM_MAIL_FROM',
    parse: faultless((address) => Email.faultOf(address)?.detail),
    meaning: 'The address from which e-mails are sent.',
  },
  smtpName: {
    name: 'MUSEUM_SMTP_NAME',
    parse: faultless(faultOfMailName),
    meaning:
      'The name of this server in the [greeting](operate.md#e-mail) of the mail server (`EHLO`): a host name, or an address as ' +
      '`[192.0.2.1]`; by default the domain of `MUSEUM_MAIL_FROM`.',
  },
  mailRate: {
    name: 'MUSEUM_MAIL_RATE',
    parse: integer(1, 6_000),
    default: '60',
    meaning: 'The most e-mails a minute, 1 to 6000, about deleted or restored events and removed dates.',
  },
  address: {
    name: 'MUSEUM_ADDRESS',
    parse: text.transform(toDomainValue(PostalAddress)),
    meaning: 'The postal address of the museum, of one line or several: in e-mails, the calendar and structured data.',
    hasSeveralLines: true,
  },
  phone: {
    name: 'MUSEUM_PHONE',
    parse: text.transform(toDomainValue(Phone)),
    meaning:
      'The telephone number at which the museum answers visitors, for the pages of the [shop](operate.md#the-shop).',
  },
  email: {
    name: 'MUSEUM_EMAIL',
    parse: text.transform(toDomainValue(Email)),
    meaning: 'The e-mail address at which the museum answers visitors, for the same pages.',
  },
  directions: {
    name: 'MUSEUM_DIRECTIONS',
    parse: text.transform(toDomainValue(Directions)),
    meaning:
      'How visitors find the museum, of one line or several: a [setting of the museum](operate.md#settings-of-the-museum).',
    hasSeveralLines: true,
  },
  termsUrl: {
    name: 'MUSEUM_TERMS_URL',
    parse: text.transform(toDomainValue(PageUrl)),
    meaning: 'The URL of the terms of sale, `http` or `https`, for e-mails and the shop.',
  },
  privacyUrl: {
    name: 'MUSEUM_PRIVACY_URL',
    parse: text.transform(toDomainValue(PageUrl)),
    meaning: 'The URL of what the museum says about personal data, `http` or `https`.',
  },
  legalNoticeUrl: {
    name: 'MUSEUM_LEGAL_NOTICE_URL',
    parse: text.transform(toDomainValue(PageUrl)),
    meaning: 'The URL of the page that says who sells the tickets, `http` or `https`.',
  },
  shop: {
    name: 'MUSEUM_SHOP',
    parse: oneOf(['off', 'on', 'rehearsal']),
    default: 'off',
    meaning:
      'Or `on`: visitors [buy tickets](operate.md#the-shop) at `/buy`; needs e-mail and the URLs of museum, terms, privacy and ' +
      'legal notice. Or [`rehearsal`](operate.md#a-rehearsal): a trial which needs nothing.',
  },
  shopTickets: {
    name: 'MUSEUM_SHOP_TICKETS',
    parse: integer(1, 50),
    default: '20',
    meaning: 'How many tickets a visitor buys at once, 1 to 50.',
  },
  shopPhone: {
    name: 'MUSEUM_SHOP_PHONE',
    parse: oneOf(['off', 'optional', 'required']),
    default: 'off',
    meaning: 'Whether the form asks for a phone number: `off`, `optional` or `required`.',
  },
  shopLimit: {
    name: 'MUSEUM_SHOP_LIMIT',
    parse: integer(1, 100_000),
    default: '30',
    meaning:
      'How many reservations the pages hold for a network address (of IPv6, its /64) at a time, and four times as many an hour, on each server.',
  },
  shopUnlimitedNetworks: {
    name: 'MUSEUM_SHOP_UNLIMITED_NETWORKS',
    parse: listOf(isNetwork, 'addresses or networks such as 192.0.2.0/24').transform(blockList),
    default: '',
    meaning: 'The networks that have no such limit, such as the museum’s own, separated by commas.',
  },
  ownCancellation: {
    name: 'MUSEUM_OWN_CANCELLATION',
    parse: hoursOrOff(8_760),
    default: 'off',
    meaning:
      'Until how many hours before it begins visitors [cancel their own tickets](operate.md#own-cancellation), 0 to 8760, ' +
      'or `off`.',
  },
  payment: {
    name: 'MUSEUM_PAYMENT',
    parse: oneOf(['off', 'stripe', 'rehearsal']),
    default: 'off',
    meaning:
      'Or `stripe`, or `rehearsal`: visitors [pay online](operate.md#payments-online), at Stripe, or at a page of this server that takes ' +
      'no money.',
  },
  stripeKey: {
    name: 'MUSEUM_STRIPE_KEY_FILE',
    parse: text
      .transform((key) => key.trim())
      .pipe(text.regex(/^[rs]k_(test|live)_\w+$/, 'does not hold a secret or restricted key of Stripe')),
    meaning:
      'A file with a restricted key of Stripe: it writes Checkout Sessions, Charges and Refunds, and reads PaymentIntents.',
    isFile: true,
    isSecret: true,
  },
  stripeWebhookSecret: {
    name: 'MUSEUM_STRIPE_WEBHOOK_SECRET_FILE',
    parse: text
      .transform((secret) => secret.trim())
      .pipe(text.regex(/^whsec_\S+$/, 'does not hold a signing secret of Stripe, which begins with whsec_')),
    meaning:
      "A file with the signing secret of Stripe's notifications; without it none is heard, and payments are asked about.",
    isFile: true,
    isSecret: true,
  },
  stripeMethods: {
    name: 'MUSEUM_STRIPE_METHODS',
    parse: listOf((method) => /^[a-z][a-z0-9_]*$/.test(method), "Stripe's names of payment methods, such as card"),
    default: 'card',
    meaning: "Stripe's names of the payment methods, separated by commas: only such as are paid or refused at once.",
  },
  stripeApiUrl: {
    name: 'MUSEUM_STRIPE_API_URL',
    parse: text.refine((url) => {
      const parsed = URL.parse(url)
      return parsed?.protocol === 'http:' && isThisMachine(parsed.hostname)
    }, 'must be an http URL of this machine'),
    meaning: "The URL of another API than Stripe's, on this machine, for tests.",
  },
  rehearsalFolder: {
    name: 'MUSEUM_REHEARSAL_PAYMENTS',
    parse: notBlank,
    default: 'data/payments',
    meaning: 'The folder with the payments of a rehearsal, for all servers and commands.',
  },
  metricsPort: {
    name: 'MUSEUM_METRICS_PORT',
    parse: integer(0, 65_535),
    meaning: 'The port of the [metrics](#metrics), at `/metrics`; 0 takes a free one. Nothing is counted without it.',
  },
  metricsHost: {
    name: 'MUSEUM_METRICS_HOST',
    parse: text,
    default: '127.0.0.1',
    meaning: 'The address that the metrics are served at.',
  },
  logLevel: {
    name: 'MUSEUM_LOG_LEVEL',
    parse: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingMember = keyof typeof settings

type Value<Member extends SettingMember> = z.output<(typeof settings)[Member]['parse']>

type MemberWithDefault = {
  [Member in SettingMember]: (typeof settings)[Member] extends { default: string } ? Member : never
}[SettingMember]

export type SettingValues = { readonly [Member in MemberWithDefault]: Value<Member> } & {
  readonly [Member in Exclude<SettingMember, MemberWithDefault>]?: Value<Member> | undefined
}

/** A warning about settings that are valid but probably a mistake or a risk, and what the operator must do. */
export type Warning = Readonly<{ message: string; advice: string }>

export type Config = SettingValues & Readonly<{ warnings: readonly Warning[] }>

type Rule = Readonly<{
  /** The settings of which one must be changed after a fault. */
  of: readonly SettingMember[]
  faultOf: (values: SettingValues) => string | false | undefined
}>

/** The texts of settings that a rehearsal of the shop has where they are absent. */
export const rehearsalDefaults = (
  { shop, databaseUrl: given, host, port }: SettingValues,
  hasDatabaseUrl: boolean,
): Partial<Readonly<Record<SettingMember, string>>> => {
  if (shop !== 'rehearsal') return {}
  const databaseUrl = hasDatabaseUrl ? given : 'sqlite:data/rehearsal/museum.sqlite'
  const folder = databaseFolder(databaseUrl)
  // A browser on this machine reaches a server that listens at all addresses at the loopback one.
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    databaseUrl,
    payment: 'rehearsal',
    rehearsalFolder: join(folder, 'payments'),
    smtpUrl: `file:${join(folder, 'outbox')}`,
    mailFrom: 'rehearsal@museum.example',
    // Port 0 is another one at each start.
    ...(port !== 0 && { publicUrl: `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}` }),
  }
}

/** The office may store the others that a shop needs: `checkShopSettings` finds them missing at start. */
const neededByShop = ['publicUrl', 'smtpUrl'] as const

/** The rules that concern several settings, and a sentence that says what is wrong. */
export const rules: readonly Rule[] = [
  {
    of: ['publicUrl', 'basePath'],
    faultOf: ({ publicUrl: url, basePath }) => {
      const fault = url && publicUrl.faultOfPath(url, basePath)
      return fault && `The path of MUSEUM_PUBLIC_URL ${fault}.`
    },
  },
  {
    of: ['shop', 'port', 'publicUrl'],
    faultOf: ({ shop, publicUrl: url }) =>
      shop === 'rehearsal' &&
      url === undefined &&
      'MUSEUM_SHOP=rehearsal needs MUSEUM_PUBLIC_URL while MUSEUM_PORT is 0: each start takes another port.',
  },
  {
    of: ['payment', 'publicUrl'],
    faultOf: ({ payment, publicUrl: url }) =>
      payment !== 'off' &&
      url === undefined &&
      'MUSEUM_PAYMENT needs MUSEUM_PUBLIC_URL, to which visitors come back from the payment page.',
  },
  {
    of: ['payment', 'stripeKey'],
    faultOf: ({ payment, stripeKey }) =>
      payment === 'stripe' && stripeKey === undefined && 'MUSEUM_PAYMENT=stripe needs MUSEUM_STRIPE_KEY_FILE.',
  },
  {
    of: ['payment', 'publicUrl'],
    faultOf: ({ payment, publicUrl: url }) =>
      payment === 'stripe' &&
      url !== undefined &&
      !url.origin.startsWith('https:') &&
      !isThisMachine(new URL(url.origin).hostname) &&
      'MUSEUM_PUBLIC_URL must be https with MUSEUM_PAYMENT=stripe: visitors come back to it from the payment page.',
  },
  {
    of: ['today', 'payment'],
    faultOf: ({ today, payment }) =>
      today !== undefined &&
      payment === 'stripe' &&
      'MUSEUM_TODAY and MUSEUM_PAYMENT=stripe are both set: tickets for past dates could be paid. Remove MUSEUM_TODAY.',
  },
  {
    of: ['shop', ...neededByShop],
    faultOf: ({ shop, ...values }) => {
      const missing = shop !== 'on' ? [] : neededByShop.filter((member) => values[member] === undefined)
      const names = missing.map((member) => settings[member].name)
      return names.length > 0 && `MUSEUM_SHOP=${shop} needs ${formatList('en', names)}.`
    },
  },
  {
    of: ['shop', 'payment'],
    faultOf: ({ shop, payment }) =>
      shop === 'rehearsal' &&
      payment === 'stripe' &&
      'MUSEUM_SHOP=rehearsal and MUSEUM_PAYMENT=stripe are both set: a rehearsal takes no money. Remove MUSEUM_PAYMENT.',
  },
  {
    of: ['databaseUrl', 'databaseCa'],
    faultOf: ({ databaseUrl, databaseCa }) =>
      databaseCa !== undefined &&
      databaseHosts(databaseUrl).some((host) => isIP(host) > 0) &&
      'MUSEUM_DATABASE_URL must have a host name, not an IP address, with MUSEUM_DATABASE_CA_FILE: ' +
        'the certificate is compared with the name.',
  },
  {
    of: ['databaseClientCertificate', 'databaseClientKey'],
    faultOf: ({ databaseClientCertificate: certificate, databaseClientKey: key }) => {
      // The certificate alone has no fault here, so the fault is of its key.
      const found = certificate !== undefined && key !== undefined && faultOfClientCertificate({ certificate, key })
      return found && `MUSEUM_DATABASE_CLIENT_KEY_FILE names a file that ${found.fault}.`
    },
  },
  {
    of: ['generalPrice'],
    faultOf: ({ generalPrice, currency }) =>
      Price.faultIn(generalPrice, currency) !== undefined &&
      'MUSEUM_GENERAL_PRICE has more decimals than amounts in MUSEUM_CURRENCY: 1500.50 is no price in JPY.',
  },
  {
    of: ['today', 'retentionDays'],
    faultOf: ({ today, retentionDays }) =>
      today !== undefined &&
      retentionDays !== undefined &&
      'MUSEUM_TODAY and MUSEUM_RETENTION_DAYS are both set: by a fixed date, data could be erased too early. Set one.',
  },
]

/** The warnings about these values. `isSet` tells whether the environment has a setting, even a faulty one. */
export const warningsAbout = (
  { today, adminPassword, databaseUrl, smtpUrl, payment, stripeKey, shop, publicUrl: url }: SettingValues,
  isSet: (setting: SettingMember) => boolean,
): readonly Warning[] => {
  const found: readonly (readonly [condition: boolean | undefined, message: string, advice: string])[] = [
    [
      today !== undefined,
      `MUSEUM_TODAY IS SET: for this server every day is ${today}. Only for rehearsals.`,
      'Remove MUSEUM_TODAY, and start the server again.',
    ],
    [
      adminPassword !== undefined && codePoints(adminPassword) < Password.minLength,
      `The administrator’s password has fewer than ${Password.minLength} characters. It works, but set a longer one.`,
      `Set a password of at least ${Password.minLength} characters in MUSEUM_ADMIN_PASSWORD.`,
    ],
    [
      databaseHosts(databaseUrl).some((host) => !isThisMachine(host)) && !isSet('databaseCa'),
      'MUSEUM_DATABASE_URL names another machine and MUSEUM_DATABASE_CA_FILE is not set: the connection is not encrypted.',
      'Set MUSEUM_DATABASE_CA_FILE.',
    ],
    [
      shop === 'rehearsal',
      `MUSEUM_SHOP IS rehearsal: visitors buy at ${url?.origin}${url?.path}/buy, and the tickets are not valid; ` +
        (smtpUrl?.startsWith('file:') ? `e-mails are files in ${smtpUrl.slice('file:'.length)}` : 'e-mails are sent') +
        '. This database stays one for rehearsals.',
      'For a shop that sells, set MUSEUM_SHOP=on and MUSEUM_DATABASE_URL to another database, and start the server again.',
    ],
    [
      shop !== 'rehearsal' && smtpUrl?.startsWith('file:'),
      'MUSEUM_SMTP_URL NAMES A FOLDER: e-mails are written to files there, and none is sent. Only for rehearsals.',
      'Set MUSEUM_SMTP_URL to the URL of a mail server, and start the server again.',
    ],
    [
      shop !== 'rehearsal' && payment === 'rehearsal',
      'MUSEUM_PAYMENT IS rehearsal: visitors pay at a page that takes no money, and get tickets. Only for rehearsals.',
      'Set MUSEUM_PAYMENT to off, and start the server again.',
    ],
    [
      payment === 'stripe' && stripeKey !== undefined && /^.k_test_/.test(stripeKey),
      'MUSEUM_STRIPE_KEY_FILE has a test key: Stripe takes no money, and visitors get tickets. Only for rehearsals.',
      'Put a live key into the file, and start the server again.',
    ],
    [
      shop === 'on' && !isSet('trustedProxies'),
      'MUSEUM_SHOP is on and MUSEUM_TRUSTED_PROXIES is not set: visitors behind a proxy are not limited by MUSEUM_SHOP_LIMIT.',
      'Name the proxy that adds TLS in MUSEUM_TRUSTED_PROXIES.',
    ],
    [
      shop !== 'rehearsal' && isSet('mailFrom') && !isSet('smtpUrl'),
      'MUSEUM_MAIL_FROM has no effect without MUSEUM_SMTP_URL: no e-mails are sent.',
      'Set MUSEUM_SMTP_URL, or remove MUSEUM_MAIL_FROM.',
    ],
    [
      isSet('metricsHost') && !isSet('metricsPort'),
      'MUSEUM_METRICS_HOST has no effect without MUSEUM_METRICS_PORT: no metrics are served.',
      'Set MUSEUM_METRICS_PORT, or remove MUSEUM_METRICS_HOST.',
    ],
  ]
  return found.filter(([condition]) => condition).map(([, message, advice]) => ({ message, advice }))
}
