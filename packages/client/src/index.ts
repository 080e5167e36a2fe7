export { type AdmissionCodeContent, isRevoked, readAdmissionCode, verifyAdmissionCode } from './admission-code.ts'
export type {
  ClientOptions,
  ConditionalOptions,
  KeyedOptions,
  PreconditionOptions,
  RequestOptions,
} from './client-options.ts'
export { NoResponseError, ProblemError, type ProblemType, UnexpectedResponseError, isProblem } from './errors.ts'
export type * from './generated/schemas.ts'
export type { List, Page } from './list.ts'
export { type MuseumClient, type QueryOf, type Read, museumClient } from './museum-client.ts'
export type { DataAndResponse, ResponsePromise } from './response-promise.ts'
export { type ScannedText, readScannedText } from './scanned-text.ts'
export { type RequestHeaders, type WebhookMessage, verifyWebhook } from './verify-webhook.ts'
