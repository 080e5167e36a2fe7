import { type Refusal, refuse } from '@museum/domain'

/** Identifies a request that the client may send again under the same key. */
export type IdempotentRequest = Readonly<{
  /** The user whose key it is: two users may choose the same key. */
  username: string
  /** The name that the client gives this one request: 1 to 255 printable ASCII characters. */
  idempotencyKey: string
  /** Distinguishes this request from others with the same key: for example a hash, of 1 to 64 printable ASCII characters. */
  fingerprint: string
}>

/** A request and the stored response to it, `answer`, as it was rendered when the request took effect. */
export type IdempotencyRecord = IdempotentRequest & Readonly<{ answer: string }>
/** The rules of records. */
export const IdempotencyRecord = {
  /** How long a record is kept at least, in seconds. */
  retentionSeconds: 24 * 60 * 60,
  /** The refusal that a repository returns when the key has another record, or a pending transaction may store one. */
  inProgress: ({ idempotencyKey }: Pick<IdempotentRequest, 'idempotencyKey'>): Refusal<'request-in-progress'> =>
    refuse('request-in-progress', `Another request under the key ${idempotencyKey} is in progress.`),
}

/**
 * The stored responses, by user and key. The repository that stores the ticket or event adds the record, in the same
 * transaction.
 */
export interface IdempotencyRecordRepository {
  /** The record of a user under a key, if there is one. */
  find(username: string, idempotencyKey: string): Promise<IdempotencyRecord | undefined>
  /**
   * Like `find`, after waiting for the transaction that is storing a record under this key, if there is one. Returns
   * `request-in-progress` when that takes too long.
   */
  findAfterPending(
    username: string,
    idempotencyKey: string,
  ): Promise<IdempotencyRecord | Refusal<'request-in-progress'> | undefined>
  /** Removes records older than 24 hours, about a thousand at most, and returns how many it removed. */
  removeExpired(): Promise<number>
}
