/**
 * `username` is stored as UTF-8 bytes, so that every engine compares names exactly, trailing spaces included.
 * `first_user` is 1 for the user that `addFirst` added, otherwise null. It is unique, so one of several concurrent first
 * users is stored.
 */
type UserTable = { username: Uint8Array; password_hash: string; first_user: number | null }

export type UserTables = { user_account: UserTable }
