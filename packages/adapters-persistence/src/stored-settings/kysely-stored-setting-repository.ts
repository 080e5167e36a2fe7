import type { StoredSettingRepository, StoredSettings, StoredSettingsChange, StoredValue } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/** The settings that operations change, in SQL. */
export const kyselyStoredSettingRepository = ({
  query,
  transaction,
  engine,
}: MuseumDatabase): StoredSettingRepository => ({
  list: () => query(readSettings),
  change: <R extends Refusal>(decide: (current: StoredSettings) => StoredSettingsChange | R | undefined) =>
    transaction(async (tables) => {
      await lockChanges(tables, engine, 'stored-settings')
      const before = await readSettings(tables)
      const decided: StoredSettingsChange | Refusal | undefined = decide(before)
      if (decided === undefined) return before
      if (isRefusal(decided)) return decided as R
      const values = Object.entries(decided.values)
      const set = values.flatMap(([name, value]) => (value === null ? [] : { name, value: JSON.stringify(value) }))
      await tables
        .deleteFrom('stored_setting')
        .where(
          'name',
          'in',
          values.map(([name]) => name),
        )
        .execute()
      if (set.length > 0) await tables.insertInto('stored_setting').values(set).execute()
      await insertAuditEntry(tables, decided.entry)
      await countChange(tables, 'stored-settings')
      if (decided.isOfGeneralEntry) await countChange(tables, 'museum-hours')
      return readSettings(tables)
    }),
})

const readSettings = async (tables: Kysely<MuseumTables>): Promise<StoredSettings> => {
  const rows = await tables.selectFrom('stored_setting').selectAll().execute()
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as StoredValue]))
}
