/** A row of `sqlite_schema`. */
export type SchemaRow = Readonly<{ type: string; name: string; tbl_name: string; sql: string | null }>

/**
 * The normalized statements of the tables, indexes, triggers and views, each by its description, such as `the trigger "name"`;
 * not those that SQLite and Kysely create for themselves.
 */
export type Schema = ReadonlyMap<string, string>

export const selectSchema = 'select type, name, tbl_name, sql from sqlite_schema order by type, name'

export const schemaOf = (rows: readonly SchemaRow[]): Schema =>
  new Map(rows.filter((row) => !isInternal(row)).map((row) => [`the ${row.type} "${row.name}"`, normalized(row)]))

const internalTables = /^(sqlite_(sequence|stat\d)|kysely_migration(_lock)?)$/

// SQLite stores no statement for the indexes of primary keys and unique constraints.
const isInternal = ({ type, name, sql }: SchemaRow) =>
  (type === 'table' && internalTables.test(name)) || (type === 'index' && sql === null)

// SQLite may quote names in another way when a table is renamed.
const normalized = ({ tbl_name, sql }: SchemaRow) => `${tbl_name}: ${(sql ?? '').replaceAll(/["`\s]+/g, '')}`

const maxNamed = 3

/** The differences of a schema from the expected one, as a sentence without its period; `undefined` without any. */
export const schemaDifference = (found: Schema, expected: Schema): string | undefined => {
  const differences = [
    ...[...found.keys()].filter((key) => !expected.has(key)).map((key) => `${key} does not belong to the museum`),
    ...[...expected.keys()].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...expected].filter(([key, sql]) => found.has(key) && found.get(key) !== sql).map(([key]) => `${key} differs`),
  ]
  if (differences.length === 0) return undefined
  const more = differences.length - maxNamed
  return [...differences.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
