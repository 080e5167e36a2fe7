import type { AuditEntry, AuditedKind, LoggedScan, Role } from '@museum/application'
import type { UuidBytes } from '@museum/database'
import type {
  AdmissionId,
  CalendarDate,
  Cancellation,
  CancellationReason,
  Capacity,
  ClosingId,
  ConfirmationCode,
  Currency,
  DeliveryState,
  Email,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Instant,
  LanguageTag,
  MailMessage,
  Message,
  OnlinePayment,
  OnlineRefund,
  OrderId,
  OrderLabel,
  PaymentId,
  PaymentMessage,
  RefundState,
  PaymentMethod,
  PaymentReference,
  Percentage,
  Phone,
  Price,
  PriceCategoryId,
  PriceCategoryName,
  RefundId,
  ReturnReason,
  ScanId,
  TicketId,
  TicketKeyId,
  TicketType,
  VatRate,
  WebhookDescription,
  WebhookId,
  Weekday,
} from '@museum/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * All tables of the museum, by name. The columns have the types of the values that were stored; a value that was stored under an
 * older rule is not validated again when it is read.
 */
export type MuseumTables = {
  special_event: SpecialEventTable
  event_occurrence: EventOccurrenceTable
  slot: SlotTable
  special_event_revision: SpecialEventRevisionTable
  imported_event: ImportedEventTable
  general_entry: GeneralEntryTable
  price_category: PriceCategoryTable
  museum_ticket: TicketTable
  museum_order: OrderTable
  reservation: ReservationTable
  held_place: HeldPlaceTable
  free_order: FreeOrderTable
  online_payment: OnlinePaymentTable
  online_refund: OnlineRefundTable
  drawer: DrawerTable
  closing: ClosingTable
  ticket_cancellation: TicketCancellationTable
  failed_refund: FailedRefundTable
  summed_sales: SummedSalesTable
  ticket_key: TicketKeyTable
  link_key: LinkKeyTable
  stored_setting: StoredSettingTable
  scan: ScanTable
  further_entry: FurtherEntryTable
  weekly_hours: WeeklyHoursTable
  hours_exception: HoursExceptionTable
  user_account: UserTable
  idempotency_record: IdempotencyRecordTable
  audit_entry: AuditEntryTable
  webhook: WebhookTable
  delivery: DeliveryTable
  mail_setting: MailSettingTable
  mail_recipient: MailRecipientTable
  mail_request: MailRequestTable
  change_lock: ChangeLockTable
  write_probe: WriteProbeTable
}

/**
 * The events, deleted ones included. `event_id` is a UUID as bytes, `price` is in minor units. `revision` starts at 1 and is
 * increased by every change except one of the capacity; the last one of a deleted event is the deletion. `capacity` is null
 * while the places of the event are not limited. `entry_times` is the JSON text of `EventEntryTimes`, null while none were ever set. `deleted_at` is in seconds since 1970, null for an event that exists.
 */
type SpecialEventTable = {
  event_id: UuidBytes<EventId>
  name: EventName
  location: EventLocation
  event_description: EventDescription
  price: Price
  revision: number
  capacity: Capacity | null
  deleted_at: number | null
  entry_times: string | null
}

/**
 * When the events take place: one row for each date. `number` is the revision of the event in which the date was added, so that
 * a date which was removed and added again has two rows with different numbers.
 *
 * An occurrence that was removed, with its event or alone, has the revision and the time (in seconds since 1970) of the removal;
 * they are null while it exists. A join by event and date alone may find several rows: it needs the number, or the condition
 * that `removed_at` is null.
 *
 * `previous_date` of an existing occurrence is the event's date before this one, or null. The first date of an event from day D
 * on has `event_date >= D` and `previous_date < D` or null, so that one index contains all that a list needs.
 */
type EventOccurrenceTable = {
  event_id: UuidBytes<EventId>
  event_date: CalendarDate
  number: number
  previous_date: CalendarDate | null
  removed_in_revision: number | null
  removed_at: number | null
}

/**
 * The numbers of sold tickets, one row for each slot (an occurrence, or the general entry of a day) for which a ticket was sold,
 * or which was removed. A row is never moved and never deleted.
 * - The key: `offer_id` is the identifier of the event, 16 zero bytes for general entry; `number` is that of the occurrence, 0
 *   for general entry; `slot_minute` is the entry time in minutes since midnight, -1 for a slot without a time.
 * - `sold` is the number of tickets that are not cancelled individually, `held` that of reserved places.
 * - `changes` is the number of times that the slot was removed, or that a retry of a sale was refused on Galera.
 *
 * Every transaction that sells or cancels tickets of the slot, or removes it, locks and writes the row. No other one does: the
 * capacity is in the row of the event or of general entry.
 */
