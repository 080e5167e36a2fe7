import type { Kysely } from 'kysely'
import type { Engine } from '@museum/database'

export const users = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('user_account')
    .ifNotExists()
    .addColumn('username', columns.bytes(1020), (column) => column.notNull().primaryKey())
    .addColumn('password_hash', columns.text(255), (column) => column.notNull())
    .addColumn('first_user', columns.integer)
    .addUniqueConstraint('user_account_first_user', ['first_user'])
    .modifyEnd(tableOptions)
    .execute()
}
