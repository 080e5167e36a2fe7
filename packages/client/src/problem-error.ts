import type { Problem, ProblemFault } from './generated/openapi.ts'
import { problemTypes } from './generated/problem-types.ts'

/** A problem type such as `sold-out`, or `other` for one that a later version of the API has added. */
export type ProblemType = (typeof problemTypes)[number] | 'other'

const typeOf = (record: Problem): ProblemType => {
  // Of a path such as /problems/sold-out, which has a prefix when the API is mounted in another one.
  const slug = record.type.slice(record.type.lastIndexOf('/') + 1)
  return problemTypes.find((type) => type === slug) ?? 'other'
}

/** The server has answered with a problem record (RFC 9457). Compare `type` to find out which. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  /** The kind of problem. A `switch` over it is checked by the compiler. */
  readonly type: ProblemType
  /** The status of the response. */
  readonly status: number
  /** What is wrong with this request, in words. */
  readonly detail: string
  /** The faults of the request with their places; empty for most types. */
  readonly errors: readonly ProblemFault[]
  /** The record as it was sent. Its `instance` is the identifier under which the log of the server has the response. */
  readonly record: Problem
  /** The seconds after which the request may be sent again, from `Retry-After`; otherwise `undefined`. */
  readonly retryAfter: number | undefined
  /** The key of the request, if it had one: a repetition under this key has no second effect. */
  readonly idempotencyKey: string | undefined

  constructor(record: Problem, retryAfter?: number, idempotencyKey?: string) {
    super(`${record.title}: ${record.detail}`)
    this.type = typeOf(record)
    this.status = record.status
    this.detail = record.detail
    this.errors = record.errors ?? []
    this.record = record
    this.retryAfter = retryAfter
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether a caught value is a problem of one of these types; without types, of any. */
export const isProblem = <Type extends ProblemType = ProblemType>(
  error: unknown,
  ...types: readonly Type[]
): error is ProblemError & { readonly type: Type } =>
  error instanceof ProblemError && (types.length === 0 || types.some((type) => type === error.type))