type SlotTable = {
  offer_id: UuidBytes<EventId>
  slot_date: CalendarDate
  number: number
  slot_minute: number
  sold: number
  held: number
  changes: number
}

/** One row, whose `revision` is increased when an event is added or deleted or its dates change. */
type SpecialEventRevisionTable = { id: number; revision: number }

/**
 * The imported rows of files. `import_key` is the SHA-256 hash of a row's importKey, `event_id` the event that was created from
 * it, which may have been changed or deleted since. No row is ever deleted.
 */
type ImportedEventTable = { import_key: Uint8Array; event_id: UuidBytes<EventId> }

/**
 * One row, with `id` 1: the capacity of general entry for each day, null while it is not limited; and the entry times, the JSON text
 * of `EntryTimeSettings`, null while none were ever set. Its column `changes` is for servers of an older version: without it they
 * would report a defect instead of a database that is being migrated.
 */
type GeneralEntryTable = { id: number; capacity: Capacity | null; entry_times: string | null }

/**
 * The price categories, in the order of their positions. Without a row, the museum has the usual ones. `general_price` is the price for
 * general entry, null while the percentage counts for it too.
 */
type PriceCategoryTable = {
  price_category: PriceCategoryId
  position: number
  name: PriceCategoryName
  percentage: Percentage
  general_price: Price | null
}

/**
 * The tickets.
 * - `event_id`, `event_name`, `event_location` and `occurrence_number` are null for a ticket of general entry, but
 *   `occurrence_number` is 1 for one that was sold before the column existed.
 * - `state` is `cancelled` for a ticket that was cancelled individually. Whether its occurrence exists is decided when the
 *   ticket is read.
 * - `entry_minute` is the entry time in minutes since midnight, on the museum's clock; null for a ticket that admits all day.
 * - `sold_at` is in milliseconds since 1970, `sold_by` the user's name in UTF-8, `signing_key` the `key_id` of the ticket's key.
 *   They are null for tickets that were sold before the columns existed.
 * - `admission_id`, `admitted_at` (in milliseconds since 1970) and `admission_gate` (in UTF-8) are the admission, or null.
 * - `price_category` and `price_category_name`, as it was when the ticket was sold, are null at the full price.
 * - `order_id` is null for a ticket that was bought alone.
 * - `email_hash` is the result of `emailHash`, or null for a ticket that was sold since the last search by e-mail address:
 *   searches store the missing hashes.
 * - Without an address, `email` is empty, `phone` null and `email_hash` is `erasedEmailHash`, or null as above.
 */
type TicketTable = {
  ticket_id: UuidBytes<TicketId>
  ticket_type: TicketType
  event_id: UuidBytes<EventId> | null
  event_name: EventName | null
  event_location: EventLocation | null
  ticket_date: CalendarDate
  email: Email | ''
  phone: Phone | null
  confirmation_code: ConfirmationCode
  price: Price
  currency: Currency
  state: string
  occurrence_number: number | null
  sold_at: Instant | null
  sold_by: Uint8Array | null
  signing_key: TicketKeyId | null
  admission_id: UuidBytes<AdmissionId> | null
  admitted_at: Instant | null
  admission_gate: Uint8Array | null
  email_hash: Uint8Array | null
  price_category: PriceCategoryId | null
  price_category_name: PriceCategoryName | null
  order_id: UuidBytes<OrderId> | null
  entry_minute: number | null
}

/**
 * The orders. `ticket_ids` are the identifiers of its tickets, 16 bytes each: an order needs one row, and `museum_ticket` no
 * index that each purchase would write. `payment_reference` is null also when it was erased.
 * - `order_sold_at`, in milliseconds since 1970, and `order_sold_by`, in UTF-8, are those of the tickets; the first is null for an order that a
 *   server of an earlier version has sold, until orders are listed: `storeSalesOfOrders`.
 * - `till`, in UTF-8, `label`, `language` (BCP 47), `vat_rate` and `event_vat_rate` (in hundredths of a per cent) are null where the
 *   order has none.
 * - `closed_method` is the method with which a closing has counted the order, empty for none; null unless the payment was corrected
 *   after that.
 * - `order_id_end` has the last five bytes of `order_id`, by which an order is found by its number.
 * - `changes` counts the changes, null for none: each is a write of this row, which Galera compares.
 */
