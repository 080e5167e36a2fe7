import { passwordRefusalReasons } from '@museum/adapters-access'
import { cachedFor } from '@museum/adapters-http'
import { type MuseumDatabase, retriedErrorKinds } from '@museum/adapters-persistence'
import {
  type DeliveryRepository,
  type DeliveryResult,
  type Museum,
  Page,
  type ReservationCounts,
  type ReservationRepository,
} from '@museum/application'
import { type Instant, Price } from '@museum/domain'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'
import { type ServerObserver, paymentOutcomes, providerCallResults } from '../server-observer.ts'
import type { Fetch } from '../../http-server/request-listener.ts'
import { serverVersion } from '../server-version.ts'
import { type AddGauge, addDatabaseMetrics } from './database-metrics.ts'

export type MuseumMetrics = Readonly<{
  observer: Required<ServerObserver>
  /** Counts a request that was rejected before it reached the application. */
  onRejected: (status: number) => void
  /** Counts a connection that was refused because too many were open. */
  onConnectionRefused: () => void
  /** Counts a line of the log that is lost. */
  onLostLogLine: () => void
  /** Wraps the function, and counts the requests in progress. */
  countInProgress: (fetch: Fetch) => Fetch
  /** Adds the metrics of a database, as `addDatabaseMetrics` does. */
  addDatabase: (database: Pick<MuseumDatabase, 'isReady' | 'connectionUse'>, readinessTimeout?: number) => void
  /** Adds how many messages wait and have failed, and for how long the oldest waits, as `addRefundsDue` does. */
  addBacklog: (deliveries: Pick<DeliveryRepository, 'backlog'>) => void
  /** Adds what reservations and payments are under way, as `addRefundsDue` does. */
  addReservations: (reservations: Pick<ReservationRepository, 'counts'>) => void
  /** Adds the number of refunds that are due. While they cannot be counted, it is not a number. */
  addRefundsDue: (museum: Pick<Museum, 'listRefunds'>) => void
  contentType: string
  /** The metrics in the text format of Prometheus. */
  read: () => Promise<string>
}>

