export type { CredentialRefusal, CredentialVerifier } from './access/credential-verifier.ts'
export {
  type Actor,
  type Caller,
  type Principal,
  type Role,
  roles,
  serverPrincipal,
  visitors,
} from './access/principal.ts'
export {
  type AdmissionRepository,
  type DecideScan,
  type LoggedScan,
  type NewScan,
  type PressResult,
  type ScanCounts,
  type ScanFilter,
  type StoredResponse,
  ScanOutcome,
  ScannedTicket,
} from './admissions/admission-repository.ts'
export {
  type AuditEntry,
  type AuditedKind,
  type AuditedValues,
  type NewAuditEntry,
  auditedKinds,
} from './audit/audit-entry.ts'
export type { AuditFilter, AuditRepository } from './audit/audit-repository.ts'
export { DateOrInstant } from './audit/date-or-instant.ts'
export type { CapacityRepository, EventAvailability } from './capacity/capacity-repository.ts'
export type {
  ClosingFilter,
  ClosingRepository,
  ClosingToStore,
  DrawerState,
  PeriodsAfter,
  NewClosing,
} from './closings/closing-repository.ts'
export { IdempotencyRecord, type IdempotencyRecordRepository } from './idempotency/idempotency-record.ts'
export type { IdempotentResponse, KeyRefusal, Once } from './idempotency/once-per-key.ts'
export { type ListRequest, Page, type PageRequest, type Period } from './lists.ts'
export type { LinkAlgorithm } from './links/link-algorithm.ts'
export type { LinkKey, LinkKeyRepository } from './links/link-key-repository.ts'
export type { MuseumHoursRepository, StoredSchedule } from './museum-hours/museum-hours-repository.ts'
export type { AffectedTickets } from './entry-times/affected-tickets.ts'
export { type Museum, type OperationName, type Result, createMuseum } from './museum.ts'
export {
  type KnownMuseumSettings,
  type MuseumSettingName,
  type MuseumSettings,
  type MuseumSettingsChange,
  museumSettingNames,
  neededByShop,
} from './museum-settings/museum-settings.ts'
export type { OrderFilter, OrderRepository, RecordedOrderChange } from './orders/order-repository.ts'
export type {
  IsRemovalRefunded,
  RefundFilter,
  RefundPosition,
  RefundRepository,
  RefundedTicket,
} from './orders/refund-repository.ts'
export type {
  KnownPayment,
  PaymentProvider,
  PaymentRequest,
  ProviderInspection,
  ProviderRefund,
  RefundRequest,
} from './payments/payment-provider.ts'
export type { OnlineRefundRepository } from './payments/online-refund-repository.ts'
export { type MuseumPorts, type Repositories, usualMuseumName } from './ports.ts'
export type { RehearsalMark } from './rehearsal-mark.ts'
export type { PriceCategoryRepository } from './prices/price-category-repository.ts'
export { checkDateToExpire } from './privacy/purchaser-data-operations.ts'
export {
  type ErasedCount,
  Erasure,
  type PurchaserDataFilter,
  type PurchaserDataRepository,
} from './privacy/purchaser-data-repository.ts'
export { Programme, type ProgrammeScope } from './programme/programme.ts'
export type { FreeOrder, FreeOrderRepository } from './reservations/free-order-repository.ts'
export { maxFreeOrders } from './reservations/free-orders.ts'
export type {
  DecideReservation,
  DecideReservationChange,
  NewReservation,
  ReservationChange,
  ReservationCounts,
  ReservationFilter,
  ReservationRepository,
} from './reservations/reservation-repository.ts'
export { Report, type ReportDates } from './reports.ts'
export type { SalesRow } from './sales/sales-operations.ts'
export type { RefundSum, SaleSum, SalesPeriod, SalesRepository } from './sales/sales-repository.ts'
export type { ImportRow } from './special-events/special-event-operations.ts'
export type {
  DeletedEvent,
  ImportOutcome,
  ImportedEvent,
  SpecialEventRepository,
} from './special-events/special-event-repository.ts'
export type { SignatureAlgorithm, TicketKeyPair } from './ticket-keys/signature-algorithm.ts'
export { inspectSigning } from './ticket-keys/signing-keys.ts'
export type { Shop } from './shop/shop-operations.ts'
export type {
  StoredSettingRepository,
  StoredSettings,
  StoredSettingsChange,
  StoredValue,
} from './stored-settings/stored-setting-repository.ts'
export type { StoredTicketKey, TicketKeyRepository } from './ticket-keys/ticket-key-repository.ts'
export { SaleOutcomeUnknown } from './tickets/sale-outcome-unknown.ts'
export type { TicketRenderer, TicketStyle } from './tickets/ticket-renderer.ts'
export {
  Attendance,
  type AttendanceOfTime,
  type DecideSale,
  type EventTicketPosition,
  type OfferedItem,
  type SaleRefusal,
  type TicketCount,
  type TicketFilter,
  type TicketOfEvent,
  type TicketRepository,
  type TicketSale,
  type WantedTickets,
} from './tickets/ticket-repository.ts'
export type { RemovedOccurrence, TicketRevocationRepository } from './tickets/ticket-revocation-repository.ts'
export { ClientGone, OutcomeUnknown, Unavailable } from '@museum/concurrency'
export { Password, type PasswordHasher } from './users/password.ts'
export { User, type UserAccount, type UserRepository } from './users/user-repository.ts'
export { Username } from './users/username.ts'
export { type UserAdministration, type UsersOfApi, usersOfApi } from './users/users-of-api.ts'
export { type UserChanges, type UserPorts, type Users, createUsers } from './users/users.ts'
export { mailAttempts } from './mail/attempt-mail.ts'
export type {
  Mail,
  MailAboutCancellation,
  MailAboutPayment,
  MailAboutReservation,
  MailAboutTickets,
  MailWithLinks,
  MailedVisit,
  MailOutcome,
  MailSender,
  MailedTicket,
} from './mail/mail-sender.ts'
export { type Mails, createMails } from './mail/mail.ts'
export { withoutAddresses } from './mail/without-addresses.ts'
export type {
  ClaimedDelivery,
  ClaimedMail,
  ClaimedPayment,
  ClaimedWebhookDelivery,
  DeliveryRepository,
  DeliveryResult,
  MailDelivery,
  Receiver,
  WebhookDelivery,
} from './webhooks/delivery-repository.ts'
export type { MessageContent } from './webhooks/message-content.ts'
export type { StoredWebhook, WebhookRepository } from './webhooks/webhook-repository.ts'
export type { WebhookOutcome, WebhookRequest, WebhookSecret, WebhookSender } from './webhooks/webhook-sender.ts'
export { type WebhookDraft, type WebhookPorts, type Webhooks, createWebhooks } from './webhooks/webhooks.ts'
