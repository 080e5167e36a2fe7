import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, withTables } from '@museum/database'
import { renewEmailHashes, renewRecipientHashes } from '../tickets/email-hashes.ts'

/** The hash of an address is now the same for both forms of an international domain. No address changes. */
export const emailDomains = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const tables = withTables<MuseumTables>(db)
  await renewEmailHashes(tables, engine)
  await renewRecipientHashes(tables)
}
