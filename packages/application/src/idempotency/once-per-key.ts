import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { IdempotencyRecord, IdempotencyRecordRepository, IdempotentRequest } from './idempotency-record.ts'

/** Makes a use case take effect once, however often the actor calls it with this key. */
export type Once<Created> = Pick<IdempotentRequest, 'idempotencyKey' | 'fingerprint'> &
  Readonly<{
    /** Renders the response to what is created, which is stored in the same transaction. */
    render: (created: Created) => string
  }>

/**
 * `response` is the text that `render` returned; `replayed` is true when it is the stored response to an earlier call with the
 * same key.
 */
export type IdempotentResponse = Readonly<{ response: string; replayed: boolean }>

/** Why a call with a key is refused: an earlier call with the key is in progress, or had another fingerprint. */
export type KeyRefusal = Refusal<'request-in-progress' | 'idempotency-key-reused'>

/**
 * A use case that creates something: a ticket, an order, an event. With `once`, later calls of the actor with the key return the
 * stored response, and create nothing. A refusal is not stored: a later call may succeed. Throws a `TypeError` for a key that is
 * not 1 to 255, or a fingerprint that is not 1 to 64 printable ASCII characters.
 */
export interface Creation<Input, Created, R extends Refusal, By extends Actor | undefined> {
  (input: Input, options: Readonly<{ actor: Actor; once: Once<Created> }>): Promise<IdempotentResponse | R | KeyRefusal>
  (
    input: Input,
    options: Readonly<{ actor: Actor; once: Once<Created> | undefined }>,
  ): Promise<Created | IdempotentResponse | R | KeyRefusal>
  (
    input: Input,
    ...options: undefined extends By
      ? [options?: Readonly<{ actor?: By; once?: undefined }>]
      : [options: Readonly<{ actor: By; once?: undefined }>]
  ): Promise<Created | R>
}

/** A request under a key, for a repository, and how its response is rendered. */
export type KeyedRequest<Created> = Readonly<{ request: IdempotentRequest; render: (created: Created) => string }>

/**
 * Makes a `Creation`. `create` stores the record of `keyed` in one transaction with what it creates, and returns
 * `request-in-progress` only with `keyed`.
 */
export const oncePerKey = <Input, Created extends object, R extends Refusal, By extends Actor | undefined>(
  records: IdempotencyRecordRepository,
  create: (
    input: Input,
    actor: By,
    keyed?: KeyedRequest<Created>,
  ) => Promise<Created | R | Refusal<'request-in-progress'>>,
): Creation<Input, Created, R, By> => {
  const createOnce = async (
    input: Input,
    actor: Actor & By,
    { idempotencyKey, fingerprint, render }: Once<Created>,
  ): Promise<IdempotentResponse | R | KeyRefusal> => {
    const request = { username: actor.username, idempotencyKey, fingerprint }
    checkRequest(request)
    const earlier = await records.find(actor.username, idempotencyKey)
    if (earlier !== undefined) return replay(earlier, request)
    let rendered: Readonly<{ created: Created; response: string }> | undefined
    const renderAndKeep = (created: Created) => {
      const response = render(created)
      rendered = { created, response }
      return response
    }
    const outcome = await create(input, actor, { request, render: renderAndKeep })
    // An attempt whose outcome was unknown may have stored what was decided then, with this response.
    if (!isRefusal(outcome)) {
      const created = outcome as Created
      return { response: rendered?.created === created ? rendered.response : render(created), replayed: false }
    }
    // A concurrent request with this key may have committed: replay its response. If the repository refused the record,
    // it has already waited for that request.
    const hasWaited = outcome.refusal === 'request-in-progress'
    const concurrent = await (hasWaited
      ? records.find(actor.username, idempotencyKey)
      : records.findAfterPending(actor.username, idempotencyKey))
    if (concurrent === undefined) return outcome as R | Refusal<'request-in-progress'>
    return isRefusal(concurrent) ? concurrent : replay(concurrent, request)
  }
  const creation = async (
    input: Input,
    { actor, once }: Readonly<{ actor?: Actor | undefined; once?: Once<Created> | undefined }> = {},
  ) => (once === undefined ? create(input, actor as By) : createOnce(input, actor as Actor & By, once))
  return creation as Creation<Input, Created, R, By>
}

/**
 * Throws a `TypeError` for a key or a fingerprint that MySQL cannot store, so that an embedder sees the fault with
 * every repository.
 */
const checkRequest = ({ idempotencyKey, fingerprint }: IdempotentRequest): void => {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, such as a UUID.')
  if (!/^[\x20-\x7e]{1,64}$/.test(fingerprint))
    throw new TypeError(
      'fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.',
    )
}

const replay = (
  record: IdempotencyRecord,
  request: IdempotentRequest,
): IdempotentResponse | Refusal<'idempotency-key-reused'> =>
  record.fingerprint === request.fingerprint
    ? { response: record.answer, replayed: true }
    : refuse('idempotency-key-reused', `The key ${request.idempotencyKey} was used for another request before.`)
