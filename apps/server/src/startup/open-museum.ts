import { asDatabaseUnusable } from '@museum/adapters-persistence'
import type { CalendarDate } from '@museum/domain'
import { type Composition, compose } from '../composition/compose.ts'
import { openCommandLog } from '../system/command-log.ts'
import { systemPorts } from '../system/system-ports.ts'
import { loadConfigOfCommand } from './load-config.ts'
import { prepareDatabase } from './prepare-database.ts'

/** What a command uses: the parts of the server, and the date of today in the museum's time zone. */
export type OpenedMuseum = Composition & Readonly<{ today: CalendarDate }>

/** Opens the museum of the configuration on a database with all migrations, and closes it after `run`. */
export const withOpenMuseum = async (run: (museum: OpenedMuseum) => Promise<void>): Promise<void> => {
  const config = loadConfigOfCommand()
  const log = openCommandLog()
  const composition = await compose(config, log)
  try {
    await prepareDatabase(composition.database, config, log)
    await run({ ...composition, today: systemPorts(config.timeZone, config.today).today() })
  } catch (error) {
    throw asDatabaseUnusable(composition.database, error)
  } finally {
    // If closing fails too, the first error is reported.
    await composition.close().catch(() => undefined)
  }
}
