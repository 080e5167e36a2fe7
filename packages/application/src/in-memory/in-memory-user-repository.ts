import { isRefusal } from '@museum/domain'
import type { UserRepository } from '../users/user-repository.ts'
import { type User, userExists, userNotFound } from '../users/user.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryUserRepository = ({ users, audit }: InMemoryStore): UserRepository => {
  const othersThan = (username: string) => [...users.values()].filter((user) => user.username !== username)
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
      users.set(user.username, user)
      audit.add(entry)
      return true
    },
    async add(user, entry) {
      if (users.has(user.username)) return userExists(user.username)
      users.set(user.username, user)
      audit.add(entry)
      return user
    },
    async update(username, decide, entryOf) {
      const before = users.get(username)
      if (before === undefined) return userNotFound(username)
      const after = decide(before, othersThan(username))
      if (isRefusal(after)) return after
      if (after !== before) {
        audit.add(entryOf(before, after as User))
        users.set(username, after as User)
      }
      return { before, after: after as User }
    },
    async remove(username, permit, entryOf) {
      const before = users.get(username)
      if (before === undefined) return userNotFound(username)
      const refusal = permit(before, othersThan(username))
      if (refusal !== undefined) return refusal
      audit.add(entryOf(before))
      users.delete(username)
      return before
    },
  }
}

/** In the order of the code points, which is that of the UTF-8 bytes. */
const compareCodePoints = (a: string, b: string): number => {
  const [these, those] = [codePointsOf(a), codePointsOf(b)]
  const n = these.findIndex((codePoint, index) => codePoint !== those[index])
  return n < 0 ? these.length - those.length : these[n]! - (those[n] ?? -1)
}

const codePointsOf = (text: string) => Array.from(text, (character) => character.codePointAt(0)!)
