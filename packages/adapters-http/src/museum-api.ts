import { type CredentialVerifier, type Museum, usersOfApi } from '@museum/application'
import { CalendarDate } from '@museum/domain'
import { type Context, Hono } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import { documentation } from './documentation/documentation.ts'
import { openApiDocument } from './documentation/openapi-document.ts'
import { healthChecks } from './health/health-checks.ts'
import { authentication } from './middleware/authentication.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { originCheck } from './middleware/origin-check.ts'
import { concurrencyLimit, deadline, takeTurns } from './middleware/request-limits.ts'
import { logDefect, nameOperations, requestLog } from './middleware/request-log.ts'
import { methodNotAllowed, rejectMalformedPath } from './middleware/unroutable.ts'
import type { MuseumApiOptions } from './museum-api-options.ts'
import { type MuseumEnv, incomingOf } from './museum-env.ts'
import type { UseCases } from './operation/operation.ts'
import { operationsWith } from './operations.ts'
import { deskFiles } from './pages/desk-files.ts'
import { homePage } from './pages/home-page.ts'
import { pageSettings } from './pages/page-settings.ts'
import { buy } from './pages/shop/buy.ts'
import { countedNetworkOf } from './pages/shop/counted-network.ts'
import { cancellation } from './pages/shop/cancellation.ts'
import { myTickets } from './pages/shop/my-tickets.ts'
import { problemPages } from './pages/shop/problem-pages.ts'
import { requestTickets } from './pages/shop/request-tickets.ts'
import { paymentNotifications } from './payments/payment-notifications.ts'
import { rehearsalPayment } from './pages/rehearsal-payment.ts'
import { basePathFault, mountPathFault, requestPath, withoutMountPath } from './paths.ts'
import { errorToProblem, problem } from './problems/problem.ts'

/** The Hono application of the museum. */
export type MuseumApi = Hono<MuseumEnv>

/**
 * The museum over HTTP: every operation below the base path, for authenticated users, and outside of it a page at `/`, the
 * documentation, the files of the desk, `/healthz` and `/readyz`, for everyone. It can be served as it is, or mounted in an application of Hono,
 * Express or Fastify, below the option `mountPath`.
 */
