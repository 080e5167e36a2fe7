import { closest } from 'fastest-levenshtein'

/** The names of such settings in other programs, without the prefix `MUSEUM_`. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  MUSEUM_HOST: ['ADDR', 'ADDRESS', 'BIND', 'HOSTNAME', 'INTERFACE', 'IP', 'LISTEN', 'LISTEN_ADDRESS', 'LISTEN_HOST'],
  MUSEUM_PORT: ['HTTP_PORT', 'LISTEN_PORT', 'SERVER_PORT'],
  MUSEUM_BASE_PATH: ['API_PATH', 'BASE', 'BASE_URL', 'PATH', 'PREFIX', 'PUBLIC_URL', 'ROOT', 'ROOT_PATH', 'URL'],
  MUSEUM_DATABASE_URL: [
    'CONNECTION_STRING',
    'DATABASE',
    'DATABASE_DSN',
    'DATABASE_FILE',
    'DATABASE_PATH',
    'DATABASE_URI',
    'DB',
    'DB_DSN',
    'DB_FILE',
    'DB_PATH',
    'DB_URI',
    'DB_URL',
    'DSN',
    'MYSQL',
    'MYSQL_URL',
    'SQLITE',
    'SQLITE_FILE',
    'SQLITE_PATH',
  ],
  MUSEUM_DATABASE_CA_FILE: [
    'CA',
    'CA_FILE',
    'CA_PATH',
    'CERTIFICATE',
    'DATABASE_CA',
    'DB_CA',
    'SSL',
    'SSL_CA',
    'TLS',
    'TLS_CA',
  ],
  MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: [
    'CLIENT_CERT',
    'CLIENT_CERTIFICATE',
    'CLIENT_CERT_FILE',
    'DATABASE_CERT',
    'DATABASE_CERT_FILE',
    'DATABASE_CLIENT_CERT',
    'DATABASE_CLIENT_CERT_FILE',
    'DB_CERT',
    'SSL_CERT',
    'TLS_CERT',
  ],
  MUSEUM_DATABASE_CLIENT_KEY_FILE: ['CLIENT_KEY', 'CLIENT_KEY_FILE', 'DATABASE_KEY', 'DB_KEY', 'SSL_KEY', 'TLS_KEY'],
  MUSEUM_DATABASE_CONNECTIONS: [
    'CONNECTIONS',
    'CONNECTION_LIMIT',
    'DATABASE_POOL',
    'DATABASE_POOL_SIZE',
    'DB_CONNECTIONS',
    'DB_POOL_SIZE',
    'MAX_CONNECTIONS',
    'POOL',
    'POOL_SIZE',
  ],
  MUSEUM_ADMIN_USERNAME: ['ADMIN', 'ADMIN_LOGIN', 'ADMIN_NAME', 'ADMIN_USER', 'LOGIN', 'USER', 'USERNAME', 'USER_NAME'],
  MUSEUM_ADMIN_PASSWORD: ['ADMIN_PASS', 'ADMIN_SECRET', 'PASS', 'PASSWD', 'PASSWORD', 'SECRET'],
  MUSEUM_TICKET_KEY_FILE: [
    'KEY',
    'KEY_FILE',
    'PRIVATE_KEY',
    'PRIVATE_KEY_FILE',
    'SIGNING_KEY',
    'SIGNING_KEY_FILE',
    'TICKET_KEY',
  ],
  MUSEUM_TRUSTED_PROXIES: ['PROXIES', 'PROXY', 'REVERSE_PROXY', 'TRUSTED_PROXY', 'TRUST_PROXY'],
  MUSEUM_NAME: ['TITLE'],
  MUSEUM_TIME_ZONE: ['TIMEZONE', 'TZ', 'ZONE'],
  MUSEUM_GENERAL_PRICE: ['ADMISSION', 'ADMISSION_PRICE', 'DEFAULT_PRICE', 'PRICE', 'TICKET_PRICE'],
  MUSEUM_TODAY: ['DATE', 'DAY', 'FIXED_DATE', 'NOW'],
  MUSEUM_RETENTION_DAYS: ['DATA_RETENTION', 'EXPIRE_DAYS', 'EXPIRY', 'EXPIRY_DAYS', 'KEEP_DAYS', 'RETENTION'],
  MUSEUM_CORS_ORIGINS: ['ALLOWED_ORIGINS', 'CORS', 'CORS_ORIGIN', 'ORIGIN', 'ORIGINS'],
  MUSEUM_METRICS_PORT: ['METRICS', 'PROMETHEUS', 'PROMETHEUS_PORT'],
  MUSEUM_METRICS_HOST: ['METRICS_ADDRESS', 'METRICS_BIND', 'METRICS_LISTEN', 'PROMETHEUS_HOST'],
  MUSEUM_LOG_LEVEL: ['DEBUG', 'LEVEL', 'LOG', 'LOGGING', 'LOGLEVEL', 'VERBOSE'],
}

const settingByOtherName: ReadonlyMap<string, string> = new Map(
  Object.entries(otherNames).flatMap(([setting, names]) => names.map((name) => [`MUSEUM_${name}`, setting] as const)),
)

/**
 * The setting that an unknown name probably means: the one with this name in other programs, or with the most similar
 * spelling.
 */
export const nearestSetting = (unknown: string, settings: readonly string[]): string => {
  const setting = settingByOtherName.get(unknown)
  if (setting !== undefined) return setting
  const fromFile = `${settingByOtherName.get(unknown.replace(/_FILE$/, ''))}_FILE`
  return settings.includes(fromFile) ? fromFile : closest(unknown, [...settings])
}
