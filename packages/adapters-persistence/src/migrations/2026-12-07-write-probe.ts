import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'

export const writeProbe = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'write_probe')
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('written_at', columns.integer, (column) => column.notNull())
    .execute()
}
