/**
 * Thrown by an adapter whose outside (a database, say) is away or too busy just now.
 * Unless it is an `OutcomeUnknown`, nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Thrown when the outside went away in the middle of a write: whether it was stored is not known. */
export class OutcomeUnknown extends Unavailable {
  override readonly name = 'OutcomeUnknown'
}
