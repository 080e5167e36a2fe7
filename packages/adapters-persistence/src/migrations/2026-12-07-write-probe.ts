import type { Kysely } from 'kysely'
import type { Engine } from '@museum/database'

export const writeProbe = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('write_probe')
    .ifNotExists()
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('written_at', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
}
