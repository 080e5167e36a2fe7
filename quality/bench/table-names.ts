import type { MuseumDatabase } from '@museum/adapters-persistence'

/**
 * The tables that have other names in the previous version. `removed` are those to which a deletion moves rows.
 */
export type TableNames = Readonly<{ dates: string; tickets: string; removed: readonly string[] }>

const present: TableNames = {
  dates: 'occurrence',
  tickets: 'museum_ticket',
  removed: ['removed_special_event', 'removed_occurrence'],
}
const before: TableNames = {
  dates: 'special_event_occurrence',
  tickets: 'museum_ticket',
  removed: ['removed_special_event', 'removed_special_event_occurrence'],
}

/** Reads which of the names a migrated database has. */
export const tableNamesIn = async ({ kysely }: MuseumDatabase): Promise<TableNames> => {
  const tables = await kysely.introspection.getTables()
  return tables.some(({ name }) => name === present.dates) ? present : before
}
