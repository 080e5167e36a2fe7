import { closest } from 'fastest-levenshtein'

/** A setting: its default as text, its meaning, and its names in other programs, without the prefix `MUSEUM_`. */
type Setting = Readonly<{ default?: string; meaning: string; alsoCalled?: string }>

/** All settings. `environment.ts` says how each is read; it is not loaded for the help, which comes from this table. */
export const settings = {
  MUSEUM_HOST: {
    default: '127.0.0.1',
    meaning: 'The address that the server listens on.',
    alsoCalled: 'ADDR BIND HOSTNAME INTERFACE IP LISTEN LISTEN_ADDRESS LISTEN_HOST',
  },
  MUSEUM_PORT: {
    default: '8080',
    meaning: 'The port that the server listens on; 0 takes a free one.',
    alsoCalled: 'HTTP_PORT LISTEN_PORT SERVER_PORT',
  },
  MUSEUM_BASE_PATH: {
    default: '/v1.1',
    meaning: 'The path below which the API is.',
    alsoCalled: 'API_PATH BASE PATH PREFIX ROOT ROOT_PATH',
  },
  MUSEUM_PUBLIC_URL: {
    meaning: 'Where clients see the museum: https://museum.example, or with a path.',
    alsoCalled:
      'BASE_URL CANONICAL_URL DOMAIN EXTERNAL_URL MOUNT_PATH PUBLIC_ADDRESS PUBLIC_HOST PUBLIC_ORIGIN ROOT_URL ' +
      'SERVER_URL SITE_URL SUB_PATH URL',
  },
  MUSEUM_DATABASE_URL: {
    default: 'sqlite:data/museum.sqlite',
    meaning: 'Or mysql://user:password@host:port/database; commas separate hosts.',
    alsoCalled:
      'CONNECTION_STRING DATABASE DATABASE_DSN DATABASE_FILE DATABASE_PATH DATABASE_URI DB DB_DSN ' +
      'DB_FILE DB_PATH DB_URI DB_URL DSN MYSQL MYSQL_URL SQLITE SQLITE_FILE SQLITE_PATH',
  },
  MUSEUM_DATABASE_URL_FILE: {
    meaning: 'A file that contains the URL of the database.',
  },
  MUSEUM_DATABASE_CA_FILE: {
    meaning: 'A PEM file with the authority of the certificate of MySQL.',
    alsoCalled: 'CA CA_FILE CA_PATH CERTIFICATE DATABASE_CA DB_CA SSL SSL_CA TLS TLS_CA',
  },
  MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: {
    meaning: 'A PEM file with the certificate for a MySQL user that needs one.',
    alsoCalled:
      'CLIENT_CERT CLIENT_CERTIFICATE CLIENT_CERT_FILE DATABASE_CERT DATABASE_CERT_FILE ' +
      'DATABASE_CLIENT_CERT DATABASE_CLIENT_CERT_FILE DB_CERT SSL_CERT TLS_CERT',
  },
  MUSEUM_DATABASE_CLIENT_KEY_FILE: {
    meaning: 'A PEM file with the private key of that certificate.',
    alsoCalled: 'CLIENT_KEY CLIENT_KEY_FILE DATABASE_KEY DB_KEY SSL_KEY TLS_KEY',
  },
  MUSEUM_DATABASE_CONNECTIONS: {
    default: '10',
    meaning: 'The maximal number of connections to MySQL.',
    alsoCalled:
      'CONNECTIONS CONNECTION_LIMIT DATABASE_POOL DATABASE_POOL_SIZE DB_CONNECTIONS DB_POOL_SIZE ' +
      'MAX_CONNECTIONS POOL POOL_SIZE',
  },
  MUSEUM_ADMIN_USERNAME: {
    meaning: 'The administrator whose password is set at start; admin if absent.',
    alsoCalled: 'ADMIN ADMIN_LOGIN ADMIN_NAME ADMIN_USER LOGIN USER USERNAME USER_NAME',
  },
  MUSEUM_ADMIN_PASSWORD: {
    meaning: 'The password of that administrator.',
    alsoCalled: 'ADMIN_PASS ADMIN_SECRET PASS PASSWD PASSWORD SECRET',
  },
  MUSEUM_ADMIN_PASSWORD_FILE: {
    meaning: 'A file that contains the password of that administrator.',
  },
  MUSEUM_TICKET_KEY_FILE: {
    meaning: 'A PEM file with the Ed25519 keys that sign the codes of tickets.',
    alsoCalled: 'KEY KEY_FILE PRIVATE_KEY PRIVATE_KEY_FILE SIGNING_KEY SIGNING_KEY_FILE TICKET_KEY',
  },
  MUSEUM_TRUSTED_PROXIES: {
    meaning: 'The networks whose X-Forwarded-For is used, such as 10.0.0.0/8.',
    alsoCalled: 'PROXIES PROXY REVERSE_PROXY TRUSTED_PROXY TRUST_PROXY',
  },
  MUSEUM_NAME: {
    default: 'The Museum',
    meaning: 'The name on the tickets and the page at /.',
    alsoCalled: 'TITLE',
  },
  MUSEUM_HOME_PAGE: {
    default: 'hours',
    meaning: 'Or full: the page at / shows everyone the events, with prices.',
    alsoCalled: 'CALENDAR FEED FRONT_PAGE HOMEPAGE INDEX LANDING_PAGE PUBLIC_PAGE START_PAGE WEBSITE WHATS_ON',
  },
  MUSEUM_LANGUAGE: {
    default: 'en',
    meaning: 'The language of what visitors read: en, de, fr, es or ja.',
    alsoCalled: 'LANG LOCALE',
  },
  MUSEUM_TIME_ZONE: {
    default: 'UTC',
    meaning: 'The time zone of the museum, such as Europe/Paris.',
    alsoCalled: 'TIMEZONE TZ ZONE',
  },
  MUSEUM_CURRENCY: {
    default: 'EUR',
    meaning: 'The currency of all prices.',
  },
  MUSEUM_GENERAL_PRICE: {
    default: '0',
    meaning: 'The price of a ticket for general entry.',
    alsoCalled: 'ADMISSION ADMISSION_PRICE DEFAULT_PRICE PRICE TICKET_PRICE',
  },
  MUSEUM_TODAY: {
    meaning: 'A fixed date instead of the current one, for rehearsals.',
    alsoCalled: 'DATE DAY FIXED_DATE NOW',
  },
  MUSEUM_RETENTION_DAYS: {
    meaning: 'The days after which a server erases the e-mail and phone on past tickets.',
    alsoCalled: 'DATA_RETENTION EXPIRE_DAYS EXPIRY EXPIRY_DAYS KEEP_DAYS RETENTION',
  },
  MUSEUM_CORS_ORIGINS: {
    meaning: 'The origins whose pages may use the API, separated by commas.',
    alsoCalled: 'ALLOWED_ORIGINS CORS CORS_ORIGIN ORIGIN ORIGINS',
  },
  MUSEUM_DESK: {
    default: 'on',
    meaning: 'Or off: no pages for staff at /desk.',
    alsoCalled: 'ADMIN_UI BACKOFFICE BOX_OFFICE DASHBOARD FRONTEND GUI PAGES STAFF_PAGES UI WEB WEB_UI',
  },
  MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: {
    default: 'refuse',
    meaning: 'Or allow: webhooks to this machine and to private networks.',
    alsoCalled: 'ALLOW_PRIVATE_ADDRESSES WEBHOOK WEBHOOKS WEBHOOK_ALLOW_PRIVATE',
  },
  MUSEUM_SMTP_URL: {
    meaning: 'smtp:// or smtps://user:password@host or file:DIR; needs MUSEUM_MAIL_FROM.',
    alsoCalled: 'EMAIL_URL MAILER_DSN MAILER_URL MAIL_URL SMTP SMTP_DSN SMTP_HOST SMTP_SERVER SMTP_URI',
  },
  MUSEUM_SMTP_URL_FILE: {
    meaning: 'A file that contains that URL.',
  },
  MUSEUM_MAIL_FROM: {
    meaning: 'The address from which e-mails are sent.',
    alsoCalled: 'EMAIL EMAIL_FROM FROM FROM_EMAIL MAIL_SENDER SENDER SENDER_ADDRESS SMTP_FROM',
  },
  MUSEUM_SMTP_NAME: {
    meaning: 'The host name in the EHLO; by default the domain of MUSEUM_MAIL_FROM.',
    alsoCalled: 'EHLO EHLO_NAME HELO HELO_NAME SMTP_EHLO SMTP_HELO SMTP_HOSTNAME',
  },
  MUSEUM_MAIL_RATE: {
    default: '60',
    meaning: 'The most e-mails a minute about deleted or restored events.',
    alsoCalled: 'EMAIL_RATE MAIL_LIMIT MAIL_RATE_LIMIT SMTP_RATE',
  },
  MUSEUM_ADDRESS: {
    meaning: 'The postal address of the museum, for e-mails and calendars.',
    alsoCalled: 'LOCATION POSTAL_ADDRESS STREET_ADDRESS',
  },
  MUSEUM_TERMS_URL: {
    meaning: 'The URL of the terms of sale, for e-mails.',
    alsoCalled: 'CONDITIONS_URL TERMS TERMS_LINK TOS_URL',
  },
  MUSEUM_METRICS_PORT: {
    meaning: 'A port for Prometheus metrics, at /metrics; 0 takes a free one.',
    alsoCalled: 'METRICS PROMETHEUS PROMETHEUS_PORT',
  },
  MUSEUM_METRICS_HOST: {
    default: '127.0.0.1',
    meaning: 'The address that the metrics are served at.',
    alsoCalled: 'METRICS_ADDRESS METRICS_BIND METRICS_LISTEN PROMETHEUS_HOST',
  },
  MUSEUM_LOG_LEVEL: {
    default: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent.',
    alsoCalled: 'DEBUG LEVEL LOG LOGGING LOGLEVEL VERBOSE',
  },
} as const satisfies Readonly<Record<string, Setting>>

const table: readonly (readonly [name: string, setting: Setting])[] = Object.entries(settings)

/** A value as a shell reads it. */
const quoted = (value: string) => (value.includes(' ') ? `'${value}'` : value)

export const settingDescriptions = [
  'Settings: environment variables, here with their defaults.',
  ...table.flatMap(([name, { default: value, meaning }]) => [
    `  ${name}${value === undefined ? '' : `=${quoted(value)}`}`,
    `      ${meaning}`,
  ]),
].join('\n')

const settingByOtherName: ReadonlyMap<string, string> = new Map(
  table.flatMap(([name, { alsoCalled = '' }]) => alsoCalled.split(' ').map((other) => [`MUSEUM_${other}`, name])),
)

/**
 * The setting that an unknown name probably means: the one with this name in other programs, or with the most similar
 * spelling.
 */
export const nearestSetting = (unknown: string): string => {
  const setting = settingByOtherName.get(unknown)
  if (setting !== undefined) return setting
  const fromFile = `${settingByOtherName.get(unknown.replace(/_FILE$/, ''))}_FILE`
  return Object.hasOwn(settings, fromFile) ? fromFile : closest(unknown, Object.keys(settings))
}
