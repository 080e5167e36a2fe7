import { dirname, join } from 'node:path'
import type { Users } from '@museum/application'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { applyAdministrator } from './apply-administrator.ts'
import { type FirstAdministrator, createFirstAdministrator } from './create-first-administrator.ts'
import { warnOfAdministrators } from './warn-of-administrators.ts'

/**
 * Makes sure that an administrator can log in: the one of the environment, or a first one with a generated password,
 * which is printed on a terminal and otherwise written to a file. Warns of other enabled administrators.
 */
export const ensureAdministrator = async (users: Users, config: Config, log: Logger): Promise<void> => {
  const { administrator } = config
  if (administrator !== undefined) await applyAdministrator(users, administrator, log)
  else {
    const created = await createFirstAdministrator(users, process.stdout.isTTY ? undefined : passwordFile(config))
    // Before anything else can fail: the password is not shown again.
    if (created?.file !== undefined)
      log.warn({ file: created.file }, 'created the user admin with a generated password')
    else if (created !== undefined) console.log(passwordMessage(created))
  }
  await warnOfAdministrators(users, administrator?.username, log)
}

/** The file with a generated password: beside the embedded database, or in `data` with MySQL. */
export const passwordFile = ({ databaseUrl }: Config) =>
  join(databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : 'data', 'admin-password')

const passwordMessage = ({ username, password }: FirstAdministrator) =>
  `\n  The administrator of this museum, shown this once:\n\n    user name  ${username}\n    password   ${password}\n`