/** Makes the metrics of this process. No value of a label comes from a client. */
export const museumMetrics = (): MuseumMetrics => {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers })

  const build = new Gauge({
    name: 'museum_build_info',
    help: 'The version of the server and of Node; the value is 1.',
    labelNames: ['version', 'nodeVersion'],
    registers,
  })
  build.set({ version: serverVersion(), nodeVersion: process.versions.node }, 1)
  const requests = counter(
    'museum_http_requests_total',
    'Requests that were answered, by operation (other: none) and status.',
    'operationId',
    'status',
  )
  const durations = new Histogram({
    name: 'museum_http_request_duration_seconds',
    help: 'The time from the headers of a request to its response, by operation (other: none).',
    labelNames: ['operationId'],
    buckets: durationBuckets,
    registers,
  })
  const inProgress = new Gauge({
    name: 'museum_http_requests_in_progress',
    help: 'Requests that are being answered.',
    registers,
  })
  const refusedConnections = counter(
    'museum_connections_refused_total',
    'Connections of clients that were refused because too many were open.',
  )
  const sold = counter(
    'museum_tickets_sold_total',
    'Tickets that this server sold, by type; not those that commands sold, nor purchases whose outcome is unknown.',
    'ticketType',
  )
  const soldAmount = counter(
    'museum_tickets_sold_amount_total',
    "The prices of these tickets, in units of the museum's currency.",
    'ticketType',
  )
  const orders = counter('museum_orders_sold_total', 'Orders that this server sold; their tickets are counted as well.')
  const refunds = counter(
    'museum_refunds_settled_total',
    'Refunds that were settled, or asked for at the payment provider, through this server.',
  )
  const refundAmount = counter(
    'museum_refunds_settled_amount_total',
    "The amounts of these refunds, in units of the museum's currency.",
  )
  const payments = counter(
    'museum_payments_decided_total',
    'Payments at the payment provider that this server decided, by outcome (sold, returned, or closed: nothing was paid).',
    'outcome',
  )
  const latePayments = counter(
    'museum_payments_late_total',
    'Payments that were sold or returned when their places were held no longer.',
  )
  const paymentDurations = new Histogram({
    name: 'museum_payment_duration_seconds',
    help: 'The time from the opening of a payment page to the order or the return, with what the visitor takes to pay.',
    buckets: [10, 30, 60, 120, 300, 600, 1_200, 1_860, 2_160, 3_600, 7_200],
    registers,
  })
  const providerCalls = counter(
    'museum_payment_provider_calls_total',
    'Calls of the payment provider, by result (answered or unavailable).',
    'result',
  )
  const deliveries = counter(
    'museum_message_attempts_total',
    'Attempts of this server to deliver messages, by receiver (webhook or mail) and result.',
    'receiver',
    'result',
  )
  const purchases = new Histogram({
    name: 'museum_purchases_per_commit',
    help: 'The purchases that one transaction stored.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers,
  })
  const retries = counter(
    'museum_database_retries_total',
    'Attempts to read or write after an error of the database, by the kind of the error.',
    'kind',
  )
  const hostChanges = counter('museum_database_host_changes_total', 'Changes to another host of MUSEUM_DATABASE_URL.')
  const hashed = counter(
    'museum_passwords_hashed_total',
    'Passwords that were hashed to check them, which takes a core for 0.2 s; the others were cached.',
  )
  const refused = counter(
    'museum_passwords_refused_total',
    'Requests with a password that got 429: too many were wrong (throttled), or too many checks waited (busy).',
    'reason',
  )
  const lostLines = counter('museum_log_lines_lost_total', 'Lines of the log that could not be written.')

  // Series start with 0: if one started with its first event, `rate` would not see that event.
  for (const ticketType of ['general', 'event']) for (const each of [sold, soldAmount]) each.inc({ ticketType }, 0)
  for (const receiver of ['webhook', 'mail'])
    for (const result of attemptResults) deliveries.inc({ receiver, result }, 0)
  for (const outcome of paymentOutcomes) payments.inc({ outcome }, 0)
  for (const result of providerCallResults) providerCalls.inc({ result }, 0)
  for (const kind of retriedErrorKinds) retries.inc({ kind }, 0)
  for (const reason of passwordRefusalReasons) refused.inc({ reason }, 0)
  addProcessMetrics(registry)
  const addGauge: AddGauge = (name, help, read) =>
    new Gauge({
      name: `museum_${name}`,
      help,
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
      registers,
    })

  return {
    observer: {
      database: {
        onRetry: (kind) => retries.inc({ kind }),
        onHostChange: () => hostChanges.inc(),
        onPurchasesCommitted: (count) => purchases.observe(count),
      },
      credentials: { onHash: () => hashed.inc(), onRefused: (reason) => refused.inc({ reason }) },
      onResponse: ({ operationId = other, status, milliseconds }) => {
        requests.inc({ operationId, status })
        durations.observe({ operationId }, milliseconds / 1_000)
      },
      onSale: ({ tickets, order }) => {
        if (order !== undefined) orders.inc()
        for (const { ticketType, price } of tickets) {
          sold.inc({ ticketType })
          soldAmount.inc({ ticketType }, Price.toAmount(price))
        }
      },
      onDelivery: ({ delivery, result }) => {
        if (!attemptResults.includes(result) || delivery.receiver === 'payments') return
        deliveries.inc({ receiver: delivery.receiver === 'mail' ? 'mail' : 'webhook', result })
      },
      onPaymentDecided: ({ outcome, seconds, isLate }) => {
        payments.inc({ outcome })
        if (isLate) latePayments.inc()
        if (outcome !== 'closed') paymentDurations.observe(seconds)
      },
      onProviderCall: (result) => providerCalls.inc({ result }),
      onRefundSettled: ({ price }) => {
        refunds.inc()
        refundAmount.inc(Price.toAmount(price))
      },
    },
    onRejected: (status) => requests.inc({ operationId: other, status }),
    onConnectionRefused: () => refusedConnections.inc(),
    onLostLogLine: () => lostLines.inc(),
    countInProgress: (fetch) => async (request, env) => {
      inProgress.inc()
      try {
        return await fetch(request, env)
      } finally {
        inProgress.dec()
      }
    },
    addDatabase: (...args) => addDatabaseMetrics(addGauge, ...args),
    addBacklog(stored) {
      const backlog = cachedFor(10_000, stored.backlog)
      addGauge(
        'messages_pending',
        `Messages that wait, counted to ${Page.maxCountedItems}, at most 10 s ago.`,
        async () => (await backlog()).pending,
      )
      addGauge(
        'messages_failed',
        `Messages that have failed, counted to ${Page.maxCountedItems}, at most 10 s ago.`,
        async () => (await backlog()).failed,
      )
      addGauge('messages_oldest_seconds', 'The age of the oldest message that waits; 0 if none does.', async () => {
        const { oldest = Date.now() } = await backlog()
        return Math.max(0, Date.now() - oldest) / 1_000
      })
    },
    addReservations(stored) {
      const counts = cachedFor(60_000, stored.counts)
      const add = (name: string, what: string, read: (found: ReservationCounts) => number) =>
        addGauge(name, `${what}, at most a minute ago.`, async () => read(await counts()))
      const counted = `counted to ${Page.maxCountedItems}`
      const secondsSince = (moment: Instant | undefined) => Math.max(0, Date.now() - (moment ?? Date.now())) / 1_000
      add('reservations_held', `Reservations whose places are held, ${counted}`, ({ held }) => held)
      add(
        'reservations_attention',
        `Reservations whose payments need a person, ${counted}`,
        ({ attention }) => attention,
      )
      add('places_held', `Places that reservations hold, ${counted}`, ({ places }) => places)
      add(
        'payments_overdue_seconds',
        'How long ago the page of the open payment that was opened first has ended; 0 while it has not',
        ({ earliestEnd }) => secondsSince(earliestEnd),
      )
      add(
        'online_refunds_sending',
        `Refunds that the payment provider has not settled, ${counted}`,
        ({ sending }) => sending,
      )
      add(
        'online_refunds_oldest_seconds',
        'The age of the oldest of these refunds; 0 if there is none',
        ({ earliestRequest }) => secondsSince(earliestRequest),
      )
    },
    addRefundsDue(museum) {
      const count = cachedFor(60_000, async () => {
        const { total } = await museum.listRefunds({ state: 'due' }, { page: 1, limit: 1 })
        return total ?? Page.maxCountedItems
      })
      addGauge('refunds_due', `Refunds that are due, counted to ${Page.maxCountedItems}, at most a minute ago.`, count)
    },
    contentType: registry.contentType,
    read: () => registry.metrics(),
  }
}

