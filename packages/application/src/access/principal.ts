/** The roles of users. The route of an operation says which of them may call it. */
export const roles = ['admin', 'box-office', 'shop', 'gate', 'reader'] as const
/** A role of a user. */
export type Role = (typeof roles)[number]

/**
 * Who calls an operation. `username` is the name of a user; or `cli:` and the name of an operating system user, for a
 * command; or `server`, for the server itself. No user has one of the latter names.
 */
export type Principal = Readonly<{
  username: string
  role: Role
  /** The museum made the password of the user, who has not changed it since. */
  passwordIsTemporary?: true | undefined
}>

/** Whose name the audit log records for a change. Every `Principal` is an `Actor`. */
export type Actor = Pick<Principal, 'username'>

/**
 * Who calls a use case that has rules of its own for a role: without a role, an application that decides itself who may call it.
 */
export type Caller = Actor &
  Partial<Pick<Principal, 'role'>> &
  Readonly<{
    /** Whether a link of the visitor named the reservation: then the rules of a shop apply, but a shop need not have made it. */
    hasLink?: true
  }>

/** Whether the rules of a shop apply: of a museum's own website. */
export const isShop = (caller: Caller | undefined): boolean => caller?.role === 'shop'

/** Whether a caller finds only what shops have made. */
export const findsShopsAlone = (caller: Caller | undefined): boolean => isShop(caller) && caller?.hasLink !== true

/** Who acts for visitors on the pages of the shop, in sales, queues and the audit log. No user's name has a colon. */
export const visitors: Actor = { username: 'shop:pages' }

/** The server, as the actor of changes that it makes by itself. */
export const serverPrincipal: Principal = { username: 'server', role: 'admin' }
