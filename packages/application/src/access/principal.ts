/** The roles of users. The route of an operation says which of them may call it. */
export const roles = ['admin', 'box-office', 'gate', 'reader'] as const
/** A role of a user. */
export type Role = (typeof roles)[number]

/**
 * Who calls an operation. `username` is the name of a user; or `cli:` and the name of an operating system user, for a
 * command; or `server`, for the server itself. No user has one of the latter names.
 */
export type Principal = Readonly<{ username: string; role: Role }>

/** Whose name the audit log records for a change. Every `Principal` is an `Actor`. */
export type Actor = Pick<Principal, 'username'>

/** The server, as the actor of changes that it makes by itself. */
export const serverPrincipal: Principal = { username: 'server', role: 'admin' }
