import { stat } from 'node:fs/promises'
import process from 'node:process'
import { asArgument } from '../command-line/as-argument.ts'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../configuration/config.ts'
import { isThisMachine } from '../configuration/database-hosts.ts'
import { secrets } from '../configuration/environment.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { UsableConfig } from './usable-config.ts'

const { ok, warning, serious } = findingsOf('configuration')

/** The faults of the settings, and settings that are valid but risky. */
export const checkConfiguration = async (
  { config, faults, warnings }: UsableConfig,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> => {
  const findings = [
    ...faults.map((fault) => serious(fault, 'Correct the setting: the server does not start with it.')),
    ...warnings.map((text) => warning(text, adviceFor(text))),
    ...checkListening(config),
    ...checkOrigins(config),
    ...(await checkSecretFiles(environment)),
  ]
  return findings.length > 0 ? findings : [ok('The settings are valid.')]
}

/** The first part of a warning of the configuration, and what to do. */
const advices: readonly (readonly [RegExp, string])[] = [
  [/^MUSEUM_TODAY/, 'Remove MUSEUM_TODAY, and start the server again.'],
  [/^The administrator/, 'Set a password of at least 10 characters in MUSEUM_ADMIN_PASSWORD.'],
  [/^MUSEUM_DATABASE_URL names another machine/, 'Set MUSEUM_DATABASE_CA_FILE.'],
  [/^MUSEUM_METRICS_HOST/, 'Set MUSEUM_METRICS_PORT, or remove MUSEUM_METRICS_HOST.'],
  [/ is not a setting/, 'Correct the name, or remove it.'],
]
const adviceFor = (text: string) =>
  advices.find(([pattern]) => pattern.test(text))?.[1] ??
  `Check the setting: \`${commandName()} serve --help\` describes it.`

const checkListening = ({ host, trustedProxies }: Config): readonly Finding[] => {
  if (trustedProxies.check('192.0.2.1') && trustedProxies.check('203.0.113.1'))
    return [
      warning(
        'MUSEUM_TRUSTED_PROXIES contains every address: each client can pretend to have another one.',
        'Name the addresses of your proxies only.',
      ),
    ]
  if (isThisMachine(host) || trustedProxies.rules.length > 0) return []
  return [
    warning(
      `The server listens at ${host} without TLS, and MUSEUM_TRUSTED_PROXIES names no proxy.`,
      'Name the proxy that adds TLS: otherwise all of its clients share the limit of wrong passwords. Without a proxy, passwords are sent unencrypted.',
    ),
  ]
}

const checkOrigins = ({ corsOrigins }: Config): readonly Finding[] => {
  const unencrypted = corsOrigins.filter(
    (origin) => origin.startsWith('http:') && !isThisMachine(new URL(origin).hostname.replace(/^\[|\]$/g, '')),
  )
  if (unencrypted.length === 0) return []
  return [
    warning(
      `MUSEUM_CORS_ORIGINS allows pages that are sent unencrypted: ${unencrypted.join(', ')}.`,
      'Use https, so that these pages cannot be changed on their way.',
    ),
  ]
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
      // Container engines put secrets there, readable for every user of the container.
      if (!path || path.startsWith('/run/secrets/')) return []
      const stats = await stat(path).catch(() => undefined)
      // That it cannot be read is among the faults.
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
