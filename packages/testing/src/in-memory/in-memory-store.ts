import {
  type AdmissionId,
  type CalendarDate,
  type Cancellation,
  type CancellationReason,
  type Capacity,
  type Email,
  type EntryTimeSettings,
  EntryTimes,
  type EventId,
  Instant,
  type MailMessage,
  type Message,
  type Occurrence,
  OpeningHours,
  type OrderId,
  type OnlineRefund,
  type OrderRecord,
  type PaymentMessage,
  type PaymentMethod,
  type Price,
  type PriceCategories,
  type RecordedClosing,
  type RefundId,
  type Reservation,
  type ScanId,
  SpecialEvent,
  type Ticket,
  type TicketId,
  type TicketKeyId,
  TimeOfDay,
  Webhook,
  type WebhookId,
  type Weekday,
  ticketState,
  usualPriceCategories,
  weekdays,
} from '@museum/domain'
import type {
  AuditEntry,
  ClaimedDelivery,
  DeletedEvent,
  IdempotencyRecord,
  LinkKey,
  LoggedScan,
  NewAuditEntry,
  Receiver,
  RemovedOccurrence,
  StoredResponse,
  StoredTicketKey,
  StoredValue,
  StoredWebhook,
  User,
  WebhookDelivery,
} from '@museum/application'
import { exampleId } from '../examples/index.ts'

type StoredRecord = IdempotencyRecord & Readonly<{ recordedAt: Instant }>

/** A delivery. `thing` identifies what its message is about; `claim` is absent unless it was claimed for its next attempt. */
export type StoredDelivery = Pick<WebhookDelivery, 'state' | 'dueAt' | 'latest'> &
  Pick<ClaimedDelivery, 'deliveryId' | 'messageId' | 'attempts'> &
  Readonly<{ receiver: Receiver; message: Message | MailMessage | PaymentMessage; thing: string; claim?: string }>

/** An order. `closedAs` is the method under which a closing has counted it before its payment was corrected; null for none. */
export type StoredOrder = OrderRecord & Readonly<{ ticketIds: readonly TicketId[]; closedAs?: PaymentMethod | null }>

/** The store that the repositories share, so that one finds what another has stored. */
export type InMemoryStore = Readonly<{
  events: Map<EventId, SpecialEvent>
  /** Deleted events, as they were. */
  deletedEvents: Map<EventId, DeletedEvent>
  /** The import keys of the rows that were imported. */
  importKeys: Set<string>
  /**
   * The occurrences that were removed from events, also with the whole event, and when.
   */
  removedOccurrences: (RemovedOccurrence & Readonly<{ removedAt: Instant }>)[]
  /** Tickets as they were sold, with their admission, and `cancelled` only where they were cancelled individually. */
  tickets: Map<TicketId, Ticket>
  /** The individual cancellations, and when they were stored. */
  cancellations: Map<TicketId, Cancellation & Readonly<{ storedAt: Instant }>>
  orders: Map<OrderId, StoredOrder>
  /** Reservations, `held` also when their time is over, and the keys of the slots whose places they hold. */
  reservations: Map<OrderId, Readonly<{ reservation: Reservation; holds: ReadonlySet<string> }>>
  /** The free orders of visitors; the address is in the form of `comparableEmail`. */
  freeOrders: Readonly<{ date: CalendarDate; email: string; orderId: OrderId }>[]
  /** What is given back through the payment provider. */
  onlineRefunds: Map<RefundId, OnlineRefund>
  /** Those that failed, of tickets, and when they did. */
  failedRefunds: Readonly<{ refund: OnlineRefund; failedAt: Instant; ticketIds: readonly TicketId[] }>[]
  /** The closings, each after those before. */
  closings: RecordedClosing[]
  scans: Map<AdmissionId, LoggedScan>
  answers: Map<ScanId, StoredResponse>
  weeklyHours: Map<Weekday, OpeningHours>
  hoursExceptions: Map<CalendarDate, OpeningHours | 'closed'>
  /** The revision of the hours; the entry times and the capacity of general entry for each day; the price categories. */
  museum: {
    hoursRevision: number
    entryTimes: EntryTimeSettings
    generalEntryCapacity: Capacity | null
    priceCategories: PriceCategories
  }
  records: Readonly<{
    find: (username: string, idempotencyKey: string) => IdempotencyRecord | undefined
    add: (record: IdempotencyRecord) => void
    /** Removes the records that are older than `moment` and returns how many it removed. */
    removeBefore: (moment: number) => number
    removeOf: (username: string) => void
  }>
  users: Map<string, User>
  ticketKeys: Map<TicketKeyId, StoredTicketKey>
  /** The keys of the links of visitors, in the order in which they were added. */
  linkKeys: LinkKey[]
  storedSettings: Map<string, StoredValue>
  webhooks: Map<WebhookId, StoredWebhook>
  /** The deliveries, in ascending order of their deliveryIds. */
  deliveries: Map<number, StoredDelivery>
  /** Records messages, each for the webhooks of its type, and what is mailed while e-mails are sent. */
  record: (...messages: readonly (Message | MailMessage | undefined)[]) => void
  /** Records a message for one receiver, and returns its messageId. */
  recordFor: (receiver: Receiver, message: Message | MailMessage | PaymentMessage) => string
  /** Whether e-mails are sent, the other addresses of e-mails by their messageIds, and what `MailLimits` counts. */
  mail: { isOn: boolean; recipients: Map<string, Email>; requests: MailRequest[] }
  audit: Readonly<{
    entries: readonly AuditEntry[]
    add: (entry: NewAuditEntry) => void
    /** Removes the reasons and notes from the entries about these tickets, orders and reservations. */
    eraseReasons: (ids: readonly string[]) => void
  }>
  now: () => Instant
}>

