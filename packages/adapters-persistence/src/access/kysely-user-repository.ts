import type { User, UserRepository } from '@museum/application'
import { sql } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The users, in SQL. */
export const kyselyUserRepository = ({ query, write, engine }: MuseumDatabase): UserRepository => ({
  find: (username) =>
    query(async (tables) => {
      const row = await tables
        .selectFrom('user_account')
        .selectAll()
        .where('username', '=', bytesOfName(username))
        .executeTakeFirst()
      if (row === undefined) return undefined
      const user = { username: Buffer.from(row.username).toString(), passwordHash: row.password_hash }
      // The conversion to bytes replaces an unpaired surrogate, so the row of another name may have been found.
      return user.username === username ? user : undefined
    }),
  usernames: () =>
    query(async (tables) => {
      const rows = await tables.selectFrom('user_account').select('username').execute()
      return rows.map(({ username }) => Buffer.from(username).toString())
    }),
  isEmpty: () =>
    query(async (tables) => {
      const user = await tables.selectFrom('user_account').select('username').limit(1).executeTakeFirst()
      return user === undefined
    }),
  addFirst: (user) =>
    write(async (tables) => {
      try {
        const { numInsertedOrUpdatedRows } = await tables
          .insertInto('user_account')
          .columns(['username', 'password_hash', 'first_user'])
          .expression((from) =>
            from
              .selectFrom(sql`(select 1 as one)`.as('one_row'))
              .select(({ val }) => [
                val(bytesOfName(user.username)).as('username'),
                val(user.passwordHash).as('password_hash'),
                val(1).as('first_user'),
              ])
              .where(({ exists, not, selectFrom }) =>
                not(exists(selectFrom('user_account').select('user_account.username'))),
              ),
          )
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n
      } catch (error) {
        if (engine.classifyError(error) === 'duplicate') return false
        throw error
      }
    }),
  put: (user) =>
    write(async (tables) => {
      await tables.replaceInto('user_account').values(rowOf(user)).execute()
    }, 'idempotent'),
})

const bytesOfName = (username: string): Uint8Array => Buffer.from(username)
const rowOf = ({ username, passwordHash }: User) => ({
  username: bytesOfName(username),
  password_hash: passwordHash,
  first_user: null,
})
