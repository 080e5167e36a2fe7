import { withOwnDeadline } from './deadline.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { withRetries } from './retries.ts'

/**
 * Milliseconds. It is called before anything else uses the database: the driver is loaded, a host is chosen, which takes two
 * seconds when one of several does not respond, and then a connection is opened.
 */
const startMilliseconds = 10_000

/**
 * Throws `DatabaseUnusable` when a setting of the database server prevents the museum from working. `migrate` makes the
 * same check.
 */
export const checkServer = ({ kysely, engine }: MuseumDatabase): Promise<void> =>
  withOwnDeadline(startMilliseconds, () => withRetries(engine, 'read', () => engine.checkServer(kysely)))
