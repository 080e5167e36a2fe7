import type { MuseumDatabase } from '../src/database/museum-database.ts'

/** Deletes the rows of all slots, which a backup from before their first sales lacks. */
export const deleteCounters = async ({ kysely }: MuseumDatabase): Promise<void> => {
  await kysely.deleteFrom('slot').execute()
}
