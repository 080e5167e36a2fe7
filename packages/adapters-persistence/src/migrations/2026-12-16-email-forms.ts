import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, withTables } from '@museum/database'
import { renewEmailHashes } from '../tickets/email-hashes.ts'

/** The hash of an address is now that of its comparable form instead of its lower case. */
export const emailForms = (db: Kysely<never>, engine: Engine): Promise<void> =>
  renewEmailHashes(withTables<MuseumTables>(db), engine)
