import type { User, UserRepository } from '../access/user-repository.ts'

export const inMemoryUserRepository = (): UserRepository => {
  const users = new Map<string, User>()
  return {
    async find(username) {
      return users.get(username)
    },
    async usernames() {
      return [...users.keys()]
    },
    async isEmpty() {
      return users.size === 0
    },
    async addFirst(user) {
      if (users.size > 0) return false
      users.set(user.username, user)
      return true
    },
    async put(user) {
      users.set(user.username, user)
    },
  }
}