/** An e-mail that a user requested; the address is in the form of `comparableEmail`. */
export type MailRequest = Readonly<{ at: Instant; actor: string; email: string }>

const nineToSix = OpeningHours({ timeOpen: TimeOfDay('09:00'), timeClose: TimeOfDay('18:00') })

/** A store with the default hours, and nothing else. */
export const emptyStore = (now: () => Instant): InMemoryStore => {
  const records = new Map<string, StoredRecord>()
  const entries: AuditEntry[] = []
  const webhooks = new Map<WebhookId, StoredWebhook>()
  const deliveries = new Map<number, StoredDelivery>()
  let [lastDeliveryId, lastMessage] = [0, 0]
  const mail = { isOn: false, recipients: new Map<string, Email>(), requests: [] as MailRequest[] }
  const recordFor = (
    receiver: Receiver,
    message: Message | MailMessage | PaymentMessage,
    messageId = messageIdOf((lastMessage += 1)),
  ) => {
    const deliveryId = (lastDeliveryId += 1)
    const isAlone = message.type === 'webhook.test' || message.type === 'tickets.requested'
    const thing = thingOf(message) ?? (isAlone ? messageId : '')
    const dueAt = toSecond(now())
    deliveries.set(deliveryId, {
      deliveryId,
      receiver,
      messageId,
      message,
      thing,
      state: 'pending',
      attempts: 0,
      dueAt,
    })
    return messageId
  }
  const isRecorded = ({ types, ...webhook }: StoredWebhook, type: StoredDelivery['message']['type']) =>
    (Webhook.recordedUntil(webhook) ?? Infinity) > now() && types.some((each) => each === type)
  const recordKey = (username: string, idempotencyKey: string) => JSON.stringify([username, idempotencyKey])
  return {
    events: new Map(),
    deletedEvents: new Map(),
    importKeys: new Set(),
    removedOccurrences: [],
    tickets: new Map(),
    cancellations: new Map(),
    closings: [],
    orders: new Map(),
    reservations: new Map(),
    freeOrders: [],
    onlineRefunds: new Map(),
    failedRefunds: [],
    scans: new Map(),
    answers: new Map(),
    weeklyHours: new Map(weekdays.map((weekday) => [weekday, nineToSix])),
    hoursExceptions: new Map(),
    museum: {
      hoursRevision: 0,
      entryTimes: EntryTimes.none,
      generalEntryCapacity: null,
      priceCategories: usualPriceCategories,
    },
    records: {
      find(username, idempotencyKey) {
        const stored = records.get(recordKey(username, idempotencyKey))
        if (stored === undefined) return undefined
        const { recordedAt: _, ...record } = stored
        return record
      },
      add: (record) =>
        void records.set(recordKey(record.username, record.idempotencyKey), { ...record, recordedAt: now() }),
      removeBefore(moment) {
        const expired = [...records].filter(([, { recordedAt }]) => recordedAt < moment)
        for (const [key] of expired) records.delete(key)
        return expired.length
      },
      removeOf(username) {
        for (const [key, record] of records) if (record.username === username) records.delete(key)
      },
    },
    users: new Map(),
    ticketKeys: new Map(),
    linkKeys: [],
    storedSettings: new Map(),
    webhooks,
    deliveries,
    record(...messages) {
      for (const message of messages) {
        if (message === undefined) continue
        const messageId = messageIdOf((lastMessage += 1))
        for (const webhook of webhooks.values())
          if (isRecorded(webhook, message.type)) recordFor(webhook.webhookId, message, messageId)
        const isMail =
          'ticketIds' in message || message.type === 'event-tickets.changed' || message.type === 'payment.returned'
        if (mail.isOn && isMail) recordFor('mail', message)
      }
    },
    recordFor: (receiver, message) => recordFor(receiver, message),
    mail,
    audit: {
      entries,
      add: (entry) => void entries.push({ ...entry, auditId: entries.length + 1 }),
      eraseReasons(ids) {
        for (const [n, entry] of entries.entries()) {
          if (!ids.includes(entry.subject.id) || entry.after === null) continue
          const { reason: _, note: __, ...after } = entry.after
          entries[n] = { ...entry, after }
        }
      },
    },
    now,
  }
}

