import { userInfo } from 'node:os'
import { type MuseumDatabase, asDatabaseMisconfigured } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import type { Principal } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import { type Operations, composeMuseum } from '../composition/compose-museum.ts'
import type { Config } from '../settings/settings.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import { loadConfigOfCommand } from '../startup/cannot-start.ts'
import { checkDatabase } from '../startup/prepare-database.ts'

/** The names of the operations that a command may declare. */
export type CommandOperation = keyof Operations

/** The museum for a command: the operations that it has declared, the principal who runs it, and the current date. */
export type OpenMuseum<Name extends CommandOperation> = Readonly<{
  museum: Pick<Operations, Name>
  config: Config
  principal: Principal
  today: CalendarDate
}>

/**
 * Opens the museum of the configuration, without migrating its database, and closes it after `run`. `run` can only call the
 * operations of these names.
 */
export const withOpenMuseum = async <Name extends CommandOperation>(
  names: readonly Name[],
  run: (museum: OpenMuseum<Name>) => Promise<void>,
): Promise<void> =>
  withComposedMuseum(async ({ museum }, config) =>
    run({
      museum: Object.fromEntries(names.map((name) => [name, museum[name]])) as Pick<Operations, Name>,
      config,
      principal: commandPrincipal(),
      today: systemPorts(config.timeZone, config.today).today(),
    }),
  )

/** The same with the database, and all operations. */
export const withComposedMuseum = async (
  run: (composed: ReturnType<typeof composeMuseum>, config: Config) => Promise<void>,
): Promise<void> => {
  const config = loadConfigOfCommand()
  const composed = composeMuseum(config, { warn: console.error })
  const { database, close } = composed
  await thenClose(database, close, async () => {
    await checkDatabase(database)
    await run(composed, config)
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
