export type { CredentialRefusal, CredentialVerifier } from './access/credential-verifier.ts'
export { type Forbidden, type OperationName, checkPermission, permissions } from './access/permissions.ts'
export { type Actor, type Principal, serverPrincipal } from './access/principal.ts'
export { type Role, isRole, roles } from './access/role.ts'
export {
  type AdmissionNotFound,
  type AdmissionRepository,
  type KeptAnswer,
  type LoggedScan,
  type NewScan,
  type ScanCounts,
  type ScanDecision,
  type ScanFilter,
  type ScanIdTaken,
  type TicketChanged,
  admissionNotFound,
  scanIdTaken,
  ticketChanged,
} from './admissions/admission-repository.ts'
export type { AdmitTicket, ScanIdReused } from './admissions/admit-ticket.ts'
export type { OnlyToday } from './admissions/day-of-scans.ts'
export type { AdmissionSummary, GetAdmissionSummary } from './admissions/get-admission-summary.ts'
export type { ListAdmissions } from './admissions/list-admissions.ts'
export type { RevertAdmission } from './admissions/revert-admission.ts'
export type { ScanOutcome, ScannedTicket } from './admissions/scan-outcome.ts'
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
export type { AuditQuery, ListAuditEntries } from './audit/list-audit-entries.ts'
export type { CapacityChange, CapacityRepository, SoldPlaces } from './capacity/capacity-repository.ts'
export type { GetEventAvailability } from './capacity/get-event-availability.ts'
export type { GetEventCapacity } from './capacity/get-event-capacity.ts'
export type { GetGeneralEntryAvailability } from './capacity/get-general-entry-availability.ts'
export type { GetGeneralEntryCapacity } from './capacity/get-general-entry-capacity.ts'
export type { SetEventCapacity } from './capacity/set-event-capacity.ts'
export type { SetGeneralEntryCapacity } from './capacity/set-general-entry-capacity.ts'
export {
  type IdempotencyRecord,
  type IdempotencyRecordRepository,
  type IdempotentRequest,
  type KeyedRequest,
  type RequestInProgress,
  maxRecordsRemovedAtOnce,
  requestInProgress,
  recordRetentionSeconds,
} from './idempotency/idempotency-record.ts'
export type { Idempotent, IdempotencyKeyReused, IdempotentAnswer } from './idempotency/idempotent.ts'
export type { IdempotentOperations } from './idempotency/idempotent-operations.ts'
export {
  type ChangeOpeningHours,
  type OpeningHoursOutcome,
  type TicketsAreSold,
  type TicketsOfClosedDays,
  describeTicketsOfClosedDays,
} from './museum-hours/change-opening-hours.ts'
export type { GetMuseumHours } from './museum-hours/get-museum-hours.ts'
export type { GetSchedule } from './museum-hours/get-schedule.ts'
export type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
export { type Museum, openMuseum } from './museum.ts'
export { type Page, type PageRequest, defaultPage, maxCountedItems, pageOf } from './paging.ts'
export type { Period, PeriodQuery } from './period.ts'
export type { MuseumPorts } from './ports.ts'
export type { CountPurchaserData } from './privacy/count-purchaser-data.ts'
export type { ErasePurchaserData } from './privacy/erase-purchaser-data.ts'
export { type DateInTheFuture, type ExpirePurchaserData, checkDateToExpire } from './privacy/expire-purchaser-data.ts'
export {
  type Erasure,
  type ErasureOptions,
  type PurchaserDataCount,
  type PurchaserDataFilter,
  type PurchaserDataRepository,
  maxTicketsErasedAtOnce,
} from './privacy/purchaser-data-repository.ts'
export type { Repositories } from './repositories.ts'
export type { CreateSpecialEvent } from './special-events/create-special-event.ts'
export type { DeleteSpecialEvent } from './special-events/delete-special-event.ts'
export type { ExportSpecialEvents } from './special-events/export-special-events.ts'
export type { GetSpecialEvent } from './special-events/get-special-event.ts'
export type { ImportRow, ImportSpecialEvents } from './special-events/import-special-events.ts'
export type { ListDeletedSpecialEvents } from './special-events/list-deleted-special-events.ts'
export type { ListSpecialEvents } from './special-events/list-special-events.ts'
export type { Precondition, PreconditionFailed } from './special-events/precondition.ts'
export type { RestoreSpecialEvent } from './special-events/restore-special-event.ts'
export type {
  ImportedEvent,
  ImportOutcome,
  RemovedEvent,
  RestoredSpecialEvent,
  SpecialEventRepository,
} from './special-events/special-event-repository.ts'
export type { UpdateSpecialEvent } from './special-events/update-special-event.ts'
export type { EnsureTicketKey } from './ticket-keys/ensure-ticket-key.ts'
export type { GivenTicketKeyRevoked, TicketKeyNotGiven } from './ticket-keys/find-signing-key.ts'
export { type PrivateKeyUnusable, type Signing, inspectSigning } from './ticket-keys/inspect-signing.ts'
export type { ListTicketKeys } from './ticket-keys/list-ticket-keys.ts'
export type { TicketKeysUsedUp } from './ticket-keys/new-ticket-key.ts'
export type { RevokeTicketKey } from './ticket-keys/revoke-ticket-key.ts'
export type { GivenTicketKeyInUse, RotateTicketKey } from './ticket-keys/rotate-ticket-key.ts'
export type { SignatureAlgorithm, TicketKeyPair } from './ticket-keys/signature-algorithm.ts'
export type { StoredTicketKey, TicketKeyRepository } from './ticket-keys/ticket-key-repository.ts'
export type { BuyMuseumTickets } from './tickets/buy-museum-tickets.ts'
export type { CancelTicket } from './tickets/cancel-ticket.ts'
export type { ExportTickets } from './tickets/export-tickets.ts'
export type { FindTickets } from './tickets/find-tickets.ts'
export type { GetTicket } from './tickets/get-ticket.ts'
export type { GetTicketCode, TicketCode } from './tickets/get-ticket-code.ts'
export type { GetTicketRevocations } from './tickets/get-ticket-revocations.ts'
export type { TicketRenderer } from './tickets/ticket-renderer.ts'
export {
  type ConfirmationCodeTaken,
  type EventTicketPosition,
  type NoPlaceLeft,
  type PurchaseContextChanged,
  type TicketCount,
  type TicketCancellation,
  type TicketFilter,
  type TicketOfEvent,
  type TicketRepository,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
} from './tickets/ticket-repository.ts'
export type {
  RemovedOccurrence,
  TicketRevocationRepository,
  TicketRevocations,
} from './tickets/ticket-revocation-repository.ts'
export { OutcomeUnknown, Unavailable } from './unavailable.ts'
export type { AddFirstUser, AddUser, NewUser } from './users/add-user.ts'
export type { ChangeUserPassword } from './users/change-user-password.ts'
export type { ChangeUserRole } from './users/change-user-role.ts'
export type { DisableUser } from './users/disable-user.ts'
export type { EnableUser } from './users/enable-user.ts'
export type { ListUsers } from './users/list-users.ts'
export { controlCharacter } from './users/control-character.ts'
export { Password } from './users/password.ts'
export type { PasswordHasher } from './users/password-hasher.ts'
export type { RemoveUser } from './users/remove-user.ts'
export {
  type LastAdministrator,
  type User,
  type UserAccount,
  type UserChange,
  type UserExists,
  type UserNotFound,
  userExists,
  userNotFound,
} from './users/user.ts'
export type { UserPorts } from './users/user-ports.ts'
export type { UserRepository } from './users/user-repository.ts'
export { Username } from './users/username.ts'
export { type Users, openUsers } from './users/users.ts'
