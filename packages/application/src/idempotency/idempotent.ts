import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Principal } from '../access/principal.ts'
import { type Forbidden, type OperationName, checkPermission } from '../access/permissions.ts'
import { checkKeyedRequest } from './check-keyed-request.ts'
import {
  type IdempotencyRecord,
  type IdempotencyRecordRepository,
  type IdempotentRequest,
  type KeyedRequest,
  type RequestInProgress,
} from './idempotency-record.ts'

/**
 * The text that `render` returned for a request. `replayed` is true when it is from an earlier request with the same
 * key.
 */
export type IdempotentAnswer = Readonly<{ answer: string; replayed: boolean }>

/** Another request of the user had the same key. */
export type IdempotencyKeyReused = Refusal<'idempotency-key-reused'>

/**
 * A use case that takes effect once under a key, however often it is called. `render` turns what is created into the
 * answer, which is stored in the same transaction; a later call under the same key gets the stored answer. A refusal is
 * not stored: what is refused now may be possible later. `forbidden` when the role of the principal may not call the
 * operation, also for a repetition. Throws a `TypeError` for a key or a fingerprint of another form than `KeyedRequest` says.
 */
export type Idempotent<Input, Created, R extends Refusal = never> = (
  input: Input,
  request: KeyedRequest,
  render: (created: Created) => string,
) => Promise<IdempotentAnswer | R | RequestInProgress | IdempotencyKeyReused | Forbidden>

/** Makes a use case idempotent. `create` stores, in one transaction with what it creates, the record that `recordOf` makes. */
export const idempotent =
  <Input, Created, R extends Refusal = never>(
    records: IdempotencyRecordRepository,
    operation: OperationName,
    create: (
      input: Input,
      principal: Principal,
      recordOf: (created: Created) => IdempotencyRecord,
    ) => Promise<Created | R | RequestInProgress>,
  ): Idempotent<Input, Created, R> =>
  async (input, keyedRequest, render) => {
    checkKeyedRequest(keyedRequest)
    const { principal, idempotencyKey, fingerprint } = keyedRequest
    const forbidden = checkPermission(principal, operation)
    if (forbidden !== undefined) return forbidden
    const { username } = principal
    const request = { username, idempotencyKey, fingerprint }
    const earlier = await records.find(username, idempotencyKey)
    if (earlier !== undefined) return replay(earlier, request)
    let answer = ''
    const outcome = await create(input, principal, (created) => {
      answer = render(created)
      return { ...request, answer }
    })
    if (!isRefusal(outcome)) return { answer, replayed: false }
    // A concurrent request with this key may have committed; replay its answer. The repository has waited for it already
    // where it refused the record.
    const hasWaited = outcome.refusal === 'request-in-progress'
    const concurrent = await (hasWaited
      ? records.find(username, idempotencyKey)
      : records.findAfterPending(username, idempotencyKey))
    if (concurrent === undefined) return outcome as R | RequestInProgress
    return isRefusal(concurrent) ? concurrent : replay(concurrent, request)
  }

const replay = (record: IdempotencyRecord, request: IdempotentRequest): IdempotentAnswer | IdempotencyKeyReused =>
  record.fingerprint === request.fingerprint
    ? { answer: record.answer, replayed: true }
    : refuse('idempotency-key-reused', `Another request was sent under the key ${request.idempotencyKey} before.`)
