import { type Refusal, refuse } from '@museum/domain'

/** Identifies a request that its client may send again under the same key. */
export type IdempotentRequest = Readonly<{
  /** The user whose key it is: two users may choose the same key. */
  username: string
  /** The name that the client gives this one request: 1 to 255 visible ASCII characters. */
  idempotencyKey: string
  /** Tells this request from another one under the same key: at most 64 ASCII characters. */
  fingerprint: string
}>

/** A request and the answer that it had when it took effect. */
export type IdempotencyRecord = IdempotentRequest & Readonly<{ answer: string }>

/** Another request under the same key took effect, or is being carried out. */
export type RequestInProgress = Refusal<'request-in-progress'>

/** What a repository answers when another record has the key, or may have it soon. */
export const requestInProgress = ({ idempotencyKey }: Pick<IdempotentRequest, 'idempotencyKey'>): RequestInProgress =>
  refuse('request-in-progress', `Another request under the key ${idempotencyKey} is being carried out just now.`)

/** The seconds for which a record is kept at least. */
export const recordRetentionSeconds = 24 * 60 * 60

/** The most records that one call of `removeExpired` removes, about. */
export const maxRecordsRemovedAtOnce = 1_000

/**
 * The answers by key. A record is added by the repository that stores the ticket or event it is about, in the same
 * transaction.
 */
export interface IdempotencyRecordRepository {
  find(username: string, idempotencyKey: string): Promise<IdempotencyRecord | undefined>
  /**
   * Like `find`, after waiting for the transaction that is storing a record under this key, if there is one. Returns
   * `request-in-progress` when that takes too long.
   */
  findAfterPending(username: string, idempotencyKey: string): Promise<IdempotencyRecord | RequestInProgress | undefined>
  /** Removes records older than 24 hours, about a thousand at most, and returns how many it removed. */
  removeExpired(): Promise<number>
}
