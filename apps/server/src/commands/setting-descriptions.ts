type Description = readonly [name: string, defaultValue: string | undefined, meaning: string]

/** The settings with their defaults as text. Written out, so that the help loads no configuration. */
export const settings: readonly Description[] = [
  ['MUSEUM_HOST', '127.0.0.1', 'The address that the server listens on.'],
  ['MUSEUM_PORT', '8080', 'The port that the server listens on; 0 takes a free one.'],
  ['MUSEUM_BASE_PATH', '/v1.1', 'The path below which the API is.'],
  [
    'MUSEUM_DATABASE_URL',
    'sqlite:data/museum.sqlite',
    'Or mysql://user:password@host:port/database; commas separate hosts.',
  ],
  ['MUSEUM_DATABASE_URL_FILE', undefined, 'A file that contains the URL of the database.'],
  ['MUSEUM_DATABASE_CA_FILE', undefined, 'A PEM file with the authority of the certificate of MySQL.'],
  [
    'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
    undefined,
    'A PEM file with the certificate for a MySQL user that needs one.',
  ],
  ['MUSEUM_DATABASE_CLIENT_KEY_FILE', undefined, 'A PEM file with the private key of that certificate.'],
  ['MUSEUM_DATABASE_CONNECTIONS', '10', 'The maximal number of connections to MySQL.'],
  ['MUSEUM_ADMIN_USERNAME', undefined, 'The administrator whose password is set at start; admin if absent.'],
  ['MUSEUM_ADMIN_PASSWORD', undefined, 'The password of that administrator.'],
  ['MUSEUM_ADMIN_PASSWORD_FILE', undefined, 'A file that contains the password of that administrator.'],
  ['MUSEUM_TICKET_KEY_FILE', undefined, 'A PEM file with the Ed25519 keys that sign the codes of tickets.'],
  ['MUSEUM_TRUSTED_PROXIES', undefined, 'The networks whose X-Forwarded-For is used, such as 10.0.0.0/8.'],
  ['MUSEUM_NAME', 'The Museum', 'The name on the tickets and the page at /.'],
  ['MUSEUM_TIME_ZONE', 'UTC', 'The time zone of the museum, such as Europe/Paris.'],
  ['MUSEUM_CURRENCY', 'EUR', 'The currency of all prices.'],
  ['MUSEUM_GENERAL_PRICE', '0', 'The price of a ticket for general entry.'],
  ['MUSEUM_TODAY', undefined, 'A fixed date instead of the current one, for rehearsals.'],
  ['MUSEUM_RETENTION_DAYS', undefined, 'The days after which a server erases the e-mail and phone on past tickets.'],
  ['MUSEUM_CORS_ORIGINS', undefined, 'The origins whose pages may read responses, separated by commas.'],
  ['MUSEUM_METRICS_PORT', undefined, 'A port for Prometheus metrics, at /metrics; 0 takes a free one.'],
  ['MUSEUM_METRICS_HOST', '127.0.0.1', 'The address that the metrics are served at.'],
  ['MUSEUM_LOG_LEVEL', 'info', 'fatal, error, warn, info, debug, trace or silent.'],
]

/** A value as a shell reads it. */
const quoted = (value: string) => (value.includes(' ') ? `'${value}'` : value)

/** The settings, for the help. */
export const settingDescriptions = [
  'Settings: environment variables, here with their defaults.',
  ...settings.flatMap(([name, defaultValue, meaning]) => [
    `  ${name}${defaultValue === undefined ? '' : `=${quoted(defaultValue)}`}`,
    `      ${meaning}`,
  ]),
].join('\n')
