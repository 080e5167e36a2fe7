import { refuse } from '@museum/domain'
import type { CredentialVerifier, Role } from '@museum/application'

/**
 * Verifies these users by their plain-text passwords. A user without an entry in `roles` has the role admin. For tests
 * only.
 */
export const inMemoryCredentialVerifier = (
  passwords: Readonly<Record<string, string>>,
  roles: Readonly<Record<string, Role>> = {},
): CredentialVerifier => ({
  async verify(username, password) {
    return Object.hasOwn(passwords, username) && passwords[username] === password
      ? { username, role: Object.hasOwn(roles, username) ? roles[username]! : 'admin' }
      : refuse('unauthorized', 'The user name or the password is wrong.')
  },
})
