import { asDatabaseUnusable } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import { type Museum, type OperationName, type Principal, type Users, checkPermission } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandPrincipal } from '../command-line/command-principal.ts'
import { compose } from '../composition/compose.ts'
import type { Config } from '../configuration/config.ts'
import { openCommandLog } from '../system/command-log.ts'
import { checkDatabase } from './check-database.ts'
import { loadConfigOfCommand } from './load-config.ts'

/** What a command uses: the operations that it has declared, who runs it, and the current date of the museum. */
export type OpenMuseum<Name extends OperationName> = Readonly<{
  museum: Pick<Museum & Users, Name>
  config: Config
  principal: Principal
  today: CalendarDate
}>

/**
 * Opens the museum of the configuration, without migrating its database, and closes it after `run`, which can call the
 * operations of these names only. Throws `CommandFailed` when the principal may not call one of them.
 */
export const withOpenMuseum = async <Name extends OperationName>(
  names: readonly Name[],
  run: (museum: OpenMuseum<Name>) => Promise<void>,
  principal: Principal = commandPrincipal(),
): Promise<void> => {
  for (const name of names) {
    const forbidden = checkPermission(principal, name)
    if (forbidden !== undefined) throw new CommandFailed(forbidden.because)
  }
  const config = loadConfigOfCommand()
  const { museum, users, database, close } = await compose(config, openCommandLog())
  const operations = { ...museum, ...users }
  try {
    await checkDatabase(database)
    await run({
      museum: Object.fromEntries(names.map((name) => [name, operations[name]])) as Pick<Museum & Users, Name>,
      config,
      principal,
      today: systemPorts(config.timeZone, config.today).today(),
    })
  } catch (error) {
    throw asDatabaseUnusable(database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await close().catch(() => undefined)
  }
}
