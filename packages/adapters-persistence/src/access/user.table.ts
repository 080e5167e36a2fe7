/**
 * `username` is stored as UTF-8 bytes, so that every engine compares names exactly, trailing spaces included. `is_enabled`
 * is 1 or 0. `first_user` is 1 for the user that `addFirst` added, otherwise null. It is unique, so one of several
 * concurrent first users is stored.
 */
type UserTable = {
  username: Uint8Array
  password_hash: string
  first_user: number | null
  role: string
  is_enabled: number
}

export type UserTables = { user_account: UserTable }
