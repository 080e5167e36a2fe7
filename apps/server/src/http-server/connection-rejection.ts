import type { Socket } from 'node:net'
import type { ProblemSlug } from '@museum/adapters-http'
import type { Logger } from 'pino'
import type { IncompleteRequests } from './incomplete-requests.ts'
import { httpMessage, rawProblem } from './raw-problem.ts'
import type { RequestQueue } from './request-queue.ts'

/** Answers with a problem record on a socket that has no response object, and closes the connection. */
export type ConnectionRejection = (error: NodeJS.ErrnoException, socket: Socket) => void

const problems: Readonly<Record<string, readonly [ProblemSlug, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive completely in time.'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers have more than 16 KiB.'],
  TOO_MANY_CONNECTIONS: ['service-unavailable', 'There are too many connections just now.'],
}

const problemOf = (code = '') => {
  const [slug, detail] = problems[code] ?? [
    'validation-failed',
    'The request is not HTTP as this server understands it.',
  ]
  return rawProblem(
    slug,
    detail,
    slug === 'validation-failed' ? [{ pointer: '#', code: 'broken-request', detail }] : undefined,
  )
}

/**
 * Rejects input that Node cannot parse as a request. `closeTimeout` is how long the client has to close, in
 * milliseconds.
 */
export const connectionRejection = (
  queue: RequestQueue,
  requests: IncompleteRequests,
  closeTimeout: number,
  log: Logger,
  onRejected?: (status: number) => void,
): ConnectionRejection => {
  const rejected = new WeakSet<Socket>()
  const reject: ConnectionRejection = (error, socket) => {
    // While the rest of a request is discarded, that request has been answered already.
    if (!socket.writable || error.code === 'ECONNRESET' || requests.isDiscarding(socket)) {
      socket.destroy()
      return
    }
    const timer = setTimeout(() => socket.destroy(), closeTimeout)
    socket.once('close', () => clearTimeout(timer))
    const problem = problemOf(error.code)
    log.info({ requestId: problem.requestId, code: error.code }, 'rejected before it reached the application')
    onRejected?.(problem.status)
    socket.end(httpMessage(problem))
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
