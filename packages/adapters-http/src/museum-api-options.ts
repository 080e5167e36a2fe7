import type { Mails, ProgrammeScope, UserAdministration, Users, Webhooks } from '@museum/application'
import type { CalendarDate } from '@museum/domain'
import type { Context } from 'hono'
import type { Readiness } from './health/health-checks.ts'
import type { WithDeadline } from './middleware/request-limits.ts'
import type { RequestRecord, TraceRequest } from './middleware/request-log.ts'
import type { RehearsalPayments } from './pages/rehearsal-payment.ts'

/** The options of `museumApi`. */
export type MuseumApiOptions = Readonly<{
  /**
   * What the page at `/` tells everyone: `hours`, the default, or `full`: also the special events of the next 365 days with
   * dates, prices and whether places are left. Then these are at `/events.json` and `/calendar.ics` as well.
   */
  homePage?: ProgrammeScope
  /** The path of the pages for staff, to which the page at `/` links: by default `/desk/` if `desk` is given, otherwise there is no link. */
  deskPath?: string
  /**
   * The path below which clients see the whole API, such as `/museum`, when it is mounted in another application; by
   * default empty. The links of responses, the pages and the OpenAPI document contain it. Requests may arrive with it
   * or without: some frameworks remove it. `museumApi` throws a `TypeError` when it is not a path, or the base path or
   * a page is below it.
   */
  mountPath?: string | undefined
  /**
   * The origin at which clients see the API, such as `https://museum.example`: for the URLs in the calendar, the feed, the
   * structured data and the orders of the role `shop`, which have none without it. Requests of its pages are those of the museum
   * itself, also where a proxy changes the `Host` header.
   */
  publicOrigin?: string | undefined
  /**
   * The path below which all operations are, by default `/v1.1`. `museumApi` throws a `TypeError` if `basePathFault`
   * finds a fault in it.
   */
  basePath?: string
  /**
   * The present day in the museum's time zone, for the page at `/` and for the dates of the examples in the OpenAPI document;
   * by default the day in UTC.
   */
  today?: () => CalendarDate
  /** The museum's time zone (IANA), in which the sessions in the feeds and the structured data of that page begin; by default `UTC`. */
  timeZone?: string
  /** The operations on webhooks. Without them, their paths respond with 404, and the OpenAPI document has none of them. */
  webhooks?: Webhooks
  /** The operations on e-mails, of which `mailTicket` is in the API; without them it is not, as those on webhooks. */
  mails?: Mails
  /** The operations on users; without them the API has none of them, as of those on webhooks. */
  users?: Users
  /**
   * The folder with the built files of the desk, the pages for staff, which are served at `/desk/`. Without it there is
   * nothing. `museumApi` throws if it cannot read them.
   */
  desk?: string | undefined
  /**
   * Payments that are rehearsed: each has a page at `/rehearsal-payment/{paymentId}`, at which everyone who knows its URL decides what
   * becomes of it. Without them there is nothing.
   */
  rehearsalPayments?: RehearsalPayments | undefined
  /**
   * The pages of visitors: at `/buy` they buy tickets, `/my-tickets/{link}` shows those that a link leads to, and with
   * `mails` `/my-tickets` sends the links. Without it there is nothing; without `publicOrigin` nothing is sold.
   */
  shop?: ShopOptions | undefined
  /** The origins whose pages may send requests that change something, and read responses (CORS). By default only the origin of the API. */
  corsOrigins?: readonly string[]
  /** Makes the identifier of a request: a UUID, by default a random one. */
  newRequestId?: () => string
  /**
   * Returns the IP address of the client, for which the verifier of credentials limits wrong passwords. By default, the
   * address of the connection, if `c.env.incoming` is the request of Node; behind a proxy, that is the address of the
   * proxy. The verifier gets `''` when the address is not known.
   */
  clientAddress?: (c: Context) => string | undefined
  /**
   * Called with the record of each request once its response is made. By default the errors of requests that got 500
   * are written to standard error. `describeError` converts the error of a record to an object for a log in JSON.
   */
  onResponse?: (record: RequestRecord) => void
  /**
   * Called around each request, for traces: it calls the function that it gets, and returns the record from it, to
   * which it may add a `traceId`. The variables `route` and `operationId` of the context are set once the request is
   * handled.
   */
  traceRequest?: TraceRequest | undefined
  /** Whether the database can be reached, for `/readyz`. It is called at most once a second, and by one request at a time. */
  isReady?: () => Promise<Readiness>
  /** As soon as this signal is aborted, `/readyz` responds with 503. Abort it first when the server stops. */
  stopping?: AbortSignal
  /** Milliseconds after which a request gets 503, whatever it is doing; by default 10,000. */
  deadline?: number
  /**
   * Runs a request with a time limit for its database calls, a little shorter than `deadline`, since the error of a
   * database call says more than that of the deadline. By default they have no deadline of their own.
   */
  withDeadline?: WithDeadline
  /** How many requests below the base path can be in progress, by default 1,000. Any further one gets 503 at once. */
  maxConcurrentRequests?: number
}> &
  UserAdministration

/** What the pages of visitors depend on. */
export type ShopOptions = Readonly<{
  /** Whether every page says that its tickets are not valid, since this is a rehearsal; by default not. */
  isRehearsal?: boolean
  /** The address from which e-mails are sent. */
  mailFrom: string
  /** How many tickets are sold at once; by default 20. */
  maxTickets?: number
  /** Whether the form asks for a phone number; by default it does not. */
  asksForPhone?: 'off' | 'optional' | 'required'
  /** The origins of the payment page, where that is not the museum's. */
  paymentOrigins?: readonly string[]
  /** How many reservations of a network address may be held at a time, by default 30; four times as many are made in an hour. */
  maxReservations?: number
  /** Whether an IP address has no such limit; by default none has. */
  isUnlimited?: (address: string) => boolean
  /**
   * Called once, with its address, when a request comes from a loopback or private address with `X-Forwarded-For`, and `clientAddress`
   * gives that address too: a proxy that is not trusted, whose visitors are not limited.
   */
  onUntrustedProxy?: (address: string) => void
}>
