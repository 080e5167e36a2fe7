import type { CredentialVerifier, Museum } from '@museum/application'
import { Hono } from 'hono'
import { basePathFault } from './base-path.ts'
import { documentation } from './documentation/documentation.ts'
import { openApiDocument } from './documentation/openapi-document.ts'
import { healthChecks } from './health/health-checks.ts'
import { authentication } from './middleware/authentication.ts'
import { concurrencyLimit } from './middleware/concurrency-limit.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { deadline } from './middleware/deadline.ts'
import { rejectMalformedPath } from './middleware/malformed-path.ts'
import { methodNotAllowed } from './middleware/method-not-allowed.ts'
import { requestLog } from './middleware/request-log.ts'
import type { MuseumApiOptions } from './museum-api-options.ts'
import type { MuseumEnv } from './museum-env.ts'
import { operations } from './operations.ts'
import { errorToProblem } from './problems/error-to-problem.ts'
import { problem } from './problems/problem.ts'

/** The Hono application of the museum. */
export type MuseumApi = Hono<MuseumEnv>

/**
 * The museum over HTTP: every operation below the base path, for authenticated users, and outside of it the
 * documentation, `/healthz` and `/readyz`, for everyone. It can be served as it is, or mounted in another Hono application
 * that passes whole requests to it: `app.all('/museum/*', (c) => api.fetch(c.req.raw, c.env))`.
 */
export const museumApi = (
  museum: Museum,
  credentials: CredentialVerifier,
  {
    basePath = '/v1.1',
    corsOrigins = [],
    newRequestId = () => crypto.randomUUID(),
    clientAddress,
    onResponse = () => {},
    isReady = async () => true,
    stopping,
    deadline: milliseconds = 10_000,
    withDeadline = (_milliseconds, work) => work(),
    maxConcurrentRequests = 1_000,
  }: MuseumApiOptions = {},
): MuseumApi => {
  const fault = basePathFault(basePath)
  if (fault !== undefined) throw new TypeError(`basePath ${fault}: ${basePath}`)
  const api: MuseumApi = new Hono({ strict: false })

  // A request passes the middlewares in this order, and its response passes them in reverse.
  api.use(requestLog(newRequestId, clientAddress, onResponse))
  api.use(deadline(milliseconds, withDeadline))
  // Before the authentication: a preflight request has no credentials.
  if (corsOrigins.length > 0) api.use(crossOrigin(corsOrigins))
  api.use(`${basePath}/*`, authentication(credentials))
  // After the authentication: a request whose password is being checked does not count.
  api.use(`${basePath}/*`, concurrencyLimit(maxConcurrentRequests))
  api.use(rejectMalformedPath)
  api.use(methodNotAllowed(api))

  const belowBasePath = api.basePath(basePath)
  for (const { mount } of operations) mount(belowBasePath, museum)
  api.route(
    '/',
    documentation(() => openApiDocument(operations, basePath)),
  )
  api.route('/', healthChecks(isReady, stopping))

  api.notFound((c) => problem(c, 'not-found', `There is nothing at ${c.req.path}.`))
  api.onError(errorToProblem)
  return api
}
