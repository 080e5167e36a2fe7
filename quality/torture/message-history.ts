/** What the receivers of webhooks and the mail server of a run got. Times are milliseconds of `performance.now()`. */
import type { Period } from './effects.ts'
import type { OrderHistory } from './order-history.ts'

/** A webhook, with a path of its own at its receiver. */
type Webhook = Readonly<{
  webhookId: string
  path: string
  types: readonly string[]
  secret: string
  publicKey: string
}>

/** A message that arrived. */
export type Arrival = {
  readonly path: string
  readonly messageId: string
  readonly type: string
  /** The identifier of the event, ticket or order. */
  readonly subjectId: string
  /** The time of the change, in milliseconds since 1970. */
  readonly changedAt: number
  /** Whether the signatures verify, by the secret and by the public key. */
  readonly isSigned: boolean
  /** How many milliseconds ago the message was sent, by its header. */
  readonly age: number
  readonly receivedAt: number
  /** When the receiver answered 2xx with a whole response. */
  takenAt?: number
}

/** An e-mail that the mail server accepted. */
export type AcceptedMail = Readonly<{
  messageId: string
  to: string
  kind: 'sold' | 'cancelled' | 'restored'
  /** The confirmation codes of its tickets. */
  codes: readonly string[]
  acceptedAt: number
}>

/** A call that sends a ticket to another address, which no other e-mail goes to. */
type AnotherMail = Readonly<{ ticketId: string; email: string; outcome: 'recorded' | 'refused' | 'unknown' }>

/** A delivery that has ended. */
export type EndedDelivery = Readonly<{ deliveryId: number; state: string; attempts: number; status: number | null }>

export type MessageHistory = Readonly<{
  orders: OrderHistory
  webhooks: Webhook[]
  arrivals: Arrival[]
  mails: AcceptedMail[]
  anotherMails: AnotherMail[]
  /** Deliveries as they were seen when they had ended, by deliveryId. */
  ended: Map<number, EndedDelivery>
  /** The periods in which servers or databases were killed, or connections cut. */
  failures: Period[]
}>

export const emptyMessageHistory = (orders: OrderHistory): MessageHistory => ({
  orders,
  webhooks: [],
  arrivals: [],
  mails: [],
  anotherMails: [],
  ended: new Map(),
  failures: [],
})
