import { OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import { type CredentialVerifier, type Museum, OutcomeUnknown, Unavailable } from '@museum/application'
import type { TicketId } from '@museum/domain'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { basePathFault } from './base-path.ts'
import { documentation } from './documentation/documentation.ts'
import { openApiDocument } from './documentation/openapi-document.ts'
import { cachedFor } from './health/cached-for.ts'
import { authentication } from './middleware/authentication.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import type { MuseumEnv } from './museum-env.ts'
import { getMuseumHours } from './museum-hours/get-museum-hours.ts'
import { empty, json, unkept } from './operation/response.ts'
import { problem } from './problems/problem.ts'
import { createSpecialEvent } from './special-events/create-special-event.ts'
import { deleteSpecialEvent } from './special-events/delete-special-event.ts'
import { getSpecialEvent } from './special-events/get-special-event.ts'
import { listSpecialEvents } from './special-events/list-special-events.ts'
import { updateSpecialEvent } from './special-events/update-special-event.ts'
import { buyMuseumTickets } from './tickets/buy-museum-tickets.ts'
import { getTicketCode } from './tickets/get-ticket-code.ts'

const operations = [
  getMuseumHours,
  createSpecialEvent,
  listSpecialEvents,
  getSpecialEvent,
  updateSpecialEvent,
  deleteSpecialEvent,
  buyMuseumTickets,
  getTicketCode,
]

/** What is known of a request once it is answered. It holds no credentials and nothing from a body or a query. */
export type RequestRecord = Readonly<{
  requestId: string
  /** The identifier that the caller gave the request. */
  callerRequestId?: string
  method: string
  /** The first 500 characters of it. */
  path: string
  /** Whom it comes from, where that is known. */
  clientAddress?: string
  status: number
  milliseconds: number
  /** What was thrown, when that is why the answer is 500 or 503. */
  error?: Error
}>

export type MuseumApiOptions = Readonly<{
  /** Where the operations are; by default `/v1.1`. One of which `basePathFault` has a fault throws a `TypeError`. */
  basePath?: string
  /** The origins whose pages may read the answers; by default none. */
  corsOrigins?: readonly string[]
  /** A UUID for each request. */
  newRequestId?: () => string
  /** Whom a request comes from, as an IP address; without it, failures to authenticate cannot be told apart by it. */
  clientAddress?: (c: Context) => string
  /** Told of each request once it is answered. */
  onAnswered?: (record: RequestRecord) => void
  /**
   * Whether what the museum depends on can be reached, for `/readyz`, and whether it stores what is written: an object means
   * that it can be reached, and true is short for `{ writes: true }`. It is called at most once a second, and not again
   * before it has answered.
   */
  isReady?: () => Promise<boolean | Readonly<{ writes: boolean }>>
  /** From when this is aborted, `/readyz` says that the museum is not ready: abort it first when the server stops. */
  stopping?: AbortSignal
  /** After so many milliseconds a request is answered, come what may; by default ten seconds. */
  deadline?: number
  /** Runs what a request does, all of which must be done within so many milliseconds: a little before the deadline. */
  within?: <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>
  /** So many requests may be under way below the base path; who comes after them is told at once to come later. */
  mostAtOnce?: number
}>

/**
 * The museum over HTTP: the operations behind the base path, for those whose credentials are good; beside it the
 * documentation, `/healthz` and `/readyz` for everyone. A Hono application, to be served, or to be handed whole
 * requests by another one: `app.all('/museum/*', (c) => api.fetch(c.req.raw, c.env))`.
 */
export const museumApi = (
  museum: Museum,
  credentials: CredentialVerifier,
  {
    basePath = '/v1.1',
    corsOrigins = [],
    newRequestId = () => crypto.randomUUID(),
    clientAddress,
    onAnswered = () => {},
    isReady = async () => true,
    stopping,
    deadline = 10_000,
    within = (_milliseconds, work) => work(),
    mostAtOnce = 1_000,
  }: MuseumApiOptions = {},
): Hono<MuseumEnv> => {
  const fault = basePathFault(basePath)
  if (fault !== undefined) throw new TypeError(`basePath ${fault}: ${basePath}`)
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'MuseumPlaceholderAuth', {
    type: 'http',
    scheme: 'basic',
    description: "The user name and password that the museum's administrator gives out, encoded as UTF-8.",
  })
  const api = new Hono<MuseumEnv>({ strict: false })

  api.use(recorded(newRequestId, clientAddress, onAnswered))
  api.use(onTime(deadline, within))
  if (corsOrigins.length > 0) api.use(crossOrigin(corsOrigins))
  api.use(`${basePath}/*`, authentication(credentials))
  // After the authentication: requests with wrong passwords wait there, and take no places from those with good ones.
  api.use(`${basePath}/*`, notTooMany(mostAtOnce))
  api.use(wellEscaped)
  api.use(
    methodNotAllowed({
      app: api,
      onMethodNotAllowed: (c: Context<MuseumEnv>, methods) => {
        // The answer keeps the headers of the 404 that it replaces: those for other origins may stay.
        for (const name of ['Content-Type', 'Cache-Control']) c.res.headers.delete(name)
        const allowed = { Allow: [...methods, 'OPTIONS'].join(', ') }
        return c.req.method === 'OPTIONS'
          ? empty(c, 204, allowed)
          : problem(c, 'method-not-allowed', `${c.req.method} is not possible here.`, { headers: allowed })
      },
    }),
  )

  const underBasePath = api.basePath(basePath)
  for (const operation of operations) operation(underBasePath, museum, registry)
  api.route(
    '/',
    documentation(() => openApiDocument(registry, basePath)),
  )
  api.get('/healthz', (c) => json(c, { status: 'ok' }, 200, unkept))
  const readiness = cachedFor(readinessMilliseconds, isReady)
  api.get('/readyz', async (c) => {
    const ready = await readiness()
    if (ready === false || stopping?.aborted) return unavailable(c)
    return json(c, { status: 'ready', writes: ready === true || ready.writes }, 200, unkept)
  })

  api.notFound((c) => problem(c, 'not-found', `There is nothing at ${c.req.path}.`))
  api.onError((error, c) => {
    if (error instanceof OutcomeUnknown && c.req.method === 'POST') return outcomeUnknown(c, error.ticketId)
    return error instanceof Unavailable
      ? unavailable(c)
      : problem(c, 'internal-error', 'The service has a defect. Report it with the instance of this record.')
  })
  return api
}

