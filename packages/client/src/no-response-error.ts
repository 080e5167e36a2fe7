/**
 * No complete response has arrived, also not to the repetitions: no connection, or none within the time limit. `cause` is
 * the last error of `fetch`, or a `TimeoutError`. A request that changes something may have taken effect.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  /** How many times the request was sent. */
  readonly attempts: number
  /** The key of the request, if it had one: a repetition under this key has no second effect. */
  readonly idempotencyKey: string | undefined

  constructor(request: string, attempts: number, cause: unknown, idempotencyKey?: string) {
    super(`${request} got no response${attempts > 1 ? ` in ${attempts} attempts` : ''}`, { cause })
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}
