import { refuse } from '@museum/domain'
import type { CredentialVerifier } from '../access/credential-verifier.ts'

/** Verifies these users by their plain-text passwords. For tests only. */
export const inMemoryCredentialVerifier = (passwords: Readonly<Record<string, string>>): CredentialVerifier => ({
  async verify(username, password) {
    return Object.hasOwn(passwords, username) && passwords[username] === password
      ? { username }
      : refuse('unauthorized', 'The user name or the password is wrong.')
  },
})
