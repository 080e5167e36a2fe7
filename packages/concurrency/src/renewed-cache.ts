/** In milliseconds: what was read longer ago is read again before it is used. */
const maxAge = 5_000
/** In milliseconds: after this time it is read again in the background, so that requests do not wait for the read. */
const renewAfter = 2_000

/**
 * Caches one thing that other servers may change: what `get` returns was stored at most 5 seconds ago. `now` is in
 * milliseconds. Concurrent calls share a read.
 */
export const renewedCache = <Value>(read: () => Promise<Value>, now: () => number) => {
  let cached: Readonly<{ value: Value; readAt: number }> | undefined
  /** When the last read began, whatever its result. */
  let attemptedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<unknown> | undefined
  /** How often the cache was invalidated. */
  let invalidations = 0

  const readAndCache = async () => {
    const [readAt, invalidationsBefore] = [now(), invalidations]
    attemptedAt = readAt
    const value = await read()
    // A value that was read during a change may be the one before it.
    if (invalidations === invalidationsBefore) cached = { value, readAt }
  }
  const readOnce = () => (reading ??= readAndCache().finally(() => (reading = undefined)))
  /** A value is read again if its time is later than now, since the clock was set back. */
  const ageAt = (moment: number, at: number) => (at < moment ? Number.POSITIVE_INFINITY : at - moment)
  const fresh = () => (cached !== undefined && ageAt(cached.readAt, now()) < maxAge ? cached : undefined)

  const get = async (): Promise<Value> => {
    let found = fresh()
    // The read that this call joins may have begun too long ago; then one more follows.
    for (; found === undefined; found = fresh()) await readOnce()
    if (ageAt(attemptedAt, now()) >= renewAfter) void readOnce().catch(() => undefined)
    return found.value
  }

  return {
    /** A value that is at most 5 seconds old. Throws as `read` does if it must be read. */
    get,

    /** The same, read by a read that begins now. */
    async getAgain(): Promise<Value> {
      // A read in progress may have begun before a change.
      await reading
      await readOnce()
      return get()
    },

    /** Has it read again before it is used again. */
    invalidate() {
      cached = undefined
      invalidations += 1
    },
  }
}
