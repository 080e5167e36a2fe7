/** A user name and the salted hash of the password. User names are compared character by character. */
export type User = Readonly<{ username: string; passwordHash: string }>

export interface UserRepository {
  find(username: string): Promise<User | undefined>
  /** The name of every user, in no particular order. */
  usernames(): Promise<readonly string[]>
  /** Whether there is no user at all. */
  isEmpty(): Promise<boolean>
  /**
   * Adds the user if there is no user at all, and returns whether it did. Of several concurrent calls exactly one adds
   * its user.
   */
  addFirst(user: User): Promise<boolean>
  /** Adds the user, or replaces the user of that name. */
  put(user: User): Promise<void>
}
