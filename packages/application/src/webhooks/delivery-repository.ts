import {
  type CancellationMail,
  type DeliveryState,
  type Email,
  type EventMails,
  type Instant,
  type MailMessage,
  type Message,
  type OrderId,
  type PaymentMessage,
  type RefundRun,
  type ReservationMail,
  type TicketsRequest,
  type Refusal,
  type TicketId,
  type TicketMail,
  type WebhookId,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'

/** The receiver of a delivery: a webhook's receiver, the mail server, or the payment provider. */
export type Receiver = WebhookId | 'mail' | 'payments'

/** What administrators see of each delivery. */
type ListedDelivery = Readonly<{
  /** A positive integer. Of deliveries with the same subject (event, ticket …), a later change has a higher one. */
  deliveryId: number
  messageId: string
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

/** A delivery of a message to the receiver of a webhook, as administrators see it. */
export type WebhookDelivery = ListedDelivery & Readonly<{ type: Message['type'] }>

/** An e-mail as administrators see it, without its address. */
export type MailDelivery = ListedDelivery & Readonly<{ mail: Exclude<MailMessage, EventMails> }>

/** A delivery that this server attempts now. `claim` tells this claim from others of the same delivery. */
export type ClaimedDelivery = Pick<ListedDelivery, 'deliveryId' | 'messageId' | 'attempts'> &
  Readonly<{ claim: string }> &
  (
    | Readonly<{ receiver: WebhookId; message: Message }>
    | Readonly<{ receiver: 'mail'; message: MailMessage }>
    | Readonly<{ receiver: 'payments'; message: PaymentMessage }>
  )
/** A claimed delivery to the receiver of a webhook. */
export type ClaimedWebhookDelivery = Extract<ClaimedDelivery, { message: Message }>
/** A claimed e-mail. */
export type ClaimedMail = Extract<ClaimedDelivery, { receiver: 'mail' }>
/** A claimed question to the payment provider. */
export type ClaimedPayment = Extract<ClaimedDelivery, { receiver: 'payments' }>

type FailedAttempt = Readonly<{ because: string; status?: number | undefined; isOfMessage?: true | undefined }>

/**
 * The result of a claimed delivery. `delivered` and `failed` have ended. `retried` is due again in `seconds`; `released` was
 * not attempted, and is due at once. `dropped` is removed, since nothing is left to deliver. `continued` has `message` from now
 * on, and is due in `seconds`. With `isOfMessage`, an attempt failed for its message alone, and the receiver works; that is not
 * stored. `mail` is the e-mail as it was sent; `mails` are recorded with the result. `because` has at most
 * 500 characters.
 */
export type DeliveryResult = Readonly<{ delivery: ClaimedDelivery; at: Instant }> &
  (
    | Readonly<{ result: 'delivered'; status?: number; mail?: TicketMail; mails?: readonly TicketMail[] }>
    | (FailedAttempt & Readonly<{ result: 'failed' }>)
    | (FailedAttempt & Readonly<{ result: 'retried'; seconds: number }>)
    | Readonly<{ result: 'released' }>
    | Readonly<{ result: 'dropped'; mails?: readonly TicketMail[] }>
    | Readonly<{
        result: 'continued'
        message: EventMails | RefundRun
        mails?: readonly TicketMail[]
        seconds: number
      }>
  )

/**
 * The number of pending deliveries, with the time of the oldest, and of failed ones; both are counted up to `maxCountedItems`.
 */
type Backlog = Readonly<{ pending: number; oldest?: Instant; failed: number }>

/** An e-mail about tickets that was sent or is to be sent. */
export type RecordedTicketMail = Readonly<{ mail: TicketMail; state: DeliveryState }>

/** A ticket, with the order by which its e-mails are found. */
type MailedTicketId = Readonly<{ ticketId: TicketId; orderId?: OrderId | undefined }>

/**
 * The deliveries of messages. The repositories that make changes record them: each in the transaction of its change, one
 * delivery for each webhook of its type that is enabled, or was disabled less than three days ago; and one for the mail
 * server while the museum sends e-mails.
 */
export interface DeliveryRepository {
  /**
   * The enabled webhooks that have a delivery that is due; the mail server if it has one and e-mails are sent; the payment provider if
   * it has one.
   */
  receivers(): Promise<readonly Receiver[]>
  /**
   * Claims deliveries to a receiver that are due, at most `limit`, for `Delivery.claimSeconds`: until then no other call returns them,
   * on any server. Of deliveries with the same subject only the first that is pending is claimed, and none to a webhook
   * that is disabled or was removed, or to the mail server while e-mails are not sent. All `EventMails` have one subject, so
   * that one is processed at a time.
   */
  claim(receiver: Receiver, limit: number): Promise<readonly ClaimedDelivery[]>
  /**
   * Stores the results of claimed deliveries. A delivery that was claimed again meanwhile stays as it is. When a delivery has
   * ended, the next one with its subject is due at once.
   */
  settle(results: readonly DeliveryResult[]): Promise<void>
  /** Records a message for one webhook, or an e-mail that a visitor has asked for, which counts for no limit. */
  add(receiver: WebhookId | 'mail', message: Message | CancellationMail): Promise<void>
  /**
   * Records an e-mail that a user requests, with its audit entry. `email` is the address to which it goes: if that is another one
   * than that of the tickets, it is stored until the e-mail has ended or the data of this purchaser are erased. Refused beyond
   * `MailLimits`, on all servers together: for that, each e-mail is counted with the time, the user and a hash of
   * the address (in the form of `comparableEmail`) until `removeOld` or an erasure removes that; a refused one is not counted.
   */
  addMail(
    mail: TicketMail | ReservationMail,
    entry: NewAuditEntry,
    email: Email,
  ): Promise<Refusal<'too-many-mails'> | undefined>
  /**
   * Records what a visitor asks for, with the address that was typed, which is stored and counted as by `addMail`. Nothing is recorded
   * where `MailLimits.forVisitor` requests for the address are counted.
   */
  requestTickets(request: TicketsRequest, email: Email): Promise<void>
  /** The other address of an e-mail, or the one of a `TicketsRequest`, if it is stored. */
  recipientOf(messageId: string): Promise<Email | undefined>
  /** The e-mails about the cancellation and the restoration of these tickets, in the order in which they were recorded. */
  mailsAbout(tickets: readonly MailedTicketId[]): Promise<readonly RecordedTicketMail[]>
  /** A part of the deliveries of a webhook, the latest first. */
  list(
    webhookId: WebhookId,
    request: ListRequest<WebhookDelivery>,
    state?: DeliveryState,
  ): Promise<Page<WebhookDelivery>>
  /** A part of the e-mails, the latest first; without `EventMails`. */
  listMails(request: ListRequest<MailDelivery>, state?: DeliveryState): Promise<Page<MailDelivery>>
  /** Whether e-mails are recorded and sent. */
  isMailOn(): Promise<boolean>
  /** Stores whether e-mails are recorded and sent: on this server at once, on others within 5 seconds. */
  setMailOn(isOn: boolean): Promise<void>
  /**
   * Has a delivery attempted again as if it were new, under the same messageId, and stores the audit entry with it; refused
   * for an e-mail to another address that has ended.
   */
  replay(
    receiver: WebhookId | 'mail',
    deliveryId: number,
    entry: NewAuditEntry,
  ): Promise<Refusal<'delivery-not-found'> | undefined>
  /**
   * Removes deliveries that succeeded more than `Delivery.retentionDays` ago, and deliveries of removed webhooks; and what
   * `MailLimits` no longer counts. Pending
   * deliveries to a webhook that was disabled three days ago become failed. Returns how many were removed or changed, at
   * most `Delivery.maxRemovedAtOnce`.
   */
  removeOld(): Promise<number>
  /** Removes failed deliveries to a receiver, at most `Delivery.maxRemovedAtOnce`, and returns how many. */
  removeFailed(receiver: Receiver): Promise<number>
  /** How much is to be delivered to webhooks and the mail server. */
  backlog(): Promise<Backlog>
}
