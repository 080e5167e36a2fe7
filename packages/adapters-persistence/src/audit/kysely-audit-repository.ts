import { type AuditFilter, type AuditRepository, maxCountedItems, pageOf } from '@museum/application'
import type { Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { entryOf } from './audit-entry-row.ts'

/** The audit, in SQL. */
export const kyselyAuditRepository = ({ query }: MuseumDatabase): AuditRepository => ({
  list: (filter, { page, limit }) =>
    query(async (tables) => {
      const offset = (page - 1) * limit
      const rows = await selectPage(tables, filter, offset, limit).execute()
      // A page that is neither empty nor full is the last one, which gives the number of entries.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      return pageOf(rows.map(entryOf), isLast ? offset + rows.length : await countEntries(tables, filter))
    }),
})

/** The entries are found in an index, and only those of the page are read from the table. */
const selectPage = (tables: Kysely<MuseumTables>, filter: AuditFilter, offset: number, limit: number) =>
  tables
    .selectFrom(
      matching(tables, filter)
        .select('audit_id')
        .orderBy('made_at', 'desc')
        .orderBy('audit_id', 'desc')
        .limit(limit)
        .offset(offset)
        .as('listed'),
    )
    .innerJoin('audit_entry', 'audit_entry.audit_id', 'listed.audit_id')
    .selectAll('audit_entry')
    .orderBy('audit_entry.made_at', 'desc')
    .orderBy('audit_entry.audit_id', 'desc')

/** Counts entries, up to one more than `maxCountedItems`. */
const countEntries = async (tables: Kysely<MuseumTables>, filter: AuditFilter): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      matching(tables, filter)
        .select('made_at')
        .limit(maxCountedItems + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

const matching = (tables: Kysely<MuseumTables>, { since, until, about = {}, actor }: AuditFilter) =>
  tables
    .selectFrom('audit_entry')
    .$if(since !== undefined, (all) => all.where('made_at', '>=', since!))
    .$if(until !== undefined, (all) => all.where('made_at', '<', until!))
    .$if(about.kind !== undefined, (all) => all.where('subject_kind', '=', about.kind!))
    .$if(about.id !== undefined, (all) => all.where('subject_id', '=', Buffer.from(about.id!)))
    .$if(actor !== undefined, (all) => all.where('actor', '=', Buffer.from(actor!)))
