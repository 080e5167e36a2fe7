import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/** The secrets of a webhook that sign too for 24 hours, beside the latest of them, which has columns of its own. */
export const webhookSecrets = async (db: Kysely<never>, { columns }: Engine): Promise<void> => {
  await addColumnsOnce(db, { webhook: { earlier_secrets: columns.longText } })
}
