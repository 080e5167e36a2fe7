import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/** Marks the passwords that the museum made, until they are changed. The passwords of existing users count as chosen. */
export const temporaryPasswords = (db: Kysely<never>, { columns }: Engine): Promise<void> =>
  addColumnsOnce(db, {
    user_account: { password_is_temporary: [columns.integer, (column) => column.notNull().defaultTo(0)] },
  })
