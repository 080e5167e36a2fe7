import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asOwnerOf } from '@museum/adapters-persistence'
import { type UserAccount, type Users, Password, Username, serverPrincipal } from '@museum/application'
import { isRefusal } from '@museum/domain'
import type { Logger } from 'pino'
import { asArgument, commandName } from '../command-line/command-name.ts'
import { databaseFolder } from '../settings/database-settings.ts'
import type { Config } from '../settings/settings.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Makes sure that an administrator can log in: the one of the environment, or a first one with a generated password,
 * which is printed on a terminal and otherwise written to a file. Warns of other enabled administrators.
 */
export const ensureAdministrator = async (users: Users, config: Config, log: Logger): Promise<void> => {
  const { adminUsername: username, adminPassword: password } = config
  if (password !== undefined) await applyAdministrator(users, { username, password }, log)
  else {
    const created = await createFirstAdministrator(users, process.stdout.isTTY ? undefined : passwordFile(config))
    // Printed before anything else can fail, since the password is not shown again.
    if (created?.file !== undefined)
      log.warn({ file: created.file }, 'created the user admin with a generated password')
    else if (created !== undefined) console.log(passwordMessage(created))
  }
  await warnOfAdministrators(users, password === undefined ? undefined : username, log)
}

/** The file with a generated password: beside the embedded database, or in `data` with MySQL. */
export const passwordFile = ({ databaseUrl }: Config) => join(databaseFolder(databaseUrl), 'admin-password')

const passwordMessage = ({ username, password }: FirstAdministrator) =>
  `\n  The administrator of this museum, shown this once:\n\n    user name  ${username}\n    password   ${password}\n`

/**
 * Adds the administrator of the environment if there is no user of that name; otherwise gives it the password of the
 * environment if it has another one. If a command has disabled the user or changed its role, that stays, and the log says so.
 */
export const applyAdministrator = async (
  users: Users,
  administrator: Readonly<{ username: Username; password: Password }>,
  log: Logger,
): Promise<void> => {
  const { username, password } = administrator
  const user = displayedUsername(username)
  const outcome = await users.updateUser(username, { password: password }, serverPrincipal)
  if (isRefusal(outcome)) {
    const added = await users.addUser({ username, role: 'admin', password }, serverPrincipal)
    // Another server that starts at the same time has added it.
    if (isRefusal(added)) return applyAdministrator(users, administrator, log)
    log.info({ user }, 'created the administrator of the environment, with its password')
    return
  }
  if (outcome.isChanged) log.info({ user }, 'changed the password of the administrator to that of the environment')
  warnOfRestrictions(outcome.user, log)
}

const warnOfRestrictions = ({ username, role, isEnabled }: UserAccount, log: Logger) => {
  const user = displayedUsername(username)
  if (role !== 'admin')
    log.warn(
      { user, role },
      `the administrator of the environment has the role ${role} and keeps it; ` +
        `to make it an administrator: ${commandName()} users role ${asArgument(username)} admin`,
    )
  if (!isEnabled)
    log.warn(
      { user },
      'the administrator of the environment is disabled and stays so; ' +
        `to enable it: ${commandName()} users enable ${asArgument(username)}`,
    )
}

/** The new administrator, and the file with the password if it was written to one. */
type FirstAdministrator = Readonly<{ username: string; password: string; file?: string }>

/**
 * Adds the user `admin` with a random password if there is no user; returns `undefined` if there is one. The password
 * is written to `file`, with mode 0600. Throws `CannotStart` if that fails.
 */
export const createFirstAdministrator = async (
  users: Users,
  file: string | undefined,
): Promise<FirstAdministrator | undefined> => {
  if ((await users.listUsers()).length > 0) return undefined
  const username = Username('admin')
  const password = Password.make(randomInt)
  // The file is written before the user is added: if only the hash were stored, the operator would be locked out. Until then
  // the file has a temporary name, since several servers may start on one database.
  const draft = file && `${file}.${randomBytes(4).toString('hex')}`
  if (draft !== undefined) writePassword(draft, password, file!)
  if (!(await users.addFirstUser({ username, role: 'admin', password }, serverPrincipal))) {
    if (draft !== undefined) asOwnerOf(draft, () => rmSync(draft))
    return undefined
  }
  if (file === undefined || draft === undefined) return { username, password }
  return { username, password, file: isRenamed(draft, file) ? file : draft }
}

const isRenamed = (draft: string, file: string) => {
  try {
    asOwnerOf(draft, () => renameSync(draft, file))
    return true
  } catch {
    // There is a folder of that name, so the file keeps its temporary name.
    return false
  }
}

const writePassword = (draft: string, password: string, file: string) => {
  try {
    asOwnerOf(draft, () => {
      mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
      try {
        writeFileSync(draft, `${password}\n`, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        // On a full disk, the file exists and is empty. Each restart by a supervisor would leave one more.
        if (errorCode(error) !== 'EEXIST') rmSync(draft, { force: true })
        throw error
      }
    })
  } catch (error) {
    throw new CannotStart(
      `The password of the new administrator cannot be written to ${file} (${errorCode(error)}).`,
      'Give the user that runs the server the right to write there, and the disk some free space, or set MUSEUM_ADMIN_PASSWORD.',
    )
  }
}

const errorCode = (error: unknown) => (error as NodeJS.ErrnoException).code

export const enabledAdministrators = (users: readonly UserAccount[]): readonly string[] =>
  users.filter(({ role, isEnabled }) => isEnabled && role === 'admin').map(({ username }) => username)

const maxNames = 20

/**
 * Logs a warning with the names of all enabled administrators except `administrator`, the one in the environment: former
 * ones can still log in. If the environment names none, one is expected; if there are several, all are named. Logs a
 * warning too when no administrator is enabled.
 */
export const warnOfAdministrators = async (
  { listUsers }: Users,
  administrator: string | undefined,
  log: Logger,
): Promise<void> => {
  const enabled = enabledAdministrators(await listUsers())
  if (enabled.length === 0)
    log.warn(`no administrator is enabled; to add one: ${commandName()} users add NAME --role admin`)
  const others = enabled.filter((username) => username !== administrator)
  if (others.length <= (administrator === undefined ? 1 : 0)) return
  const more = others.length - maxNames
  log.warn(
    { users: others.slice(0, maxNames).map(displayedUsername), ...(more > 0 && { more }) },
    administrator === undefined
      ? 'several administrators are enabled: each can log in with their password'
      : 'other administrators are enabled: they can still log in with their passwords',
  )
}

const maxLength = 64

/** A user name for the log, cut to 64 characters. The log escapes control characters. */
export const displayedUsername = (username: string): string => {
  const characters = Array.from(username)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : username
}
