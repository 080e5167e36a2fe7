/**
 * Thrown by an adapter when the system behind it (a database, for example) cannot be reached or is too busy.
 * Unless it is an `OutcomeUnknown`, nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Thrown instead of reading on for a request whose client is gone. */
export class ClientGone extends Unavailable {
  override readonly name = 'ClientGone'
  constructor() {
    super('The client has closed the connection.')
  }
}

/** Thrown when it is unknown whether a write was stored, since the connection was lost. */
export class OutcomeUnknown extends Unavailable {
  override readonly name = 'OutcomeUnknown'
}
