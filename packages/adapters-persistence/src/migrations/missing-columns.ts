import type { Kysely } from 'kysely'

/** Which of the wanted columns the tables lack: MySQL has no `add column if not exists`. */
export const missingColumns = async (db: Kysely<never>, wanted: Readonly<Record<string, readonly string[]>>) => {
  const tables = await db.introspection.getTables()
  const hasColumn = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.some((each) => each.name === column))
  return Object.entries(wanted).flatMap(([table, names]) =>
    names.filter((column) => !hasColumn(table, column)).map((column) => ({ table, column })),
  )
}