type OrderTable = {
  order_id: UuidBytes<OrderId>
  ticket_ids: Uint8Array
  payment_method: PaymentMethod | null
  payment_reference: PaymentReference | null
  order_sold_at: Instant | null
  order_sold_by: Uint8Array | null
  till: Uint8Array | null
  label: OrderLabel | null
  language: LanguageTag | null
  vat_rate: VatRate | null
  event_vat_rate: VatRate | null
  order_id_end: GeneratedAlways<Uint8Array>
  closed_method: ColumnType<PaymentMethod | '' | null, PaymentMethod | '' | null | undefined>
  changes: ColumnType<number | null, number | null | undefined>
}

/**
 * The reservations. The order that one becomes has the same identifier.
 * - `state` is `held` also when the time of the reservation is over, or its date was removed.
 * - `held_until` is in milliseconds since 1970, by the clock of the database, as is `created_at`; for a released one, it is when it was
 *   released. `own_limit` is the same without the time of a payment. `has_given_end` is 1 for the reservation of a group, otherwise 0;
 *   `is_of_shop` is 1 for one that a user with the role `shop` made.
 * - `created_by` is in UTF-8. `items` is JSON text: see `StoredItem`.
 * - `email`, `phone` and `label` are null where none was given, when they were erased, and since the reservation was sold. `email_hash`
 *   is the result of `emailHash`, or, once it was sold, null or `labelledOrderHash`; `comparable_label` the form of `comparableText` in UTF-8.
 * - `changes` counts the changes, null for none: each is a write of this row, which Galera compares.
 */
type ReservationTable = {
  reservation_id: UuidBytes<OrderId>
  state: 'held' | 'sold' | 'released'
  held_until: Instant
  own_limit: Instant
  has_given_end: number
  is_of_shop: number
  created_at: Instant
  created_by: Uint8Array | null
  items: string
  currency: Currency
  language: LanguageTag | null
  email: Email | null
  email_hash: Uint8Array | null
  phone: Phone | null
  label: OrderLabel | null
  comparable_label: Uint8Array | null
  changes: ColumnType<number | null, number | null | undefined>
}

/**
 * The places that reservations hold in slots, one row for each reservation and slot: `slot.held` is their sum. `expires_at` is
 * `reservation.held_until`. A row stays until its places are sold or given back, also when its time is over.
 */
type HeldPlaceTable = {
  reservation_id: UuidBytes<OrderId>
  offer_id: UuidBytes<EventId>
  slot_date: CalendarDate
  number: number
  slot_minute: number
  places: number
  expires_at: Instant
}

/**
 * The payments of reservations at the payment provider: see `OnlinePayment`. `lines` is JSON text, `needs_attention` 1 or 0; the moments
 * are in milliseconds since 1970, `attended_by` is in UTF-8.
 */
type OnlinePaymentTable = {
  payment_id: UuidBytes<PaymentId>
  reservation_id: UuidBytes<OrderId>
  state: OnlinePayment['state']
  amount: number
  currency: Currency
  opened_at: Instant
  expires_at: Instant
  held_until: Instant
  lines: string
  return_url: string
  language: LanguageTag | null
  provider_id: string | null
  url: string | null
  reference: PaymentReference | null
  returned: ReturnReason | null
  needs_attention: number
  attended_at: Instant | null
  attended_by: Uint8Array | null
}

/**
 * What is given back through the payment provider: see `OnlineRefund`. `requested_at` and `ended_at` are in milliseconds since 1970,
 * `requested_by` is in UTF-8; null where all of a payment is returned.
 */
type OnlineRefundTable = {
  refund_id: UuidBytes<RefundId>
  payment_id: UuidBytes<PaymentId>
  reference: PaymentReference
  state: OnlineRefund['state']
  amount: number
  currency: string
  requested_at: Instant
  failure: string | null
  requested_by: Uint8Array | null
  ended_at: Instant | null
}

/**
 * One row for each till and user with a closing or a correction, which such a transaction writes: `drawer` is the result of `drawerKey`,
 * `changes` the number of times.
 */
type DrawerTable = { drawer: Uint8Array; changes: number }

/**
 * The closings. `number` counts up from 1 for each drawer, `closed_at` is in milliseconds since 1970, `closed_by` in UTF-8. `content` is
 * JSON text with the other members of `Closing`; `sums`, too, has what the next closing subtracts.
 */
type ClosingTable = {
  closing_id: UuidBytes<ClosingId>
  drawer: Uint8Array
  number: number
  closed_at: Instant
  closed_by: Uint8Array
  content: string
  sums: string
}

