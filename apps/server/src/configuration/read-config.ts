import { isIP } from 'node:net'
import { faultOfCaCertificate } from '@museum/adapters-persistence'
import { ticketKeyPairs } from '@museum/adapters-signing'
import { Username } from '@museum/application'
import { configWarnings } from './config-warnings.ts'
import type { Config } from './config.ts'
import { databaseHosts } from './database-hosts.ts'
import { Environment, secrets, settings } from './environment.ts'
import { nearestSetting } from './nearest-setting.ts'
import { readClientCertificate } from './read-client-certificate.ts'
import { readSettingFile } from './read-setting-file.ts'

/**
 * Reads the configuration from environment variables. If a setting is faulty, returns all faults, followed by the names
 * that are not settings. No fault contains a value, since values may be secret.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config | Readonly<{ faults: readonly string[] }> => {
  // An empty variable counts as absent.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith('MUSEUM_') && value !== ''),
  )
  const unknown = Object.keys(given)
    .filter((name) => !settings.includes(name) && !name.startsWith('MUSEUM_TEST_'))
    .map((name) => `${name} is not a setting; the nearest is ${nearestSetting(name, settings)}.`)
  const faults: string[] = []
  const fileOf = (name: string): string | undefined => {
    const path = given[name]
    if (path === undefined) return undefined
    const file = readSettingFile(path)
    if ('content' in file) return file.content
    faults.push(`${name} names a file that ${file.fault}.`)
    return undefined
  }
  const fromFiles: Record<string, string> = {}
  for (const name of secrets) {
    const content = fileOf(`${name}_FILE`)
    if (content !== undefined) fromFiles[name] = content
    if (given[name] !== undefined && given[`${name}_FILE`] !== undefined)
      faults.push(`${name} and ${name}_FILE are both set: set one.`)
  }
  const databaseCa = fileOf('MUSEUM_DATABASE_CA_FILE')
  const faultOfCa = databaseCa === undefined ? undefined : faultOfCaCertificate(databaseCa)
  if (faultOfCa !== undefined) faults.push(`MUSEUM_DATABASE_CA_FILE names a file that ${faultOfCa}.`)

  const clientCertificate = readClientCertificate(given, fileOf, faults)

  const ticketKeyFile = fileOf('MUSEUM_TICKET_KEY_FILE')
  const faultOfTicketKey = ticketKeyFile === undefined ? undefined : ticketKeyPairs.faultOf(ticketKeyFile)
  if (faultOfTicketKey !== undefined)
    faults.push(`MUSEUM_TICKET_KEY_FILE names a file that ${faultOfTicketKey.detail}.`)

  const values = { ...given, ...fromFiles }
  const parsed = Environment.safeParse(values)
  for (const { path, message } of parsed.error?.issues ?? []) faults.push(`${String(path[0])} ${message}.`)
  const { MUSEUM_ADMIN_USERNAME: username, MUSEUM_ADMIN_PASSWORD: password, MUSEUM_DATABASE_URL: url = '' } = values
  if (databaseCa !== undefined && databaseHosts(url).some((host) => isIP(host) > 0))
    faults.push(
      'MUSEUM_DATABASE_URL must have a host name, not an IP address, with MUSEUM_DATABASE_CA_FILE: ' +
        'the certificate is compared with the name.',
    )
  if (username !== undefined && password === undefined && given['MUSEUM_ADMIN_PASSWORD_FILE'] === undefined)
    faults.push('MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE.')
  if (given['MUSEUM_TODAY'] !== undefined && given['MUSEUM_RETENTION_DAYS'] !== undefined)
    faults.push(
      'MUSEUM_TODAY and MUSEUM_RETENTION_DAYS are both set: by a fixed date, data could be erased too early. Set one.',
    )
  if (faults.length > 0 || !parsed.success) return { faults: [...faults, ...unknown] }

  const env = parsed.data
  const config = {
    host: env.MUSEUM_HOST,
    port: env.MUSEUM_PORT,
    basePath: env.MUSEUM_BASE_PATH,
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
    timeZone: env.MUSEUM_TIME_ZONE,
    currency: env.MUSEUM_CURRENCY,
    generalPrice: env.MUSEUM_GENERAL_PRICE,
    ...(env.MUSEUM_TODAY !== undefined && { today: env.MUSEUM_TODAY }),
    ...(env.MUSEUM_RETENTION_DAYS !== undefined && { retentionDays: env.MUSEUM_RETENTION_DAYS }),
    corsOrigins: env.MUSEUM_CORS_ORIGINS,
    ...(env.MUSEUM_METRICS_PORT !== undefined && {
      metrics: { host: env.MUSEUM_METRICS_HOST, port: env.MUSEUM_METRICS_PORT },
    }),
    logLevel: env.MUSEUM_LOG_LEVEL,
  }
  const hasMetricsHostAlone = given['MUSEUM_METRICS_HOST'] !== undefined && config.metrics === undefined
  const metricsWarning = 'MUSEUM_METRICS_HOST has no effect without MUSEUM_METRICS_PORT: no metrics are served.'
  return {
    ...config,
    warnings: [...unknown, ...configWarnings(config), ...(hasMetricsHostAlone ? [metricsWarning] : [])],
  }
}
