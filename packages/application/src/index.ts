export type { CredentialRefusal, CredentialVerifier, Principal } from './access/credential-verifier.ts'
export type { User, UserRepository } from './access/user-repository.ts'
export type {
  IdempotencyRecord,
  IdempotencyRecordRepository,
  IdempotentRequest,
  RequestInProgress,
} from './idempotency/idempotency-record.ts'
export {
  type IdempotencyRefusal,
  type Once,
  type Repeatable,
  type Replay,
  requestInProgress,
} from './idempotency/once.ts'
export type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
export { type Museum, openMuseum } from './museum.ts'
export { type Page, type PageRequest, countedUpTo, pageOf } from './paging.ts'
export type { Period, PeriodQuery } from './period.ts'
export type { MuseumPorts } from './ports.ts'
export type { Precondition, PreconditionFailed } from './special-events/precondition.ts'
export type { SpecialEventRepository } from './special-events/special-event-repository.ts'
export type { TicketCode } from './tickets/get-ticket-code.ts'
export type { TicketRenderer } from './tickets/ticket-renderer.ts'
export type { ConfirmationCodeTaken, TicketRepository } from './tickets/ticket-repository.ts'
export { OutcomeUnknown, Unavailable } from './unavailable.ts'
