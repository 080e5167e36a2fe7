/** Makes and checks the salted hashes of passwords. */
export interface PasswordHasher {
  /** A hash of at most 255 ASCII characters, with a new salt each time. */
  hash(password: string): Promise<string>
  /** Whether `hash` is a hash of `password`. Throws an `Error` when `hash` is not in the format that `hash` returns. */
  verify(hash: string, password: string): Promise<boolean>
}