/**
 * The tickets that were cancelled individually. `cancelled_at` is in seconds since 1970, by the clock of the database, as is
 * the removal time of an occurrence, so that one cursor works for both in the list of revocations.
 *
 * `cause` is `ticket`, or what had cancelled the ticket before its refund was settled: `date` or `event`. `due_since` is when
 * that was, in seconds since 1970. `refund` is null for a ticket that is not refunded. `settled_at` is in milliseconds since
 * 1970; it and `settled_by` are null until the refund is settled. `refund_till`, in UTF-8, is null where it was given at no till.
 */
type TicketCancellationTable = {
  ticket_id: UuidBytes<TicketId>
  ticket_date: CalendarDate
  event_id: UuidBytes<EventId> | null
  cancelled_at: number
  cause: Cancellation['cause']
  due_since: number
  reason: CancellationReason | null
  refund: RefundState | null
  refund_method: PaymentMethod | null
  refund_reference: PaymentReference | null
  settled_at: Instant | null
  settled_by: Uint8Array | null
  refund_till: ColumnType<Uint8Array | null, Uint8Array | null | undefined>
  refund_id: ColumnType<UuidBytes<RefundId> | null, UuidBytes<RefundId> | null | undefined>
  refund_failure: ColumnType<string | null, string | null | undefined>
}

/** The tickets of refunds through the payment provider that failed. */
type FailedRefundTable = { refund_id: UuidBytes<RefundId>; ticket_id: UuidBytes<TicketId> }

/**
 * The tickets that were sold from `period_from` on and before `summed_until`, added up: `sums` is the JSON text of `StoredSums`.
 * The period, a day, ends before `period_end`. `is_by_till` is null for sums that a server of an earlier version has stored, which does
 * not tell tills apart. All moments are in milliseconds since 1970.
 */
type SummedSalesTable = {
  period_from: Instant
  period_end: Instant
  summed_until: Instant
  is_by_till: number | null
  sums: string
}

/**
 * `public_key` is the member `x` of a JSON Web Key, `private_key` is PKCS#8 as PEM text, or null for an external key, which the
 * servers read from a file. `created_at` and `revoked_at` are in milliseconds since 1970.
 */
type TicketKeyTable = {
  key_id: TicketKeyId
  public_key: string
  private_key: string | null
  created_at: Instant
  revoked_at: Instant | null
}

/** The keys of the links of visitors, in base64url. A later one has a higher `number`; `created_at` is in milliseconds since 1970. */
type LinkKeyTable = { number: number; link_key: string; created_at: Instant }

/**
 * The free orders of visitors, kept until the end of the date. `email_hash` is the result of `emailHash`; `number` counts the orders of a
 * date and an address from 0.
 */
type FreeOrderTable = {
  order_date: CalendarDate
  email_hash: Uint8Array
  number: number
  order_id: UuidBytes<OrderId>
}

/** The settings that operations change. `value` is JSON text. */
type StoredSettingTable = { name: string; value: string }

/**
 * The scans, one row each. `scanned_at` is in milliseconds since 1970; `gate` and `scanned_by` are stored as UTF-8 bytes, so
 * that every engine compares them exactly; `is_offline` is 0 or 1. `ticket_id` is null when the code belongs to no ticket.
 * `reason` is null for a scan that is an admission. `any_time` is 1 for a scan that has admitted only because it was to admit at any
 * time, otherwise null. `press_id` is that of the first row of a press, null for other scans.
 *
 * `scan_id`, `request` and `outcome` are the stored response, and null for a scan without a scanId; `outcome` is JSON text, which
 * such a scan has too if it was not stored by the first attempt.
 */
type ScanTable = {
  admission_id: UuidBytes<AdmissionId>
  scanned_at: Instant
  scan_date: CalendarDate
  gate: Uint8Array | null
  scanned_by: Uint8Array
  is_offline: number
  ticket_id: UuidBytes<TicketId> | null
  reason: NonNullable<LoggedScan['reason']> | null
  any_time: number | null
  press_id: UuidBytes<AdmissionId> | null
  scan_id: UuidBytes<ScanId> | null
  request: string | null
  outcome: string | null
}

/**
 * The scans that let a visitor in although they are not the admission of their ticket: few, so that they need no column of
 * `scan`. `scan_date` is the date under which the scan stands; of an admission that was replaced, the scan that replaced it.
 */
type FurtherEntryTable = {
  admission_id: UuidBytes<AdmissionId>
  ticket_id: UuidBytes<TicketId>
  scan_date: CalendarDate
}

/** The opening hours of the weekdays. The museum is closed on a weekday without a row. */
type WeeklyHoursTable = { weekday: Weekday; time_open: string; time_close: string }

/** The dates with other hours. The museum is closed on a date whose times are null. */
type HoursExceptionTable = { exception_date: CalendarDate; time_open: string | null; time_close: string | null }

