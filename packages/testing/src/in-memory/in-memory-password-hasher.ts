import type { PasswordHasher } from '@museum/application'

/** A hasher that stores passwords in plain text. For tests only. */
export const inMemoryPasswordHasher = (): PasswordHasher => {
  let salt = 0
  return {
    async hash(password) {
      return `plain$${(salt += 1)}$${password}`
    },
    async verify(hash, password) {
      const [, stored] = /^plain\$\d+\$(.*)$/s.exec(hash) ?? []
      if (stored === undefined) throw new Error('The hash was not made by this hasher.')
      return stored === password
    },
  }
}
