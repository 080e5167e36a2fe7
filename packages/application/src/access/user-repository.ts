/** Someone with a password, of which only the salted hash is kept. User names differ by every character and blank. */
export type User = Readonly<{ username: string; passwordHash: string }>

export interface UserRepository {
  find(username: string): Promise<User | undefined>
  /** The name of every user, in no particular order. */
  usernames(): Promise<readonly string[]>
  /** Whether there is no user at all. */
  isEmpty(): Promise<boolean>
  /** Adds the user if there is no user at all, and tells whether it did. Of several at once, one does. */
  addFirst(user: User): Promise<boolean>
  /** Adds the user, or replaces the one of that name. */
  put(user: User): Promise<void>
}