/**
 * `username` is stored as UTF-8 bytes, so that every engine compares names exactly, trailing spaces included. `is_enabled`
 * and `password_is_temporary` are 1 or 0. `first_user` is 1 for the user that `addFirst` added, otherwise null. It is unique, so one of several
 * concurrent first users is stored.
 */
type UserTable = {
  username: Uint8Array
  password_hash: string
  first_user: number | null
  role: Role
  is_enabled: number
  password_is_temporary: number
}

/**
 * `username`, `idempotency_key` and `fingerprint` are stored as bytes, so that every engine compares them exactly.
 * `recorded_at` is in seconds since 1970, by the clock of the database.
 */
type IdempotencyRecordTable = {
  username: Uint8Array
  idempotency_key: Uint8Array
  fingerprint: Uint8Array
  answer: string
  recorded_at: number
}

/**
 * The audit log. `audit_id` is assigned by the database in ascending order, with gaps. `made_at` is in milliseconds since 1970.
 * `actor` and `subject_id` are stored as UTF-8 bytes, so that every engine compares them exactly. `values_before` and
 * `values_after` are JSON text.
 */
type AuditEntryTable = {
  audit_id: Generated<number>
  made_at: Instant
  actor: Uint8Array
  operation: AuditEntry['operation']
  subject_kind: AuditedKind
  subject_id: Uint8Array
  values_before: string | null
  values_after: string | null
}

/**
 * The webhooks. `types` are separated by spaces, `has_purchaser` is 1 or 0, and the moments are in milliseconds since 1970.
 * `hmac_key` and `ed25519_seed` are the secret; the columns `previous_…` are that before, which signs too until
 * `previous_until`; `earlier_secrets` is JSON text with those before that one, the latest first, or null.
 */
type WebhookTable = {
  webhook_id: UuidBytes<WebhookId>
  url: string
  types: string
  description: WebhookDescription | null
  has_purchaser: number
  created_at: Instant
  failing_since: Instant | null
  disabled_at: Instant | null
  hmac_key: Uint8Array
  ed25519_seed: Uint8Array
  previous_hmac_key: Uint8Array | null
  previous_ed25519_seed: Uint8Array | null
  previous_until: Instant | null
  earlier_secrets: string | null
}

/**
 * The deliveries of messages, without data of purchasers.
 * - `delivery_id` is assigned by the database while the subject is locked, so that a later change has a higher one.
 * - `receiver_id` is the identifier of the webhook; zeros for the mail server, and the same
 *   with a one at the end for the payment provider.
 * - `subject_id` is the identifier of the event, ticket, order, reservation, payment or refund, of the message for a test, and zeros for the museum's hours
 *   and for `EventMails`.
 * - `content` is JSON text: the event, or the members of an e-mail.
 * - `state` is `told` for a delivered e-mail about a cancellation, which is kept longer.
 * - `due_at` is null when the delivery has ended. Otherwise it may be attempted from then on: a claim, whose identifier is
 *   `claim`, sets it to its end.
 * - `attempted_at` is the end of the latest attempt. It and `due_at` are in seconds since 1970, by the clock of the database;
 *   `changed_at` is in milliseconds.
 */
type DeliveryTable = {
  delivery_id: Generated<number>
  receiver_id: UuidBytes<WebhookId>
  message_id: UuidBytes
  message_type: (Message | MailMessage | PaymentMessage)['type']
  subject_id: UuidBytes
  content: string | null
  changed_at: Instant
  state: DeliveryState | 'told'
  due_at: number | null
  claim: UuidBytes | null
  attempts: number
  attempted_at: number | null
  status: number | null
  because: string | null
}

/** One row, with `id` 1. `is_on` is 1 while e-mails are recorded and sent, and otherwise 0. */
type MailSettingTable = { id: number; is_on: number }

/** The addresses of pending e-mails that go to another address than that of their tickets. */
type MailRecipientTable = { message_id: UuidBytes; email: Email; email_hash: Uint8Array }

/**
 * The e-mails that users requested and `MailLimits` counts. `actor` is in UTF-8, `email_hash` the result of `emailHash`;
 * `requested_at` is in seconds since 1970, by the clock of the database.
 */
type MailRequestTable = { message_id: UuidBytes; requested_at: number; actor: Uint8Array; email_hash: Uint8Array }

/**
 * One row for each `ChangeKind`, of which one transaction at a time may change things. `changes` is the number of such changes.
 */
type ChangeLockTable = { kind: string; changes: number }

/** One row, which `isReady` writes to find out whether the database is writable. */
type WriteProbeTable = {
  id: number
  /** Milliseconds since 1970, by the clock of the process that wrote it. */
  written_at: number
}