// `/readyz` needs no credentials: without a limit, a client could keep the database busy with it.
const readinessMilliseconds = 1_000

const unavailable = (c: Context<MuseumEnv>) =>
  problem(c, 'service-unavailable', 'The service cannot do this just now.', {
    headers: { 'Retry-After': '2' },
  })

// Without Retry-After: whoever sends a POST again may get a second ticket. A PATCH or a DELETE may be repeated.
const outcomeUnknown = (c: Context<MuseumEnv>, ticketId?: TicketId) => {
  const what = ticketId === undefined ? 'this took effect' : `ticket ${ticketId} was sold`
  const where = ticketId === undefined ? '' : ` (if it was, its image is at ${c.req.path}/${ticketId}/qr)`
  const isKeyed = c.req.header('Idempotency-Key') !== undefined
  const advice = isKeyed ? 'Send it again under the same Idempotency-Key.' : 'Look before you send it again.'
  return problem(c, 'outcome-unknown', `It is not known whether ${what}${where}. ${advice}`)
}

const longestLoggedPath = 500

const recorded =
  (
    newRequestId: () => string,
    clientAddress: MuseumApiOptions['clientAddress'],
    onAnswered: (record: RequestRecord) => void,
  ): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const start = performance.now()
    const requestId = newRequestId()
    const callerRequestId = c.req.header('X-Request-Id')
    // Asked before: a client that has gone has no address any more.
    const address = clientAddress?.(c)
    c.set('requestId', requestId)
    c.set('clientAddress', address ?? '')
    await next()
    onAnswered({
      requestId,
      ...(callerRequestId !== undefined && { callerRequestId: callerRequestId.slice(0, 200) }),
      method: c.req.method,
      path: c.req.path.slice(0, longestLoggedPath),
      ...(address !== undefined && { clientAddress: address }),
      status: c.res.status,
      milliseconds: performance.now() - start,
      ...(c.error && { error: c.error }),
    })
  }

// Whoever knows more about what was not finished is to say it before the time is over.
const margin = 500

/** Answers when the time is over. What a POST has done by then is not known. */
const onTime =
  (deadline: number, within: NonNullable<MuseumApiOptions['within']>): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    let timer
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), deadline)
    })
    const outcome = await Promise.race([within(deadline - margin, next), late])
    clearTimeout(timer)
    if (outcome !== 'late') return undefined
    // Before the authentication has ended, nothing was begun.
    return c.req.method === 'POST' && c.get('username') !== undefined ? outcomeUnknown(c) : unavailable(c)
  }

/** Sheds what could only wait: a queue that grows makes everybody late, until nobody is served in time. */
const notTooMany = (mostAtOnce: number): MiddlewareHandler<MuseumEnv> => {
  let underWay = 0
  return async (c, next) => {
    if (underWay >= mostAtOnce) return unavailable(c)
    underWay += 1
    try {
      return await next()
    } finally {
      underWay -= 1
    }
  }
}

const wellEscaped: MiddlewareHandler<MuseumEnv> = async (c, next) => {
  if (!c.req.url.includes('%')) return next()
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    const detail = 'must hold only complete escapes of UTF-8 after each %'
    return problem(c, 'validation-failed', `The path ${detail}.`, {
      errors: [{ parameter: 'path', code: 'broken-escape', detail }],
    })
  }
  return next()
}