/** The identifier of the n-th message. */
const messageIdOf = (n: number) => exampleId(900_000_000_000 + n)

/** The identifier of the event, ticket, order, reservation, payment or refund that a message is about. */
const thingOf = (message: Message | MailMessage | PaymentMessage): string | undefined => {
  if ('reservationId' in message) return message.reservationId
  if ('paymentId' in message) return message.paymentId
  if ('refundId' in message) return message.refundId
  if ('event' in message) return message.event.eventId
  if (message.type === 'refund-run.requested') return message.eventId
  if ('ticketIds' in message) return message.orderId ?? message.ticketIds[0]
  if ('ticketId' in message) return message.ticketId
  return 'orderId' in message ? message.orderId : undefined
}

/** The number of the occurrence that the event of an event ticket has on the ticket's date now. */
const currentOccurrenceNumber = ({ events }: InMemoryStore, ticket: Ticket): number | undefined => {
  const event = ticket.ticketType === 'event' ? events.get(ticket.event.eventId) : undefined
  return event && SpecialEvent.occurrenceOn(event, ticket.ticketDate)?.number
}

/** The stored price of general entry. */
export const storedGeneralPrice = ({ storedSettings }: InMemoryStore): Price | undefined =>
  storedSettings.get('generalPrice') as Price | undefined

/** A stored ticket in its current state. */
export const currentTicket = (store: InMemoryStore, ticket: Ticket): Ticket => {
  const [isAdmitted, isCancelled] = [ticket.admission !== undefined, ticket.state === 'cancelled']
  const state =
    ticket.ticketType === 'general'
      ? ticketState({ ticketType: 'general', isAdmitted, isCancelled })
      : ticketState({
          ...ticket,
          isAdmitted,
          isCancelled,
          currentOccurrenceNumber: currentOccurrenceNumber(store, ticket),
        })
  return { ...ticket, state }
}

/** A moment rounded down to a second, as a database that stores seconds has it. */
export const toSecond = (instant: Instant): Instant => Instant(Math.floor(instant / 1_000) * 1_000)

/** How a ticket, given as it was sold, was cancelled; `undefined` if it is not cancelled. */
export const cancellationOf = (store: InMemoryStore, sold: Ticket): Cancellation | undefined => {
  const stored = store.cancellations.get(sold.ticketId)
  if (stored !== undefined) {
    const { storedAt: _, ...cancellation } = stored
    return cancellation
  }
  if (sold.ticketType === 'general' || currentTicket(store, sold).state !== 'cancelled') return undefined
  const { eventId } = sold.event
  const isOfTicket = ({ date, number }: Occurrence) => date === sold.ticketDate && number === sold.occurrenceNumber
  const removed = store.removedOccurrences.find((each) => each.eventId === eventId && isOfTicket(each))
  const isDeleted = store.deletedEvents.get(eventId)?.event.occurrences.some(isOfTicket)
  return { cause: isDeleted ? 'event' : 'date', ...(removed && { at: toSecond(removed.removedAt) }) }
}

/** Cancels a ticket individually. `sold` is the ticket as it was sold. */
export const cancelTicket = (store: InMemoryStore, sold: Ticket, reason: CancellationReason | undefined): Ticket => {
  const cancelled: Ticket = { ...sold, state: 'cancelled' }
  store.tickets.set(sold.ticketId, cancelled)
  const storedAt = store.now()
  const cancellation = { cause: 'ticket', at: toSecond(storedAt), ...(reason !== undefined && { reason }) } as const
  store.cancellations.set(sold.ticketId, { ...cancellation, storedAt })
  return cancelled
}
