import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ClientCertificate, faultOfCaCertificate, faultOfClientCertificate } from '@museum/adapters-persistence'
import { ticketKeyPairs } from '@museum/adapters-signing'
import { Password, Username, controlCharacter } from '@museum/application'
import { Price, codePoints } from '@museum/domain'
import type { Config, Warning } from './config.ts'
import { databaseHosts, isThisMachine } from './database-settings.ts'
import { Environment, secrets, settingNames } from './environment.ts'
import { publicUrl } from './public-url.ts'
import { nearestSetting, settings } from './settings.ts'

/** What is wrong with one setting, or with several together. */
export type SettingFault = Readonly<{ settings: readonly string[]; message: string }>

/**
 * Reads the configuration from environment variables. If a setting is faulty, returns all faults, followed by the names
 * that are not settings, which are faults of no setting. No fault contains a value, since values may be secret.
 *
 * `all` has the variables that were left out of `environment` as faulty, too: no message says that they are not set.
 */
export const readConfig = (
  environment: NodeJS.ProcessEnv,
  all = environment,
): Config | Readonly<{ faults: readonly SettingFault[] }> => {
  const faults: SettingFault[] = []
  const report = (message: string, ...names: readonly string[]) => void faults.push({ settings: names, message })
  const isClean = (name: string, value: string) => {
    const fault = settingNames.includes(name) ? faultOfCharacters(name, value) : undefined
    if (fault !== undefined) report(`${name} ${fault}.`, name)
    return fault === undefined
  }
  // An empty variable counts as absent.
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value = '']) => name.startsWith('MUSEUM_') && value !== '' && isClean(name, value),
    ),
  )
  const isSet = (name: string) => [name, `${name}_FILE`].some((each) => (all[each] ?? '') !== '')
  const unknown = Object.keys(given)
    .filter((name) => !settingNames.includes(name) && !name.startsWith('MUSEUM_TEST_'))
    .map((name) => ({
      message: `${name} is not a setting; the nearest is ${nearestSetting(name)}.`,
      advice: 'Correct the name, or remove it.',
    }))
  const fileOf = (name: string): string | undefined => {
    const path = given[name]
    if (path === undefined) return undefined
    const file = readSettingFile(path)
    if ('content' in file) return file.content
    report(`${name} names a file that ${file.fault}.`, name)
    return undefined
  }
  const fromFiles: Partial<Record<(typeof secrets)[number], string>> = {}
  for (const name of secrets) {
    const content = fileOf(`${name}_FILE`)
    if (content !== undefined && isClean(name, content)) fromFiles[name] = content
    if (given[name] !== undefined && given[`${name}_FILE`] !== undefined)
      report(`${name} and ${name}_FILE are both set: set one.`, name)
  }
  const databaseCa = fileOf('MUSEUM_DATABASE_CA_FILE')
  const faultOfCa = databaseCa === undefined ? undefined : faultOfCaCertificate(databaseCa)
  if (faultOfCa !== undefined)
    report(`MUSEUM_DATABASE_CA_FILE names a file that ${faultOfCa}.`, 'MUSEUM_DATABASE_CA_FILE')

  const clientCertificate = readClientCertificate(given, fileOf, report)

  const ticketKeyFile = fileOf('MUSEUM_TICKET_KEY_FILE')
  const faultOfTicketKey = ticketKeyFile === undefined ? undefined : ticketKeyPairs.faultOf(ticketKeyFile)
  if (faultOfTicketKey !== undefined)
    report(`MUSEUM_TICKET_KEY_FILE names a file that ${faultOfTicketKey.detail}.`, 'MUSEUM_TICKET_KEY_FILE')

  const values: typeof given = { ...given, ...fromFiles }
  const parsed = Environment.safeParse(values)
  for (const { path, message } of parsed.error?.issues ?? []) report(`${String(path[0])} ${message}.`, String(path[0]))
  const { MUSEUM_PUBLIC_URL: location, MUSEUM_BASE_PATH: basePath = settings.MUSEUM_BASE_PATH.default } = values
  const faultOfPath =
    location === undefined || publicUrl.faultOf(location) !== undefined
      ? undefined
      : publicUrl.faultOfPath(publicUrl(location), basePath)
  if (faultOfPath !== undefined)
    report(`The path of MUSEUM_PUBLIC_URL ${faultOfPath}.`, 'MUSEUM_PUBLIC_URL', 'MUSEUM_BASE_PATH')
  const { MUSEUM_ADMIN_USERNAME: username, MUSEUM_DATABASE_URL: url = '' } = values
  if (databaseCa !== undefined && databaseHosts(url).some((host) => isIP(host) > 0))
    report(
      'MUSEUM_DATABASE_URL must have a host name, not an IP address, with MUSEUM_DATABASE_CA_FILE: ' +
        'the certificate is compared with the name.',
      'MUSEUM_DATABASE_URL',
      'MUSEUM_DATABASE_CA_FILE',
    )
  if (username !== undefined && !isSet('MUSEUM_ADMIN_PASSWORD'))
    report(
      'MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE.',
      'MUSEUM_ADMIN_USERNAME',
      'MUSEUM_ADMIN_PASSWORD',
    )
  const [price, currency] = [
    Environment.shape.MUSEUM_GENERAL_PRICE.safeParse(values['MUSEUM_GENERAL_PRICE']),
    Environment.shape.MUSEUM_CURRENCY.safeParse(values['MUSEUM_CURRENCY']),
  ]
  if (price.success && currency.success && Price.faultIn(price.data, currency.data) !== undefined)
    report(
      'MUSEUM_GENERAL_PRICE has more decimals than amounts in MUSEUM_CURRENCY: 1500.50 is no price in JPY.',
      'MUSEUM_GENERAL_PRICE',
    )
  if (values['MUSEUM_SMTP_URL'] !== undefined && !isSet('MUSEUM_MAIL_FROM'))
    report('MUSEUM_SMTP_URL needs MUSEUM_MAIL_FROM, the address of the sender.', 'MUSEUM_SMTP_URL', 'MUSEUM_MAIL_FROM')
  if (given['MUSEUM_TODAY'] !== undefined && given['MUSEUM_RETENTION_DAYS'] !== undefined)
    report(
      'MUSEUM_TODAY and MUSEUM_RETENTION_DAYS are both set: by a fixed date, data could be erased too early. Set one.',
      'MUSEUM_TODAY',
      'MUSEUM_RETENTION_DAYS',
    )
  if (faults.length > 0 || !parsed.success)
    return { faults: [...faults, ...unknown.map(({ message }) => ({ settings: [], message }))] }

  const env = parsed.data
  const config = {
    host: env.MUSEUM_HOST,
    port: env.MUSEUM_PORT,
    basePath: env.MUSEUM_BASE_PATH,
    ...(env.MUSEUM_PUBLIC_URL !== undefined && { publicUrl: env.MUSEUM_PUBLIC_URL }),
    databaseUrl: env.MUSEUM_DATABASE_URL,
    ...(databaseCa !== undefined && { databaseCa }),
    ...(clientCertificate !== undefined && { databaseClientCertificate: clientCertificate }),
    databaseConnections: env.MUSEUM_DATABASE_CONNECTIONS,
    ...(env.MUSEUM_ADMIN_PASSWORD !== undefined && {
      administrator: {
        username: env.MUSEUM_ADMIN_USERNAME ?? Username('admin'),
        password: env.MUSEUM_ADMIN_PASSWORD,
      },
    }),
    ...(ticketKeyFile !== undefined && { givenTicketKeys: ticketKeyPairs(ticketKeyFile) }),
    trustedProxies: env.MUSEUM_TRUSTED_PROXIES,
    museumName: env.MUSEUM_NAME,
    ...(env.MUSEUM_ADDRESS !== undefined && { address: env.MUSEUM_ADDRESS }),
    homePage: env.MUSEUM_HOME_PAGE,
    language: env.MUSEUM_LANGUAGE,
    timeZone: env.MUSEUM_TIME_ZONE,
    currency: env.MUSEUM_CURRENCY,
    generalPrice: env.MUSEUM_GENERAL_PRICE,
    ...(env.MUSEUM_TODAY !== undefined && { today: env.MUSEUM_TODAY }),
    ...(env.MUSEUM_RETENTION_DAYS !== undefined && { retentionDays: env.MUSEUM_RETENTION_DAYS }),
    corsOrigins: env.MUSEUM_CORS_ORIGINS,
    desk: env.MUSEUM_DESK,
    webhookPrivateAddresses: env.MUSEUM_WEBHOOK_PRIVATE_ADDRESSES,
    ...(env.MUSEUM_SMTP_URL !== undefined &&
      env.MUSEUM_MAIL_FROM !== undefined && {
        mail: {
          url: env.MUSEUM_SMTP_URL,
          from: env.MUSEUM_MAIL_FROM,
          rate: env.MUSEUM_MAIL_RATE,
          ...(env.MUSEUM_SMTP_NAME !== undefined && { name: env.MUSEUM_SMTP_NAME }),
          ...(env.MUSEUM_TERMS_URL !== undefined && { termsUrl: env.MUSEUM_TERMS_URL }),
        },
      }),
    ...(env.MUSEUM_METRICS_PORT !== undefined && {
      metrics: { host: env.MUSEUM_METRICS_HOST, port: env.MUSEUM_METRICS_PORT },
    }),
    logLevel: env.MUSEUM_LOG_LEVEL,
  }
  const warnings: Warning[] = [...unknown]
  if (config.today !== undefined)
    warnings.push({
      message: `MUSEUM_TODAY IS SET: for this server every day is ${config.today}. Only for rehearsals.`,
      advice: 'Remove MUSEUM_TODAY, and start the server again.',
    })
  if (config.administrator !== undefined && codePoints(config.administrator.password) < Password.minLength)
    warnings.push({
      message: `The administrator’s password has fewer than ${Password.minLength} characters. It works, but set a longer one.`,
      advice: `Set a password of at least ${Password.minLength} characters in MUSEUM_ADMIN_PASSWORD.`,
    })
  if (databaseHosts(config.databaseUrl).some((host) => !isThisMachine(host)) && !isSet('MUSEUM_DATABASE_CA'))
    warnings.push({
      message:
        'MUSEUM_DATABASE_URL names another machine and MUSEUM_DATABASE_CA_FILE is not set: the connection is not encrypted.',
      advice: 'Set MUSEUM_DATABASE_CA_FILE.',
    })
  if (config.mail?.url.startsWith('file:'))
    warnings.push({
      message:
        'MUSEUM_SMTP_URL NAMES A FOLDER: e-mails are written to files there, and none is sent. Only for rehearsals.',
      advice: 'Set MUSEUM_SMTP_URL to the URL of a mail server, and start the server again.',
    })
  if (given['MUSEUM_MAIL_FROM'] !== undefined && !isSet('MUSEUM_SMTP_URL'))
    warnings.push({
      message: 'MUSEUM_MAIL_FROM has no effect without MUSEUM_SMTP_URL: no e-mails are sent.',
      advice: 'Set MUSEUM_SMTP_URL, or remove MUSEUM_MAIL_FROM.',
    })
  if (given['MUSEUM_METRICS_HOST'] !== undefined && !isSet('MUSEUM_METRICS_PORT'))
    warnings.push({
      message: 'MUSEUM_METRICS_HOST has no effect without MUSEUM_METRICS_PORT: no metrics are served.',
      advice: 'Set MUSEUM_METRICS_PORT, or remove MUSEUM_METRICS_HOST.',
    })
  return { ...config, warnings }
}

