/**
 * Thrown by an adapter whose outside (a database, say) is away or too busy just now.
 * The same call may succeed later. Where a connection was lost in the middle of a write, the write may have happened.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
