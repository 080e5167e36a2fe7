export type { CredentialRefusal, CredentialVerifier } from './access/credential-verifier.ts'
export { type Actor, type Principal, type Role, isRole, roles, serverPrincipal } from './access/principal.ts'
export type { AdmissionSummary, AttendanceReport, AttendanceRow } from './admissions/admission-operations.ts'
export {
  type AdmissionRepository,
  type LoggedScan,
  type NewScan,
  type ScanCounts,
  type ScanFilter,
  type ScanIdTakenRefusal,
  type ScanOutcome,
  type ScannedTicket,
  type StoredResponse,
  admissionNotFound,
  scanIdTaken,
} from './admissions/admission-repository.ts'
export { scanOutcome, toScannedTicket } from './admissions/admit-ticket.ts'
export {
  type AuditEntry,
  type AuditSubject,
  type AuditedKind,
  type AuditedValues,
  type NewAuditEntry,
  auditedKinds,
} from './audit/audit-entry.ts'
export type { AuditFilter, AuditRepository, AuditedThings } from './audit/audit-repository.ts'
export { DateOrInstant } from './audit/date-or-instant.ts'
export type { AvailabilityOfDate } from './capacity/capacity-operations.ts'
export type { CapacityChange, CapacityRepository, EventAvailability } from './capacity/capacity-repository.ts'
export {
  type IdempotencyRecord,
  type IdempotencyRecordRepository,
  maxRecordsRemovedAtOnce,
  recordRetentionSeconds,
  requestInProgress,
} from './idempotency/idempotency-record.ts'
export type { IdempotentResponse, KeyRefusal, Once } from './idempotency/once-per-key.ts'
export {
  type ListRequest,
  type Page,
  type PageRequest,
  type Period,
  defaultPage,
  maxCountedItems,
  maxRows,
  pageWithTotal,
  tooManyRows,
} from './lists.ts'
export type { MuseumHoursRepository, StoredSchedule } from './museum-hours/museum-hours-repository.ts'
export type { TicketsOfClosedDays } from './museum-hours/tickets-of-closed-days.ts'
export type { MuseumProfile } from './museum-profile/museum-profile-operations.ts'
export { type Museum, createMuseum } from './museum.ts'
export type { OperationName } from './operation-name.ts'
export type { OrderWithRefunds } from './orders/order-operations.ts'
export type { OrderRepository } from './orders/order-repository.ts'
export type { RefundOfTicket, RefundsOfTickets } from './orders/refund-operations.ts'
export type { IsRemovalRefunded, RefundFilter, RefundRepository, RefundedTicket } from './orders/refund-repository.ts'
export type { MuseumPorts, Repositories } from './ports.ts'
export { checkDateToExpire } from './privacy/purchaser-data-operations.ts'
export type { PriceCategoryRepository } from './prices/price-category-repository.ts'
export {
  type Erasure,
  type ErasureOptions,
  type PurchaserDataCount,
  type PurchaserDataFilter,
  type PurchaserDataRepository,
  maxTicketsErasedAtOnce,
} from './privacy/purchaser-data-repository.ts'
export type { Programme, ProgrammeEvent, ProgrammeScope } from './programme/programme.ts'
export { type Report, type ReportDates, allRows, maxReportDays } from './reports.ts'
export type { SalesReport, SalesRow } from './sales/sales-operations.ts'
export type { RefundSum, SaleSum, SalesPeriod, SalesRepository } from './sales/sales-repository.ts'
export type { ImportRow } from './special-events/import-special-events.ts'
export type { Precondition } from './special-events/special-event-operations.ts'
export type {
  DeletedEvent,
  ImportOutcome,
  ImportedEvent,
  RestoredSpecialEvent,
  SpecialEventRepository,
} from './special-events/special-event-repository.ts'
export type { SignatureAlgorithm, TicketKeyPair } from './ticket-keys/signature-algorithm.ts'
export { inspectSigning } from './ticket-keys/signing-keys.ts'
export type { StoredTicketKey, TicketKeyRepository } from './ticket-keys/ticket-key-repository.ts'
export type { TicketImage } from './tickets/ticket-operations.ts'
export type { TicketRenderer } from './tickets/ticket-renderer.ts'
export {
  type Attendance,
  type DecideSale,
  type EventTicketPosition,
  type OfferedItem,
  type SaleRefusal,
  type TicketCancellation,
  type TicketCount,
  type TicketFilter,
  type TicketOfEvent,
  type TicketRepository,
  type TicketSale,
  type WantedTickets,
  confirmationCodeTaken,
} from './tickets/ticket-repository.ts'
export type {
  RemovedOccurrence,
  TicketRevocationRepository,
  TicketRevocations,
} from './tickets/ticket-revocation-repository.ts'
export { ClientGone, OutcomeUnknown, Unavailable } from '@museum/concurrency'
export { SaleOutcomeUnknown } from './tickets/sale-outcome-unknown.ts'
export { Password, type PasswordHasher } from './users/password.ts'
export { type User, type UserAccount, type UserRepository, userExists, userNotFound } from './users/user-repository.ts'
export { Username, controlCharacter } from './users/username.ts'
export {
  type NewUser,
  type UserChange,
  type UserPorts,
  type Users,
  checkNotLastAdministrator,
  createUsers,
} from './users/users.ts'
export { type MailAttemptPorts, mailAttempts } from './mail/attempt-mail.ts'
export type { Mail, MailOutcome, MailSender, MailedTicket } from './mail/mail-sender.ts'
export { type MailPorts, type Mails, createMails } from './mail/mail.ts'
export { withoutAddresses } from './mail/without-addresses.ts'
export { renewedCache } from './renewed-cache.ts'
export {
  type Backlog,
  type ClaimedDelivery,
  type ClaimedMail,
  type ClaimedWebhookDelivery,
  type DeliveryRepository,
  type DeliveryResult,
  type MailDelivery,
  type MailedTicketId,
  type Receiver,
  type RecordedTicketMail,
  type TooManyMails,
  type WebhookDelivery,
  claimSeconds,
  deliveredRetentionDays,
  deliveryNotFound,
  recipientRemoved,
  maxDeliveriesRemovedAtOnce,
  mailLimits,
  tooManyMails,
} from './webhooks/delivery-repository.ts'
export type { MessageContent } from './webhooks/message-content.ts'
export {
  type PreviousSecret,
  type StoredWebhook,
  type WebhookRepository,
  tooManyWebhooks,
} from './webhooks/webhook-repository.ts'
export type {
  WebhookOutcome,
  WebhookRequest,
  WebhookSecret,
  WebhookSecretTexts,
  WebhookSender,
} from './webhooks/webhook-sender.ts'
export {
  type WebhookChanges,
  type WebhookDraft,
  type WebhookPorts,
  type WebhookWithKey,
  type WebhookWithSecret,
  type Webhooks,
  createWebhooks,
} from './webhooks/webhooks.ts'
