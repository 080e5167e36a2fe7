import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/**
 * The entry times of tickets, the settings that they are derived from, and the scans that admitted at any time. All columns are null
 * for what is stored already, and no row is rewritten.
 */
export const entryTimes = async (db: Kysely<never>, { columns }: Engine): Promise<void> => {
  await addColumnsOnce(db, { museum_ticket: { entry_minute: columns.integer } })
  await addColumnsOnce(db, { general_entry: { entry_times: columns.longestText } })
  await addColumnsOnce(db, { special_event: { entry_times: columns.longText } })
  await addColumnsOnce(db, { scan: { any_time: columns.integer } })
}
