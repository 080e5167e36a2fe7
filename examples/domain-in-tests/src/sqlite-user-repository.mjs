import { DatabaseSync } from 'node:sqlite'
import { Unavailable, User } from '@museum/application'
import { isRefusal } from '@museum/domain'

/** @import { NewAuditEntry, Role, UserRepository } from '@museum/application' */

// The names are compared as bytes, which keeps their case, their accents and their order.
const tables = `
  create table if not exists staff (
    username blob primary key, role text not null, is_enabled integer not null, password_hash text not null,
    password_is_temporary integer not null
  );
  create table if not exists staff_audit (entry_id integer primary key, entry text not null);
`
const locked = 5

/**
 * The users in a SQLite file. Several servers can have it open; a change waits up to `timeout` milliseconds for those of
 * the others. Each change is stored in one transaction with its audit entries.
 *
 * @param {string} file
 */
export const sqliteUserRepository = (file, { timeout = 5_000 } = {}) => {
  const database = new DatabaseSync(file, { timeout })
  database.exec(tables)
  const selectAll = database.prepare('select * from staff order by username')
  const upsert = database.prepare('insert or replace into staff values (?, ?, ?, ?, ?)')
  const deleteOne = database.prepare('delete from staff where username = ?')
  const insertEntry = database.prepare('insert into staff_audit (entry) values (?)')

  /**
   * @param {Record<string, unknown>} row
   * @returns {User}
   */
  const userOf = (row) => ({
    username: new TextDecoder().decode(/** @type {Uint8Array} */ (row['username'])),
    role: /** @type {Role} */ (row['role']),
    isEnabled: row['is_enabled'] === 1,
    passwordHash: String(row['password_hash']),
    ...(row['password_is_temporary'] === 1 && { passwordIsTemporary: /** @type {const} */ (true) }),
  })
  /** @returns {User[]} */
  const all = () => selectAll.all().map(userOf)
  /** @param {User} user */
  const store = ({ username, role, isEnabled, passwordHash, passwordIsTemporary = false }) =>
    upsert.run(Buffer.from(username), role, isEnabled ? 1 : 0, passwordHash, passwordIsTemporary ? 1 : 0)
  /** @param {NewAuditEntry} entry */
  const record = (entry) => insertEntry.run(JSON.stringify(entry))

  /**
   * Runs `change` on all users in a transaction. It takes the lock at the beginning, so that no other server changes a
   * user meanwhile.
   *
   * @template T
   * @param {(users: readonly User[]) => T} change
   * @returns {Promise<T>}
   */
  const transaction = async (change) => {
    try {
      database.exec('begin immediate')
      const result = change(all())
      database.exec('commit')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      if (/** @type {{ errcode?: number }} */ (error).errcode === locked)
        throw new Unavailable('another server is changing the users', { cause: error })
      throw error
    }
  }

  /** @type {UserRepository} */
  const users = {
    find: async (username) => all().find((user) => user.username === username),
    list: async () => all(),
    isEmpty: async () => all().length === 0,
    addFirst: (user, entry) =>
      transaction((present) => {
        if (present.length > 0) return false
        store(user)
        record(entry)
        return true
      }),
    add: (user, entry) =>
      transaction((present) => {
        if (present.some(({ username }) => username === user.username)) return User.nameTaken(user.username)
        store(user)
        record(entry)
        return user
      }),
    update: (username, decide, entriesOf) =>
      transaction((present) => {
        const before = present.find((user) => user.username === username)
        if (before === undefined) return User.notFound(username)
        const decision = decide(
          before,
          present.filter((user) => user !== before),
        )
        if (isRefusal(decision)) return decision
        const after = /** @type {User} */ (decision)
        if (after !== before) {
          store(after)
          for (const entry of entriesOf(before, after)) record(entry)
        }
        return { before, after }
      }),
    remove: (username, permit, entryOf) =>
      transaction((present) => {
        const before = present.find((user) => user.username === username)
        if (before === undefined) return User.notFound(username)
        const refusal = permit(
          before,
          present.filter((user) => user !== before),
        )
        if (refusal !== undefined) return refusal
        deleteOne.run(Buffer.from(username))
        record(entryOf(before))
        return before
      }),
  }
  return {
    users,
    /** @returns {NewAuditEntry[]} */
    entries: () =>
      database
        .prepare('select entry from staff_audit order by entry_id')
        .all()
        .map(({ entry }) => JSON.parse(String(entry))),
    close: () => database.close(),
  }
}
