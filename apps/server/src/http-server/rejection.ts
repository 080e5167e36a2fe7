import type { Socket } from 'node:net'
import type { ProblemSlug } from '@museum/adapters-http'
import { createSemaphore } from '@museum/concurrency'
import type { Logger } from 'pino'
import type { IncompleteRequests } from './incomplete-requests.ts'
import { type Rejecting, httpMessage, rawProblems } from './raw-problem.ts'
import type { RequestQueue } from './request-queue.ts'

/** Answers with problem details on a socket that has no response object, and closes the connection. */
type ConnectionRejection = (error: NodeJS.ErrnoException, socket: Socket) => void

const problems: ReadonlyMap<string, readonly [ProblemSlug, string]> = new Map(
  Object.entries<readonly [ProblemSlug, string]>({
    ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive completely in time.'],
    HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers have more than 16 KiB.'],
    TOO_MANY_CONNECTIONS: ['service-unavailable', 'There are too many connections at the moment.'],
  }),
)

const malformed = ['validation-failed', 'The request is not HTTP as this server understands it.'] as const

/**
 * Rejects input that Node cannot parse as a request. `closeTimeout` is how long the client has to close, in
 * milliseconds.
 */
export const connectionRejection = (
  queue: RequestQueue,
  requests: IncompleteRequests,
  closeTimeout: number,
  options: Rejecting,
): ConnectionRejection => {
  const problem = rawProblems(options)
  const rejected = new WeakSet<Socket>()
  const reject: ConnectionRejection = (error, socket) => {
    // The rest of a request is being discarded: that request has been answered already.
    if (!socket.writable || error.code === 'ECONNRESET' || requests.isDiscarding(socket)) {
      socket.destroy()
      return
    }
    const timer = setTimeout(() => socket.destroy(), closeTimeout)
    socket.once('close', () => clearTimeout(timer))
    const { code } = error
    const [slug, detail] = problems.get(code ?? '') ?? malformed
    const errors =
      slug === 'validation-failed' ? [{ pointer: '#', code: 'broken-request' as const, detail }] : undefined
    socket.end(httpMessage(problem(slug, detail, errors, { code })))
  }
  return (error, socket) => {
    if (rejected.has(socket)) return
    rejected.add(socket)
    // Complete requests that came before are answered first: the client would take the rejection for their response.
    const complete = queue.lastComplete(socket)
    if (complete === undefined) reject(error, socket)
    else complete.once('close', () => reject(error, socket))
  }
}

/** Milliseconds between two warnings. */
const warningInterval = 60_000

/**
 * Refuses new connections while `maxConnections` others, which were not refused, are open. Calls `onRefused` for each, and warns of
 * the first one and then of their number, at most once a minute. Node's `server.maxConnections` would close them without a response.
 */
export const connectionLimit = (
  maxConnections: number,
  reject: ConnectionRejection,
  log: Logger,
  onRefused?: () => void,
): ((socket: Socket) => void) => {
  const slots = createSemaphore({ size: maxConnections })
  /** The number of refused connections since the last warning. */
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const warn = () => {
    timer = undefined
    if (refused === 0) return
    log.warn({ refused, maxConnections }, 'connections are refused: too many are open')
    refused = 0
    timer = setTimeout(warn, warningInterval).unref()
  }
  return (socket) => {
    if (slots.tryAcquire()) {
      socket.once('close', () => slots.release())
      return
    }
    onRefused?.()
    refused += 1
    if (timer === undefined) warn()
    reject(Object.assign(new Error('Too many connections'), { code: 'TOO_MANY_CONNECTIONS' }), socket)
    socket.destroySoon()
  }
}
