import type { MuseumDatabase } from './museum-database.ts'

/**
 * Throws `DatabaseUnusable` when the database server is set up so that the museum cannot work on it. `migrate` checks the
 * same.
 */
export const checkServer = ({ query, engine }: MuseumDatabase): Promise<void> =>
  query((tables) => engine.checkServer(tables))
