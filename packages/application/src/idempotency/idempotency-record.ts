import type { Refusal } from '@museum/domain'

/** A request that its sender may send again: whatever happens on the way, it takes effect once. */
export type IdempotentRequest = Readonly<{
  /** Whose key it is: two users may choose the same. */
  username: string
  /** What the sender calls this one request: 1 to 255 visible ASCII characters. */
  idempotencyKey: string
  /** Tells this request from another one under the same key: at most 64 ASCII characters. */
  fingerprint: string
}>

/** What its sender was told when it took effect. */
export type IdempotencyRecord = IdempotentRequest & Readonly<{ answer: string }>

/** Another request under the same key was first, or is being carried out just now. */
export type RequestInProgress = Refusal<'request-in-progress'>

/**
 * What was answered under which key. A record is added by the repository that stores what was asked for, in the same
 * step; it is kept for at least 24 hours.
 */
export interface IdempotencyRecordRepository {
  find(username: string, idempotencyKey: string): Promise<IdempotencyRecord | undefined>
}