/** The results of attempts that are counted: others deliver nothing. */
const attemptResults: readonly DeliveryResult['result'][] = ['delivered', 'retried', 'failed']

/** The label of a request that matches no operation. */
const other = 'other'

/** Milliseconds between two measurements of the delay of the event loop. */
const interval = 20

/**
 * The metrics of the client library that operators need. The others are left out: some break the naming rules, the event loop
 * delays include the 10 ms between two measurements, and garbage collections are missed.
 */
const kept = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'process_open_fds',
  'process_max_fds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
]

/** Adds the metrics of this process. Its timers do not keep the process alive. */
const addProcessMetrics = (registry: Registry): void => {
  const all = new Registry()
  collectDefaultMetrics({ register: all })
  for (const name of kept) {
    // Some exist on Linux only.
    const metric = all.getSingleMetric(name)
    if (metric !== undefined) registry.registerMetric(metric)
  }

  const delay = new Histogram({
    name: 'museum_event_loop_delay_seconds',
    help: `How late a timer runs, measured every ${interval} ms: requests wait at least as long.`,
    buckets: durationBuckets,
    registers: [registry],
  })
  let due = performance.now() + interval
  setInterval(() => {
    const now = performance.now()
    delay.observe(Math.max(0, now - due) / 1_000)
    due = now + interval
  }, interval).unref()
}

/** The buckets in seconds. A purchase takes 1 to 50 ms under load; no request takes longer than 10 s. */
const durationBuckets = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
