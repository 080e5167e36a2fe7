import type { MuseumDatabase } from '@museum/adapters-persistence'

/** The table and the column that have other names in the previous version: `number` is the number of an occurrence. */
export type TableNames = Readonly<{ dates: string; number: string }>

export const presentNames: TableNames = { dates: 'event_occurrence', number: 'number' }
const before: TableNames = { dates: 'occurrence', number: 'occurrence_number' }

/** Reads which of the names a migrated database has. */
export const tableNamesIn = async ({ kysely }: MuseumDatabase): Promise<TableNames> => {
  const tables = await kysely.introspection.getTables()
  return tables.some(({ name }) => name === presentNames.dates) ? presentNames : before
}
