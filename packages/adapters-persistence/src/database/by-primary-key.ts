import { type AliasedExpression, type Selectable, sql } from 'kysely'
import type { Engine } from '@museum/database'
import type { MuseumTables } from './museum-tables.ts'

/**
 * A table, for a select that locks several rows, which it must name by their primary keys. By itself the server may read an
 * index or the table as a whole, and wait for the lock of each row that it reads, also of rows that were not named. Such a select
 * must also read a column that is not part of the keys, or the server may still read all of them.
 */
export const byPrimaryKey = <Table extends keyof MuseumTables>(
  { forcePrimaryKey }: Pick<Engine, 'forcePrimaryKey'>,
  table: Table,
): AliasedExpression<Selectable<MuseumTables[Table]>, Table> =>
  sql<Selectable<MuseumTables[Table]>>`${sql.table(table)}`.as<Table>(sql`${sql.table(table)} ${forcePrimaryKey}`)
