import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type ProblemSlug, problemDetails } from '@museum/adapters-http'
import type { Logger } from 'pino'

/** Problem details as the parts of an HTTP response, for a request that does not reach the application. */
export type RawProblem = Readonly<{
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}>

/** What happens with a request that does not reach the application. */
export type Rejecting = Readonly<{
  log: Logger
  /** The path below which clients see the application, for the problem types. */
  mountPath?: string | undefined
  /** Called with the status of the response to each such request. */
  onRejected?: ((status: number) => void) | undefined
}>

/** Makes problem details, each with a request identifier of its own, under which it is logged, with `cause` or its status. */
export const rawProblems =
  ({ log, onRejected, mountPath = '' }: Rejecting) =>
  (slug: ProblemSlug, detail: string, errors?: Parameters<typeof problemDetails>[3], cause?: object): RawProblem => {
    const requestId = randomUUIDv7()
    const record = problemDetails(slug, requestId, detail, errors, mountPath)
    const { status } = record
    log.info({ requestId, ...(cause ?? { status }) }, 'rejected before it reached the application')
    onRejected?.(status)
    const body = JSON.stringify(record)
    const headers = {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...(slug === 'service-unavailable' && { 'Retry-After': '2' }),
      'Content-Length': String(Buffer.byteLength(body)),
    }
    return { status, headers, body }
  }

/** The response as text to write to a socket; it closes the connection. */
export const httpMessage = ({ status, headers, body }: RawProblem): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
