import { userInfo } from 'node:os'
import { type MuseumDatabase, asDatabaseMisconfigured } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import type { Principal } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import { composeMuseum } from '../composition/compose-museum.ts'
import type { Config } from '../settings/settings.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import { loadConfigOfCommand } from '../startup/cannot-start.ts'
import { checkDatabase } from '../startup/prepare-database.ts'

/** The museum for a command, its configuration, the principal who runs the command, and the current date. */
export type OpenMuseum = ReturnType<typeof composeMuseum> &
  Readonly<{ config: Config; principal: Principal; today: CalendarDate }>

/** Opens the museum of the configuration, without migrating its database, and closes it after `run`. */
export const withOpenMuseum = async (run: (open: OpenMuseum) => Promise<void>): Promise<void> => {
  const config = loadConfigOfCommand()
  const composed = composeMuseum(config, { warn: console.error })
  const { database, close } = composed
  await thenClose(database, close, async () => {
    await checkDatabase(database)
    const today = systemPorts(config.timeZone, config.today).today()
    await run({ ...composed, config, principal: commandPrincipal(), today })
  })
}

/** Opens the database of the configuration as it is, without migrating it, and closes it after `run`. */
export const withDatabase = async (run: (database: MuseumDatabase, config: Config) => Promise<void>): Promise<void> => {
  const config = loadConfigOfCommand()
  const database = openConfiguredDatabase(config, { warn: console.error })
  await thenClose(database, database.close, () => run(database, config))
}

const thenClose = async (database: MuseumDatabase, close: () => Promise<void>, run: () => Promise<void>) => {
  try {
    await run()
  } catch (error) {
    throw asDatabaseMisconfigured(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await close().catch(() => undefined)
  }
}

/**
 * The principal of a command, for the permissions and the audit log: the user of the operating system, with the role admin. A
 * user who can start a command with the museum's settings can reach its database anyway.
 */
export const commandPrincipal = (readUser: () => Readonly<{ username: string }> = userInfo): Principal => ({
  username: `cli:${usernameOf(readUser)}`,
  role: 'admin',
})

const usernameOf = (readUser: () => Readonly<{ username: string }>) => {
  try {
    return readUser().username
  } catch {
    // In a container, the user may have no name, only a number.
    return String(process.getuid?.())
  }
}
