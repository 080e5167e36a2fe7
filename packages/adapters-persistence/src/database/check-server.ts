import type { MuseumDatabase } from './museum-database.ts'

/**
 * Throws `DatabaseUnusable` when a setting of the database server prevents the museum from working. `migrate` makes the
 * same check.
 */
export const checkServer = ({ query, engine }: MuseumDatabase): Promise<void> =>
  query((tables) => engine.checkServer(tables))
