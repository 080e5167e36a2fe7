import type { UserPorts } from './user-ports.ts'
import { type UserAccount, toUserAccount } from './user.ts'

/** Returns every user, in ascending order of the UTF-8 bytes of the names. */
export type ListUsers = () => Promise<readonly UserAccount[]>

export const listUsers =
  ({ users }: Pick<UserPorts, 'users'>): ListUsers =>
  async () =>
    (await users.list()).map(toUserAccount)
