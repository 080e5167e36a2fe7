import type { Role } from './role.ts'

/**
 * Who calls an operation. `username` is the name of a user; or `cli:` and the name of an operating system user, for a
 * command; or `server`, for the server itself. No user has one of the latter names.
 */
export type Principal = Readonly<{ username: string; role: Role }>

/** Whose name the audit has for a change. Every `Principal` is one. */
export type Actor = Pick<Principal, 'username'>

/** The server as the actor of what it changes by itself. */
export const serverPrincipal: Principal = { username: 'server', role: 'admin' }
