import type { Kysely } from 'kysely'
import { type Engine, missingColumns } from '@museum/database'

/** The secrets of a webhook that sign too for 24 hours, beside the latest of them, which has columns of its own. */
export const webhookSecrets = async (db: Kysely<never>, { columns }: Engine): Promise<void> => {
  for (const { table, column } of await missingColumns(db, { webhook: ['earlier_secrets'] }))
    await db.schema.alterTable(table).addColumn(column, columns.longText).execute()
}
