/**
 * Thrown by an adapter whose outside (a database, say) is away or too busy just now.
 * Nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}
