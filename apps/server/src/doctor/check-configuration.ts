import { stat } from 'node:fs/promises'
import process from 'node:process'
import { asArgument } from '../command-line/command-name.ts'
import { isThisMachine } from '../settings/database-settings.ts'
import type { ReadConfig } from '../settings/read-config.ts'
import { type Config, type Setting, settings } from '../settings/settings.ts'
import { connectionsWithin, openFileLimit } from '../startup/open-file-limit.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('configuration')

/** Finds faulty settings, and settings that are valid but risky. */
export const checkConfiguration = async (
  { config, faults }: ReadConfig,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> => {
  const findings = findingsIn([
    faults.map((fault) => serious(fault, 'Correct the setting: the server does not start with it.')),
    config.warnings.map(({ message, advice }) => warning(message, advice)),
    checkListening(config),
    checkOrigins(config),
    checkEncryption(config),
    checkOpenFiles(config),
    await checkSecretFiles(environment),
  ])
  return findings.length > 0 ? findings : [ok('The settings are valid.')]
}

const checkListening = ({ host, trustedProxies }: Config) => {
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

const checkEncryption = ({ publicUrl }: Config) =>
  publicUrl !== undefined &&
  isUnencrypted(publicUrl.origin) &&
  warning(
    'MUSEUM_PUBLIC_URL begins with http: passwords are sent unencrypted.',
    'Let the proxy add TLS, and use https.',
  )

const checkOrigins = ({ corsOrigins }: Config) => {
  const unencrypted = corsOrigins.filter(isUnencrypted)
  if (unencrypted.length === 0) return undefined
  return warning(
    `MUSEUM_CORS_ORIGINS allows pages that are sent unencrypted: ${unencrypted.join(', ')}.`,
    'Use https, so that these pages cannot be changed on their way.',
  )
}

/** Checks against the limit of this process; a service may have another one. */
const checkOpenFiles = (config: Config) => {
  const { shortage } = connectionsWithin(openFileLimit(), config)
  return shortage && warning(shortage.message, shortage.advice)
}

/** The variables that name a file with a secret. */
const secretFiles = Object.values<Setting>(settings)
  .filter(({ isSecret }) => isSecret)
  .map(({ name, isFile }) => (isFile ? name : `${name}_FILE`))

const checkSecretFiles = (environment: NodeJS.ProcessEnv) =>
  Promise.all(
    secretFiles.map(async (name) => {
      const path = environment[name]
      // Container engines mount secrets there, readable by every user of the container. Windows has no such modes.
      if (!path || path.startsWith('/run/secrets/') || process.platform === 'win32') return undefined
      const stats = await stat(path).catch(() => undefined)
      // A file that cannot be read is among the faults already.
      if (stats === undefined || (stats.mode & 0o007) === 0) return undefined
      return warning(
        `Other users of this machine can read the file that ${name} names.`,
        `Run: chmod o= ${asArgument(path)}`,
      )
    }),
  )
