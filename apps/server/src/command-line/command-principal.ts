import { userInfo } from 'node:os'
import type { Principal } from '@museum/application'

/**
 * Who runs a command, for the permissions and the audit: the user of the operating system. Who can start a command with
 * the settings of the museum can reach its database, and so may do everything.
 */
export const commandPrincipal = (readUser: () => Readonly<{ username: string }> = userInfo): Principal => ({
  username: `cli:${usernameOf(readUser)}`,
  role: 'admin',
})

const usernameOf = (readUser: () => Readonly<{ username: string }>) => {
  try {
    return readUser().username
  } catch {
    // In a container, the user may have a number only.
    return String(process.getuid?.())
  }
}
