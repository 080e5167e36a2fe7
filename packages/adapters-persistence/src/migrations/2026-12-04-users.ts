import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'

export const users = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'user_account')
    .addColumn('username', columns.bytes(1020), (column) => column.notNull().primaryKey())
    .addColumn('password_hash', columns.text(255), (column) => column.notNull())
    .addColumn('first_user', columns.integer)
    .addUniqueConstraint('user_account_first_user', ['first_user'])
    .execute()
}
