import { type DeliveryState, type Instant, type Message, type Refusal, type WebhookId, refuse } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { Page, PageRequest } from '../lists.ts'

/** A delivery is claimed for this number of seconds, in which no other server attempts it. */
export const claimSeconds = 30
/** Deliveries that succeeded are kept for this number of days. */
export const deliveredRetentionDays = 30
/** The greatest number of deliveries that one call of `removeOld` removes or changes. */
export const maxDeliveriesRemovedAtOnce = 500

/** A delivery of a message to a receiver, as administrators see it. */
export type WebhookDelivery = Readonly<{
  /** A positive integer. Of deliveries about the same thing, a later change has a higher one. */
  deliveryId: number
  messageId: string
  type: Message['type']
  /** When the change was made. */
  at: Instant
  state: DeliveryState
  /** The number of attempts that have ended. */
  attempts: number
  /** When the next attempt is due, or the one in progress must have ended, in whole seconds; present while it is pending. */
  dueAt?: Instant
  /** The latest attempt: when it ended, the status of its response if there was one, and why it failed if it did. */
  latest?: Readonly<{ at: Instant; status?: number; because?: string }>
}>

/** A delivery that this server attempts now. `claim` tells this claim from others of the same delivery. */
export type ClaimedDelivery = Readonly<{
  deliveryId: number
  webhookId: WebhookId
  messageId: string
  message: Message
  /** The number of attempts that have ended. */
  attempts: number
  claim: string
}>

/**
 * What became of a claimed delivery: it has ended; or the next attempt is due in `seconds`, after a failed attempt, or at once
 * after none (`released`). `because` has at most 500 characters.
 */
export type DeliveryResult = Readonly<{ delivery: ClaimedDelivery; at: Instant }> &
  (
    | Readonly<{ result: 'delivered'; status: number }>
    | Readonly<{ result: 'failed'; because: string; status?: number | undefined }>
    | Readonly<{ result: 'retried'; because: string; status?: number | undefined; seconds: number }>
    | Readonly<{ result: 'released' }>
  )

/** How much is to be delivered: counted up to `maxCountedItems`, the oldest of the pending ones, and what has failed. */
export type Backlog = Readonly<{ pending: number; oldest?: Instant; failed: number }>

/** The refusal for a deliveryId that no delivery of a subscription has. */
export const deliveryNotFound = (deliveryId: number): Refusal<'delivery-not-found'> =>
  refuse('delivery-not-found', `There is no delivery ${deliveryId} of this webhook.`)

/**
 * The deliveries of messages to the receivers of the subscriptions. The repositories that make changes record them: each in
 * the transaction of its change, one delivery for each subscription to its type that is enabled, or was disabled less than
 * three days ago.
 */
export interface DeliveryRepository {
  /** The enabled subscriptions that have a delivery that is due. */
  receivers(): Promise<readonly WebhookId[]>
  /**
   * Claims deliveries of a subscription that are due, at most `limit`, for `claimSeconds`: until then no other call returns
   * them, on any server. Of deliveries about the same thing only the first that is pending is claimed, and none of a
   * subscription that is disabled or was removed.
   */
  claim(webhookId: WebhookId, limit: number): Promise<readonly ClaimedDelivery[]>
  /**
   * Stores what became of claimed deliveries. A delivery that was claimed again meanwhile stays as it is. When a delivery has
   * ended, the next one about the same thing is due at once.
   */
  settle(results: readonly DeliveryResult[]): Promise<void>
  /** Records a message for one subscription. */
  add(webhookId: WebhookId, message: Message): Promise<void>
  /** One page of the deliveries of a subscription, the latest first. */
  list(webhookId: WebhookId, page: PageRequest, state?: DeliveryState): Promise<Page<WebhookDelivery>>
  /** Has a delivery attempted again as if it were new, under the same messageId, and stores the audit entry with it. */
  replay(
    webhookId: WebhookId,
    deliveryId: number,
    entry: NewAuditEntry,
  ): Promise<Refusal<'delivery-not-found'> | undefined>
  /**
   * Removes deliveries that succeeded more than `deliveredRetentionDays` ago, and those of removed subscriptions. What waits
   * for a subscription that was disabled three days ago has failed then. Returns how many were removed or changed, at most
   * `maxDeliveriesRemovedAtOnce`.
   */
  removeOld(): Promise<number>
  /** Removes failed deliveries of a subscription, at most `maxDeliveriesRemovedAtOnce`, and returns how many. */
  removeFailed(webhookId: WebhookId): Promise<number>
  /** How much is to be delivered. */
  backlog(): Promise<Backlog>
}
