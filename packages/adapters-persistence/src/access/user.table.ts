/**
 * `username` is kept as its bytes in UTF-8, which differ by every character and blank on every engine.
 * `first_user` is 1 for whom `addFirst` added, else null: as it is unique, one of several wins.
 */
type UserTable = { username: Uint8Array; password_hash: string; first_user: number | null }

export type UserTables = { user_account: UserTable }
