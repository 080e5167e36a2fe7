import { stat } from 'node:fs/promises'
import process from 'node:process'
import { asArgument } from '../command-line/command-name.ts'
import type { Config } from '../settings/config.ts'
import { isThisMachine } from '../settings/database-settings.ts'
import { secrets } from '../settings/environment.ts'
import { readConfig } from '../settings/read-config.ts'
import { connectionsWithin, openFileLimit } from '../startup/open-file-limit.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('configuration')

/** Finds faulty settings, and settings that are valid but risky. */
export const checkConfiguration = async (
  { config, faults }: UsableConfig,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> => {
  const findings = [
    ...faults.map((fault) => serious(fault, 'Correct the setting: the server does not start with it.')),
    ...config.warnings.map(({ message, advice }) => warning(message, advice)),
    ...[checkListening(config), checkOrigins(config), checkEncryption(config), checkOpenFiles(config)].filter(
      (found) => found !== undefined,
    ),
    ...(await checkSecretFiles(environment)),
  ]
  return findings.length > 0 ? findings : [ok('The settings are valid.')]
}

const checkListening = ({ host, trustedProxies }: Config): Finding | undefined => {
  if (trustedProxies.check('192.0.2.1') && trustedProxies.check('203.0.113.1'))
    return warning(
      'MUSEUM_TRUSTED_PROXIES contains every address: each client can pretend to have another one.',
      'Name the addresses of your proxies only.',
    )
  if (isThisMachine(host) || trustedProxies.rules.length > 0) return undefined
  return warning(
    `The server listens at ${host} without TLS, and MUSEUM_TRUSTED_PROXIES names no proxy.`,
    'Name the proxy that adds TLS: otherwise all of its clients share the limit of wrong passwords. Without a proxy, passwords are sent unencrypted.',
  )
}

/** Whether pages of this origin are sent over a network without TLS. */
const isUnencrypted = (origin: string) =>
  origin.startsWith('http:') && !isThisMachine(new URL(origin).hostname.replace(/^\[|\]$/g, ''))

const checkEncryption = ({ publicUrl }: Config): Finding | undefined =>
  publicUrl !== undefined && isUnencrypted(publicUrl.origin)
    ? warning(
        'MUSEUM_PUBLIC_URL begins with http: passwords are sent unencrypted.',
        'Let the proxy add TLS, and use https.',
      )
    : undefined

const checkOrigins = ({ corsOrigins }: Config): Finding | undefined => {
  const unencrypted = corsOrigins.filter(isUnencrypted)
  if (unencrypted.length === 0) return undefined
  return warning(
    `MUSEUM_CORS_ORIGINS allows pages that are sent unencrypted: ${unencrypted.join(', ')}.`,
    'Use https, so that these pages cannot be changed on their way.',
  )
}

/** Checks against the limit of this process; a service may have another one. */
const checkOpenFiles = (config: Config): Finding | undefined => {
  const { shortage } = connectionsWithin(openFileLimit(), config)
  return shortage && warning(shortage.message, shortage.advice)
}

/** The settings that name a file with a secret. */
const secretFiles = [
  ...secrets.map((name) => `${name}_FILE`),
  'MUSEUM_TICKET_KEY_FILE',
  'MUSEUM_DATABASE_CLIENT_KEY_FILE',
]

const checkSecretFiles = async (environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const checked = await Promise.all(
    secretFiles.map(async (name) => {
      const path = environment[name]
      // Container engines mount secrets there, readable by every user of the container.
      if (!path || path.startsWith('/run/secrets/')) return []
      const stats = await stat(path).catch(() => undefined)
      // A file that cannot be read is among the faults already.
      if (stats === undefined || (stats.mode & 0o007) === 0) return []
      return [
        warning(
          `Other users of this machine can read the file that ${name} names.`,
          `Run: chmod o= ${asArgument(path)}`,
        ),
      ]
    }),
  )
  return checked.flat()
}

/**
 * A configuration for the other checks, in which faulty settings have their defaults. `isFaulty` tells the checks which
 * settings not to rely on.
 */
export type UsableConfig = Readonly<{
  config: Config
  faults: readonly string[]
  isFaulty: (setting: string) => boolean
}>

/** Reads the configuration from environment variables, without the settings that are faulty. */
export const readUsableConfig = (environment: NodeJS.ProcessEnv): UsableConfig => {
  const faulty = new Set<string>()
  const faults: string[] = []
  let rest = environment
  for (;;) {
    const read = readConfig(rest, environment)
    if (!('faults' in read)) return { config: read, faults, isFaulty: (setting) => faulty.has(setting) }
    // Faults without settings are unknown names, which the final configuration has as warnings.
    const found = read.faults.filter((fault) => fault.settings.length > 0)
    faults.push(...found.map(({ message }) => message))
    // A fault may concern two settings, either of which may be wrong.
    for (const name of found.flatMap((fault) => fault.settings))
      faulty
        .add(name)
        .add(name.replace(/_FILE$/, ''))
        .add(`${name}_FILE`)
    rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !faulty.has(name)))
  }
}
