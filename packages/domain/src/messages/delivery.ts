/** The state of a delivery: it waits for its next attempt, or is in progress; or it has ended. */
export type DeliveryState = 'pending' | 'delivered' | 'failed'

const [minute, hour] = [60, 3_600]

/** The seconds between an attempt that failed and the next one, after the first attempt, the second, and so on. */
const pauses = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** The rules of deliveries. */
export const Delivery = {
  /** The greatest number of attempts. */
  maxAttempts: pauses.length + 1,

  /**
   * The seconds from an attempt that failed to the next one: an integer, at least as many as the receiver asked for.
   * `undefined` if there is no next attempt. `attempts` counts the attempts that were made; `random`, from 0 to 1, spreads the
   * attempts that follow failures at the same moment.
   */
  pauseAfter(attempts: number, random: number, retryAfter = 0): number | undefined {
    const pause = pauses[attempts - 1]
    if (pause === undefined) return undefined
    const seconds = Math.max(pause, retryAfter)
    return Math.ceil(seconds + (seconds * random) / 10)
  },
}
