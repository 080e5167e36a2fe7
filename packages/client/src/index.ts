export { type AdmissionCodeContent, isRevoked, verifyAdmissionCode } from './admission-code.ts'
export type {
  ClientOptions,
  ConditionalOptions,
  KeyedOptions,
  PreconditionOptions,
  RequestOptions,
} from './client-options.ts'
export type {
  AdmissionSummary,
  AdmittedScan,
  AuditEntry,
  Availability,
  CancellationFields,
  Capacity,
  CapacityFields,
  EventTicketConfirmation,
  EventTicketPurchase,
  GeneralTicketConfirmation,
  GeneralTicketPurchase,
  KnownFaultCode,
  LoggedScan,
  MuseumHours,
  Problem,
  ProblemFault,
  RefusedScan,
  RemovedOccurrence,
  ScanFields,
  ScannedTicket,
  ScanOutcome,
  SoldTicket,
  SpecialEvent,
  SpecialEventChanges,
  SpecialEventFields,
  TicketConfirmation,
  TicketKey,
  TicketKeySet,
  TicketPurchase,
  TicketRevocations,
  TicketType,
} from './generated/openapi.ts'
export type { List, Page } from './list.ts'
export { type MuseumClient, type QueryOf, type Read, museumClient } from './museum-client.ts'
export { NoResponseError } from './no-response-error.ts'
export { ProblemError, type ProblemType, isProblem } from './problem-error.ts'
export type { DataAndResponse, ResponsePromise } from './response-promise.ts'
export { UnexpectedResponseError } from './unexpected-response-error.ts'
