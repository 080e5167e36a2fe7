export type { CredentialRefusal, CredentialVerifier, Principal } from './access/credential-verifier.ts'
export type { User, UserRepository } from './access/user-repository.ts'
export {
  type IdempotencyRecord,
  type IdempotencyRecordRepository,
  type IdempotentRequest,
  type RequestInProgress,
  maxRecordsRemovedAtOnce,
  requestInProgress,
  recordRetentionSeconds,
} from './idempotency/idempotency-record.ts'
export type { Idempotent, IdempotencyKeyReused, IdempotentAnswer } from './idempotency/idempotent.ts'
export type { IdempotentOperations } from './idempotency/idempotent-operations.ts'
export type { ChangeOpeningHours, OpeningHoursChange } from './museum-hours/change-opening-hours.ts'
export type { GetMuseumHours } from './museum-hours/get-museum-hours.ts'
export type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
export { type Museum, openMuseum } from './museum.ts'
export { type Page, type PageRequest, maxCountedItems, pageOf } from './paging.ts'
export type { Period, PeriodQuery } from './period.ts'
export type { MuseumPorts } from './ports.ts'
export type { CreateSpecialEvent } from './special-events/create-special-event.ts'
export type { DeleteSpecialEvent } from './special-events/delete-special-event.ts'
export type { GetSpecialEvent } from './special-events/get-special-event.ts'
export type { ListSpecialEvents } from './special-events/list-special-events.ts'
export type { Precondition, PreconditionFailed } from './special-events/precondition.ts'
export type { SpecialEventRepository } from './special-events/special-event-repository.ts'
export type { UpdateSpecialEvent } from './special-events/update-special-event.ts'
export type { BuyMuseumTickets } from './tickets/buy-museum-tickets.ts'
export type { GetTicketCode, TicketCode } from './tickets/get-ticket-code.ts'
export type { TicketRenderer } from './tickets/ticket-renderer.ts'
export {
  type ConfirmationCodeTaken,
  type PurchaseContextChanged,
  type TicketRepository,
  confirmationCodeTaken,
  purchaseContextChanged,
} from './tickets/ticket-repository.ts'
export { OutcomeUnknown, Unavailable } from './unavailable.ts'