export const museumApi = (
  museum: Museum,
  credentials: CredentialVerifier,
  {
    homePage: scope = 'hours',
    mountPath = '',
    publicOrigin,
    basePath = '/v1.1',
    today = () => CalendarDate(new Date().toISOString().slice(0, 10)),
    timeZone = 'UTC',
    webhooks,
    mails,
    users,
    userAdministration,
    environmentUser,
    desk,
    deskPath = desk === undefined ? undefined : '/desk/',
    rehearsalPayments,
    shop,
    corsOrigins = [],
    newRequestId = () => crypto.randomUUID(),
    clientAddress = addressOfPeer,
    onResponse = logDefect,
    traceRequest,
    isReady = async () => true,
    stopping,
    deadline: milliseconds = 10_000,
    withDeadline = (_milliseconds, work) => work(),
    maxConcurrentRequests = 1_000,
  }: MuseumApiOptions = {},
): MuseumApi => {
  const fault = basePathFault(basePath)
  if (fault !== undefined) throw new TypeError(`basePath ${fault}: ${basePath}`)
  const mountFault = mountPathFault(mountPath, basePath)
  if (mountFault !== undefined) throw new TypeError(`mountPath ${mountFault}: ${mountPath}`)
  // Ignores a slash at the end of a path. `strict: false` would do so too, but then Hono ignores `getPath`.
  const api: MuseumApi = new Hono({ getPath: (request) => withoutMountPath(getPathNoStrict(request), mountPath) })

  // A request passes the middlewares in this order, and its response passes them in reverse.
  api.use(requestLog({ mountPath, publicOrigin }, newRequestId, clientAddress, onResponse, traceRequest))
  const useCases = {
    ...museum,
    ...webhooks,
    ...mails,
    ...(users && usersOfApi(users, { userAdministration, environmentUser })),
  } as UseCases
  const operations = operationsWith({ webhooks, mails, users })
  nameOperations(api.basePath(basePath), operations)
  const findsTickets = shop !== undefined && mails !== undefined
  const visitorPages = { mountPath, timeZone, findsTickets, ...usualShop, ...shop }
  const ofPages = { ...visitorPages, countedNetwork: countedNetworkOf(visitorPages) }
  const settings = pageSettings(museum)
  for (const path of pagePaths) api.use(path, settings.latest)
  // Before all that responds with problem details.
  if (shop !== undefined)
    for (const path of ['/buy', '/my-tickets'] as const) api.use(`${path}/*`, problemPages(path, ofPages))
  api.use(deadline(milliseconds, withDeadline))
  for (const path of pagePaths) api.use(path, settings.current)
  // Before the authentication: a preflight request has no credentials.
  if (corsOrigins.length > 0) api.use(crossOrigin(corsOrigins))
  // Before the authentication: the browser has the credentials that a page of another site makes it send.
  api.use(`${basePath}/*`, originCheck(corsOrigins, publicOrigin))
  api.use(`${basePath}/*`, authentication(credentials))
  // After the authentication: a request whose password is being checked does not count.
  api.use(`${basePath}/*`, concurrencyLimit(maxConcurrentRequests))
  api.use(`${basePath}/*`, takeTurns(operations, withDeadline))
  api.use(rejectMalformedPath)
  api.use(methodNotAllowed(api))

  const belowBasePath = api.basePath(basePath)
  for (const { mount } of operations) mount(belowBasePath, useCases)
  const homeUrl = publicOrigin === undefined ? undefined : `${publicOrigin}${mountPath}/`
  const shopUrl = shop && homeUrl && `${homeUrl}buy`
  api.route(
    '/',
    homePage(museum, {
      scope,
      mountPath,
      homeUrl,
      timeZone,
      deskPath,
      shopUrl,
      isRehearsal: shop?.isRehearsal,
      findsTickets,
    }),
  )
  api.route(
    '/',
    documentation(mountPath, () => openApiDocument(operations, basePath, mountPath), today),
  )
  api.route('/', paymentNotifications(museum))
  if (desk !== undefined) api.route('/', deskFiles(desk, basePath))
  if (rehearsalPayments !== undefined)
    api.route('/', rehearsalPayment(rehearsalPayments, { mountPath, timeZone, isRehearsal: shop?.isRehearsal }))
  if (shop !== undefined) {
    if (mails !== undefined) api.route('/', requestTickets(mails, ofPages))
    api.route('/', myTickets(museum, { ...ofPages, ...shop }))
    api.route('/', cancellation(museum, ofPages))
    if (publicOrigin !== undefined) api.route('/', buy(museum, { ...ofPages, publicOrigin }))
  }
  api.route('/', healthChecks(isReady, stopping))

  // A route, since `notFound` has no effect when the API is mounted with `route` of Hono.
  api.all('*', (c) =>
    problem(
      c,
      'not-found',
      `There is nothing at ${requestPath(c)}. ${mountPath}/docs describes the API below ${mountPath}${basePath}.`,
    ),
  )
  api.onError(errorToProblem)
  return api
}

/** The paths of the pages that show the settings of the museum. */
const pagePaths = ['/', '/events.json', '/calendar.ics', '/buy/*', '/my-tickets/*', '/rehearsal-payment/*']

const usualShop = {
  maxTickets: 20,
  asksForPhone: 'off',
  maxReservations: 30,
  paymentOrigins: [],
  isUnlimited: () => false,
} as const

/** The IP address of the other end of the connection, if known: the client or a proxy. */
const addressOfPeer = (c: Context) => incomingOf(c)?.socket.remoteAddress
