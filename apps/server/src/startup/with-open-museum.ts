import { asDatabaseUnusable } from '@museum/adapters-persistence'
import { type OperationName, type Principal, checkPermission } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandPrincipal } from '../command-line/command-principal.ts'
import { type Composition, compose } from '../composition/compose.ts'
import type { Config } from '../configuration/config.ts'
import { openCommandLog } from '../system/command-log.ts'
import { systemPorts } from '../system/system-ports.ts'
import { checkDatabase } from './check-database.ts'
import { loadConfigOfCommand } from './load-config.ts'

/** What a command uses: the parts of the server, who runs the command, and the current date of the museum. */
export type OpenMuseum = Composition & Readonly<{ config: Config; principal: Principal; today: CalendarDate }>

/**
 * Opens the museum of the configuration, without migrating its database, and closes it after `run`, which calls these
 * operations. Throws `CommandFailed` when the principal may not call one of them.
 */
export const withOpenMuseum = async (
  operations: readonly OperationName[],
  run: (museum: OpenMuseum) => Promise<void>,
): Promise<void> => {
  const principal = commandPrincipal()
  for (const operation of operations) {
    const forbidden = checkPermission(principal, operation)
    if (forbidden !== undefined) throw new CommandFailed(forbidden.because)
  }
  const config = loadConfigOfCommand()
  const composition = await compose(config, openCommandLog())
  try {
    await checkDatabase(composition.database)
    await run({ ...composition, config, principal, today: systemPorts(config.timeZone, config.today).today() })
  } catch (error) {
    throw asDatabaseUnusable(composition.database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await composition.close().catch(() => undefined)
  }
}
