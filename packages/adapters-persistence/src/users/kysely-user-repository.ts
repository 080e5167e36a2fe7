import { type NewAuditEntry, User, type UserRepository } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import { type InsertResult, type Kysely, type Selectable, type Transaction, sql } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { deleteRecordsOf } from '../idempotency/kysely-idempotency-record-repository.ts'

/** The users, in SQL. */
export const kyselyUserRepository = ({ query, transaction, engine }: MuseumDatabase): UserRepository => {
  /** Adds a user; returns false if `insert` inserts no row, or one of a user that exists. */
  const add = (user: User, entry: NewAuditEntry, insert: (tables: Tables) => Promise<InsertResult>) =>
    transaction(async (tables) => {
      try {
        const { numInsertedOrUpdatedRows } = await insert(tables)
        if (numInsertedOrUpdatedRows !== 1n) return false
      } catch (error) {
        if (engine.classifyError(error) === 'duplicate') return false
        throw error
      }
      // Requests of a removed user that were still in progress may have stored records under the name.
      await deleteRecordsOf(tables, user.username)
      await insertAuditEntry(tables, entry)
      return true
    })

  /**
   * Changes a user while no other transaction changes any user, so that a rule about all users, such as "one administrator
   * remains", holds.
   */
  const change = <T>(
    username: string,
    work: (tables: Transaction<MuseumTables>, current: User, others: readonly User[]) => Promise<T>,
  ) =>
    transaction(async (tables) => {
      await lockChanges(tables, engine, 'user')
      const users = await selectUsers(tables)
      const current = users.find((user) => user.username === username)
      if (current === undefined) return User.notFound(username)
      return work(
        tables,
        current,
        users.filter((user) => user !== current),
      )
    })
  return {
    find: (username) =>
      query(async (tables) => {
        const row = await tables
          .selectFrom('user_account')
          .selectAll()
          .where('username', '=', bytesOfName(username))
          .executeTakeFirst()
        const user = row && userOf(row)
        // The conversion to bytes replaces an unpaired surrogate, so the row may be that of another name.
        return user?.username === username ? user : undefined
      }),
    list: () => query(selectUsers),
    isEmpty: () =>
      query(async (tables) => {
        const user = await tables.selectFrom('user_account').select('username').limit(1).executeTakeFirst()
        return user === undefined
      }),
    addFirst: (user, entry) => add(user, entry, (tables) => insertFirst(tables, user)),
    add: async (user, entry) => {
      const insert = (tables: Tables) => tables.insertInto('user_account').values(rowOf(user)).executeTakeFirstOrThrow()
      return (await add(user, entry, insert)) ? user : User.nameTaken(user.username)
    },
    update: <R extends Refusal>(
      username: string,
      decide: (current: User, others: readonly User[]) => User | R,
      entriesOf: Parameters<UserRepository['update']>[2],
    ) =>
      change(username, async (tables, before, others) => {
        const after: User | Refusal = decide(before, others)
        if (isRefusal(after)) return after as R
        if (after === before) return { before, after }
        const { username: name, ...columns } = rowOf(after)
        await tables.updateTable('user_account').set(columns).where('username', '=', name).execute()
        for (const entry of entriesOf(before, after)) await insertAuditEntry(tables, entry)
        await countChange(tables, 'user')
        return { before, after }
      }),
    remove: (username, findRefusal, entryOf) =>
      change(username, async (tables, current, others) => {
        const refusal = findRefusal(current, others)
        if (refusal !== undefined) return refusal
        await tables.deleteFrom('user_account').where('username', '=', bytesOfName(username)).execute()
        await deleteRecordsOf(tables, username)
        await insertAuditEntry(tables, entryOf(current))
        await countChange(tables, 'user')
        return current
      }),
  }
}

type Tables = Kysely<MuseumTables>

const bytesOfName = (username: string): Uint8Array => Buffer.from(username)
const rowOf = ({ username, role, isEnabled, passwordHash, passwordIsTemporary }: User) => ({
  username: bytesOfName(username),
  password_hash: passwordHash,
  role,
  is_enabled: isEnabled ? 1 : 0,
  password_is_temporary: passwordIsTemporary ? 1 : 0,
})
const userOf = (row: Selectable<MuseumTables['user_account']>): User => ({
  username: Buffer.from(row.username).toString(),
  role: row.role,
  isEnabled: row.is_enabled === 1,
  passwordHash: row.password_hash,
  ...(row.password_is_temporary === 1 && { passwordIsTemporary: true as const }),
})

/** Every user, in the order of the bytes of the names. */
const selectUsers = async (tables: Tables): Promise<readonly User[]> =>
  (await tables.selectFrom('user_account').selectAll().orderBy('username').execute()).map(userOf)

/** Inserts a user if no user exists yet. */
const insertFirst = (tables: Tables, user: User) =>
  tables
    .insertInto('user_account')
    .columns(['username', 'password_hash', 'role', 'is_enabled', 'password_is_temporary', 'first_user'])
    .expression((from) =>
      from
        .selectFrom(sql`(select 1 as one)`.as('one_row'))
        .select(({ val }) =>
          Object.entries({ ...rowOf(user), first_user: 1 }).map(([column, value]) => val(value).as(column)),
        )
        .where(({ exists, not, selectFrom }) =>
          not(exists(selectFrom('user_account').select('user_account.username'))),
        ),
    )
    .executeTakeFirstOrThrow()
