import type { MuseumDatabase } from '../src/database/museum-database.ts'

/** Deletes the rows that count the tickets for general entry, which a backup from before the first sale of a day lacks. */
export const deleteCounters = async ({ kysely }: MuseumDatabase): Promise<void> => {
  await kysely.deleteFrom('general_entry_day').execute()
}