/** What is wrong with the characters of a setting: the end of a sentence that begins with its name. */
const faultOfCharacters = (name: string, value: string): string | undefined => {
  // A postal address has several lines.
  const text = name === 'MUSEUM_ADDRESS' ? value.replaceAll(/\r?\n/g, ' ') : value
  if (text.endsWith('\r'))
    return 'must not end with a carriage return: save the file in which it is set with the line ends of Linux (LF), not of Windows (CRLF)'
  return controlCharacter.test(text) ? 'must not hold control characters, such as a line end' : undefined
}

const names = {
  certificate: 'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
  key: 'MUSEUM_DATABASE_CLIENT_KEY_FILE',
} as const

/** The certificate of the server as a client of MySQL, and its key; `undefined` without one, and after a fault. */
const readClientCertificate = (
  given: NodeJS.ProcessEnv,
  fileOf: (name: string) => string | undefined,
  report: (message: string, ...settings: readonly string[]) => void,
): ClientCertificate | undefined => {
  const [hasCertificate, hasKey] = [given[names.certificate] !== undefined, given[names.key] !== undefined]
  if (!hasCertificate && !hasKey) return undefined
  if (!hasKey) report(`${names.certificate} needs ${names.key}.`, names.certificate, names.key)
  if (!hasCertificate) report(`${names.key} needs ${names.certificate}.`, names.key, names.certificate)
  if (given['MUSEUM_DATABASE_CA_FILE'] === undefined) {
    const name = hasCertificate ? names.certificate : names.key
    report(
      `${name} needs MUSEUM_DATABASE_CA_FILE, the authority of MySQL's certificate.`,
      name,
      'MUSEUM_DATABASE_CA_FILE',
    )
  }
  const [certificate, key] = [fileOf(names.certificate), fileOf(names.key)]
  if (certificate === undefined || key === undefined) return undefined
  const found = faultOfClientCertificate({ certificate, key })
  if (found !== undefined) report(`${names[found.of]} names a file that ${found.fault}.`, names[found.of])
  return { certificate, key }
}

// Ignores a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file without its last line end, or what is wrong with the file. */
const readSettingFile = (path: string): Readonly<{ content: string } | { fault: string }> => {
  try {
    const content = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '')
    return content === '' ? { fault: 'is empty' } : { content }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      fault: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read (${code})`,
    }
  }
}
