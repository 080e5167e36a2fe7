import type { Problem, ProblemFault, ProblemValues } from './generated/schemas.ts'
import { problemTypes } from './generated/problem-types.ts'

/** A problem type such as `sold-out`, or `other` for one that a later version of the API has added. */
export type ProblemType = (typeof problemTypes)[number] | 'other'

const typeOf = (record: Problem): ProblemType => {
  // The last part of a path such as /problems/sold-out, which has a prefix if the API is mounted in an application.
  const slug = record.type.slice(record.type.lastIndexOf('/') + 1)
  return problemTypes.find((type) => type === slug) ?? 'other'
}

/** The server responded with problem details (RFC 9457). Compare `type` to find out which problem it is. */
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
  /** The numbers, dates, times and identifiers of `detail` by name; empty for most types, and from older servers. */
  readonly values: ProblemValues
  /** The problem details as they were sent. `instance` identifies the response in the log of the server. */
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
    this.values = record.values ?? {}
    this.record = record
    this.retryAfter = retryAfter
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether a caught value is a problem of one of these types, or of any type if none is given. */
export const isProblem = <Type extends ProblemType = ProblemType>(
  error: unknown,
  ...types: readonly Type[]
): error is ProblemError & { readonly type: Type } =>
  error instanceof ProblemError && (types.length === 0 || types.some((type) => type === error.type))

/**
 * No complete response arrived, nor did one to the repetitions: there was no connection, or no response within the time
 * limit. `cause` is the last error of `fetch`, or a `TimeoutError`. A request that changes something may have taken
 * effect.
 */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  /** How many times the request was sent. */
  readonly attempts: number
  /** The key of the request, if it had one: a repetition under this key has no second effect. */
  readonly idempotencyKey: string | undefined

  constructor(request: string, attempts: number, cause: unknown, idempotencyKey?: string) {
    super(`${request} got no response${attempts > 1 ? ` in ${attempts} attempts` : ''}`, { cause })
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}

/** The response is not from the API: for example the error page of a proxy, or a redirect, which is not followed. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  /** The status of the response; 0 for a redirect in a browser, which hides the status. */
  readonly status: number
  /** The response. Its body was read already, and is in `text`. */
  readonly response: Response
  /** The body of the response. */
  readonly text: string

  constructor(request: string, response: Response, text: string, reason = reasonOf(response)) {
    super(`${request} got a response that is not of the API: ${reason}`)
    this.status = response.status
    this.response = response
    this.text = text
  }
}

const reasonOf = ({ status, headers }: Response): string => {
  // Without the query, which may contain an e-mail address.
  const target = headers.get('Location')?.replace(/[?#].*/, '')
  if (target) return `${status}, a redirect to ${target}`
  return `${status}, ${headers.get('Content-Type') ?? (status ? 'no media type' : 'a redirect')}`
}
