import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Rejecting, rawProblems } from './raw-problem.ts'

/** A `fetch` function such as a Hono application has. */
export type Fetch = Parameters<typeof getRequestListener>[0]

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** Answers requests with the application; without it, requests that cannot be passed to a `fetch` function. */
export const requestListener = (fetch: Fetch, maxHeaders: number, options: Rejecting): RequestListener => {
  const { log, onRejected } = options
  const problem = rawProblems(options)
  const application = getRequestListener(fetch, {
    // `incompleteRequests` reads the rest of a request's body: Hono would end that after 500 ms, and reset the connection.
    autoCleanupIncoming: false,
    // Called when the Host and the target of the request do not form a URL.
    errorHandler: () => {
      const detail = 'The Host or the target of the request is malformed.'
      const { status, headers, body } = problem('validation-failed', detail, [
        { header: 'Host', code: 'broken-request', detail },
      ])
      return new Response(body, { status, headers })
    },
  })

  const rejectHeaders = (response: ServerResponse) => {
    const { status, headers, body } = problem('headers-too-large', `There are more than ${maxHeaders} headers.`)
    response.writeHead(status, headers).end(body)
  }
  /** `OPTIONS *` applies to the server as a whole (RFC 9110); it has no URL. */
  const answerServerOptions = (response: ServerResponse) => {
    const requestId = randomUUIDv7()
    log.info({ requestId, method: 'OPTIONS', path: '*', status: 204 }, 'answered')
    onRejected?.(204)
    response.writeHead(204, { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS', 'X-Request-Id': requestId }).end()
  }
  return (request, response) => {
    if (request.rawHeaders.length / 2 > maxHeaders) return rejectHeaders(response)
    if (request.method === 'OPTIONS' && request.url === '*') return answerServerOptions(response)
    // HTTP/1.0 does not require a Host. Node keeps the first of several, which RFC 9112 wants rejected.
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost'
    if (hasSeveralHosts(request)) delete request.headers.host
    void application(request, response)
  }
}

// `headersDistinct` would make a second object of all headers.
const hasSeveralHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((text, n) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host').length > 1
