import { type Refusal, refuse } from '../refusal.ts'
import type { WebhookId } from '../uuid.ts'

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

  /** For how many seconds a delivery is claimed, by its receiver (the payment provider like a webhook's): meanwhile no other server attempts it. */
  claimSeconds: { webhook: 30, mail: 120 },
  /** For how many days a delivery that succeeded is kept. */
  retentionDays: 30,
  /** The greatest number of deliveries that are removed at once. */
  maxRemovedAtOnce: 500,

  /** The refusal for a deliveryId that no delivery of a receiver has. */
  notFound: (deliveryId: number, receiver: WebhookId | 'mail'): Refusal<'delivery-not-found'> =>
    refuse(
      'delivery-not-found',
      receiver === 'mail' ? `There is no e-mail ${deliveryId}.` : `There is no delivery ${deliveryId} of this webhook.`,
    ),
  /** The refusal to replay an e-mail that went to another address than its ticket's, once that other address is no longer stored. */
  recipientRemoved: (deliveryId: number): Refusal<'delivery-not-found'> =>
    refuse(
      'delivery-not-found',
      `The address of e-mail ${deliveryId}, which is not that of its ticket, is no longer stored. Send the ticket to it again.`,
    ),
}
