import { refuse } from '@museum/domain'
import type { CredentialVerifier } from '../access/credential-verifier.ts'

/** Knows these users by their passwords, which stand here in plain: for tests alone. */
export const inMemoryCredentialVerifier = (passwords: Readonly<Record<string, string>>): CredentialVerifier => ({
  async verify(username, password) {
    return Object.hasOwn(passwords, username) && passwords[username] === password
      ? { username }
      : refuse('unauthorized', 'The user name or the password is wrong.')
  },
})
