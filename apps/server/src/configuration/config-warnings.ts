import { Password } from '@museum/application'
import { codePoints } from '@museum/domain'
import type { Config } from './config.ts'
import { databaseHosts, isThisMachine } from './database-hosts.ts'

/** Warnings about valid settings that are probably mistakes or risks. */
export const configWarnings = (config: Omit<Config, 'warnings'>): readonly string[] => {
  const { today, administrator, databaseUrl, databaseCa } = config
  return [
    ...(today === undefined
      ? []
      : [`MUSEUM_TODAY IS SET: for this server every day is ${today}. Only for rehearsals.`]),
    ...(administrator !== undefined && codePoints(administrator.password) < Password.minLength
      ? [
          `The administrator’s password has fewer than ${Password.minLength} characters. It works, but set a longer one.`,
        ]
      : []),
    ...(databaseHosts(databaseUrl).some((host) => !isThisMachine(host)) && databaseCa === undefined
      ? [
          'MUSEUM_DATABASE_URL names another machine and MUSEUM_DATABASE_CA_FILE is not set: ' +
            'the connection is not encrypted.',
        ]
      : []),
  ]
}
