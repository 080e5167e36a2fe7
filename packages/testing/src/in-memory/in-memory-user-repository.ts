import { isRefusal } from '@museum/domain'
import { type NewAuditEntry, User, type UserRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryUserRepository = ({ users, records, audit }: InMemoryStore): UserRepository => {
  const othersThan = (username: string) => [...users.values()].filter((user) => user.username !== username)
  const insert = (user: User, entry: NewAuditEntry) => {
    users.set(user.username, user)
    records.removeOf(user.username)
    audit.add(entry)
  }
  return {
    async find(username) {
      return users.get(username)
    },
    async list() {
      return [...users.values()].toSorted((a, b) => compareCodePoints(a.username, b.username))
    },
    async isEmpty() {
      return users.size === 0
    },
    async addFirst(user, entry) {
      if (users.size > 0) return false
      insert(user, entry)
      return true
    },
    async add(user, entry) {
      if (users.has(user.username)) return User.nameTaken(user.username)
      insert(user, entry)
      return user
    },
    async update(username, decide, entriesOf) {
      const before = users.get(username)
      if (before === undefined) return User.notFound(username)
      const after = decide(before, othersThan(username))
      if (isRefusal(after)) return after
      if (after !== before) {
        for (const entry of entriesOf(before, after as User)) audit.add(entry)
        users.set(username, after as User)
      }
      return { before, after: after as User }
    },
    async remove(username, findRefusal, entryOf) {
      const before = users.get(username)
      if (before === undefined) return User.notFound(username)
      const refusal = findRefusal(before, othersThan(username))
      if (refusal !== undefined) return refusal
      audit.add(entryOf(before))
      users.delete(username)
      records.removeOf(username)
      return before
    },
  }
}

/** Compares by code points, which is the order of the UTF-8 bytes. */
const compareCodePoints = (a: string, b: string): number => {
  const [these, those] = [codePointsOf(a), codePointsOf(b)]
  const n = these.findIndex((codePoint, index) => codePoint !== those[index])
  return n < 0 ? these.length - those.length : these[n]! - (those[n] ?? -1)
}

const codePointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0)!)
