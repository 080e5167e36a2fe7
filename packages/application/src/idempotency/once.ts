import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type {
  IdempotencyRecord,
  IdempotencyRecordRepository,
  IdempotentRequest,
  RequestInProgress,
} from './idempotency-record.ts'

/** A request with what its sender is told once it took effect: that is kept, and told again. */
export type Repeatable<Created> = IdempotentRequest & Readonly<{ answerTo: (created: Created) => string }>

/** What the sender was told the first time. */
export type Replay = Readonly<{ replayed: string }>

export type IdempotencyRefusal = RequestInProgress | Refusal<'idempotency-key-reused'>

/** A use case that takes effect once under a key, however often it is asked for. Without a key it always does. */
export type Once<Asked, Created, R extends Refusal = never> = {
  (asked: Asked): Promise<Created | R>
  (asked: Asked, request: Repeatable<Created> | undefined): Promise<Created | R | Replay | IdempotencyRefusal>
}

/**
 * Makes a use case repeatable. `carryOut` stores, in one step with what it creates, the record that it is given for it.
 * A refusal is not kept: what is refused may be possible later.
 */
export const once = <Asked, Created, R extends Refusal = never>(
  records: IdempotencyRecordRepository,
  carryOut: (
    asked: Asked,
    recordOf: (created: Created) => IdempotencyRecord | undefined,
  ) => Promise<Created | R | RequestInProgress>,
): Once<Asked, Created, R> => {
  const repeatable = async (asked: Asked, request?: Repeatable<Created>) => {
    if (request === undefined) return carryOut(asked, () => undefined)
    const { answerTo, ...identified } = request
    const first = async (): Promise<Replay | IdempotencyRefusal | undefined> => {
      const record = await records.find(request.username, request.idempotencyKey)
      if (record === undefined) return undefined
      return record.fingerprint === request.fingerprint ? { replayed: record.answer } : reused(request)
    }
    const known = await first()
    if (known !== undefined) return known
    const outcome = await carryOut(asked, (created) => ({ ...identified, answer: answerTo(created) }))
    // A twin may have been first, and what it bought may be gone again.
    return isRefusal(outcome) ? ((await first()) ?? outcome) : outcome
  }
  return repeatable as Once<Asked, Created, R>
}

const reused = ({ idempotencyKey }: IdempotentRequest) =>
  refuse('idempotency-key-reused', `Another request was sent under the key ${idempotencyKey} before.`)

/** What a repository answers when the key of a record is not free. */
export const requestInProgress = ({ idempotencyKey }: IdempotentRequest): RequestInProgress =>
  refuse('request-in-progress', `Another request under the key ${idempotencyKey} is being carried out just now.`)
