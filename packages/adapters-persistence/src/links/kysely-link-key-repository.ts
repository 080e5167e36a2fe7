import type { LinkKeyRepository } from '@museum/application'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The keys of the links of visitors, in SQL. */
export const kyselyLinkKeyRepository = ({ query, transaction, engine }: MuseumDatabase): LinkKeyRepository => ({
  list: () =>
    query(async (tables) => {
      const rows = await tables.selectFrom('link_key').selectAll().orderBy('number', 'desc').limit(2).execute()
      return rows.map(({ link_key: key, created_at: createdAt }) => ({ key, createdAt }))
    }),
  add: ({ key, createdAt }, entry, { isFirst } = {}) =>
    transaction(async (tables) => {
      await lockChanges(tables, engine, 'link-key')
      const latest = await tables.selectFrom('link_key').select('number').orderBy('number', 'desc').executeTakeFirst()
      if (isFirst && latest !== undefined) return
      await tables
        .insertInto('link_key')
        .values({ number: (latest?.number ?? 0) + 1, link_key: key, created_at: createdAt })
        .execute()
      await insertAuditEntry(tables, entry)
      await countChange(tables, 'link-key')
    }),
})
