import type { MuseumDatabase } from '@museum/adapters-persistence'

/**
 * The tables and columns that have other names in the previous version. `number` is the column of `dates` with the number of an
 * occurrence, `removed` are the tables to which a deletion moves rows.
 */
export type TableNames = Readonly<{ dates: string; number: string; tickets: string; removed: readonly string[] }>

const present: TableNames = { dates: 'event_occurrence', number: 'number', tickets: 'museum_ticket', removed: [] }
const before: TableNames = {
  dates: 'occurrence',
  number: 'occurrence_number',
  tickets: 'museum_ticket',
  removed: ['removed_special_event', 'removed_occurrence'],
}

/** Reads which of the names a migrated database has. */
export const tableNamesIn = async ({ kysely }: MuseumDatabase): Promise<TableNames> => {
  const tables = await kysely.introspection.getTables()
  return tables.some(({ name }) => name === present.dates) ? present : before
}
