export { type AdmissionCodeContent, isRevoked, verifyAdmissionCode } from './admission-code.ts'
export type {
  ClientOptions,
  ConditionalOptions,
  KeyedOptions,
  PreconditionOptions,
  RequestOptions,
} from './client-options.ts'
export { NoResponseError, ProblemError, type ProblemType, UnexpectedResponseError, isProblem } from './errors.ts'
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
  PriceCategories,
  PriceCategoriesFields,
  PriceCategory,
  Problem,
  ProblemFault,
  RefusedScan,
  RemovedOccurrence,
  ScanFields,
  ScanOutcome,
  ScannedTicket,
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
export type { DataAndResponse, ResponsePromise } from './response-promise.ts'
