import { setFlagsFromString } from 'node:v8'
import { asDatabaseMisconfigured, readClocks } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import { serverPrincipal } from '@museum/application'
import { Instant } from '@museum/domain'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { type MuseumServer, composeServer } from '../composition/compose-server.ts'
import { drawSampleTicket } from './draw-sample-ticket.ts'
import type { ServerObserver } from '../observability/server-observer.ts'
import { deskFolder, deskIsNotBuilt } from '../http-server/desk-folder.ts'
import { httpServerLimits } from '../http-server/limits.ts'
import { type HttpServer, startHttpServer } from '../http-server/start-http-server.ts'
import { flushLog, openLog } from '../observability/log/log.ts'
import type { MetricsServer } from '../observability/metrics/start-metrics-server.ts'
import { openMetrics, openTracing } from '../observability/open-observability.ts'
import type { Config } from '../settings/settings.ts'
import { loadConfig } from './cannot-start.ts'
import { checkRehearsal } from './check-rehearsal.ts'
import { checkShopSettings } from './check-shop-settings.ts'
import { ensureAdministrator } from './ensure-administrator.ts'
import { ensureTicketKey } from './ensure-ticket-key.ts'
import {
  explainInheritedSocketError,
  explainListenError,
  inheritedSocket,
  warnOfOtherPort,
} from './listening-socket.ts'
import { whenNpxEnds } from './npx-process.ts'
import { connectionsWithin, openFileLimit } from './open-file-limit.ts'
import { prepareDatabase } from './prepare-database.ts'
import {
  type RepeatedTask,
  startCleanup,
  startDelivery,
  startGivingBack,
  startPurchaserDataExpiry,
  startReconciliation,
  startSalesSums,
} from './tasks.ts'

/** The time limit of stopping, in milliseconds: longer than the HTTP server waits for its last connections. */
const shutdownTimeout = 18_000

/** Runs the server until SIGTERM or SIGINT, or until npx ends that started it. Throws when it cannot start. */
export const serve = async (): Promise<void> => {
  // Without this, V8 allocates objects of requests in the old generation if enough of the first ones survived (decision 13).
  setFlagsFromString('--no-allocation-site-pretenuring')
  const config = loadConfig()
  const metrics = await openMetrics(config)
  const log = openLog(config.logLevel, metrics?.onLostLogLine)
  for (const { message } of config.warnings) log.warn(message)
  const { maxConnections, shortage } = connectionsWithin(openFileLimit(), config)
  if (shortage !== undefined) log.warn(`${shortage.message} ${shortage.advice}`)
  if (config.desk === 'on' && deskFolder(config) === undefined) log.warn(deskIsNotBuilt)
  const socket = inheritedSocket(process.env, log)
  const tracing = await openTracing(config, log)
  const composed = composeServer(config, log, tracing, metrics?.observer)
  const { api, database, beginShutdown, close } = composed
  const { host, port } = config

  let metricsServer: MetricsServer | undefined
  let server: HttpServer | undefined
  let tasks: readonly RepeatedTask[] = []
  const stop = async () => {
    await Promise.all([server?.stop(), ...tasks.map((task) => task.stop())])
    // Stopped after the requests in progress, so that the metrics show their end.
    await metricsServer?.stop()
    await Promise.all([close(), tracing.stop()])
  }
  try {
    await prepare(composed, config, log)
    metricsServer = await metrics?.serve(composed, log)
    server = await startHttpServer(metrics?.countInProgress(api.fetch) ?? api.fetch, {
      at: socket ?? { host, port },
      log,
      mountPath: config.publicUrl?.path,
      onRejected: metrics?.onRejected,
      onConnectionRefused: metrics?.onConnectionRefused,
      limits: { ...httpServerLimits, maxConnections },
    }).catch((error: unknown) => {
      throw socket === undefined ? explainListenError(error, config) : explainInheritedSocketError(error)
    })
    tasks = startTasks(composed, config, log, metrics?.observer)
  } catch (error) {
    // If stopping fails too, the first error is reported.
    await stop().catch(() => undefined)
    await flushLog(log)
    throw asDatabaseMisconfigured(database, error)
  }

  closeWithGrace({ delay: shutdownTimeout, logger: false }, async ({ err, signal }) => {
    beginShutdown()
    if (err) log.fatal({ error: err }, 'stopping because of a defect')
    else log.info({ signal }, 'stopping: requests in progress are answered first')
    await stop()
    log.info('stopped')
    await flushLog(log)
  })
  // Logged after the signal handlers are registered: a signal that arrives after this line stops the server in order.
  const [address, docs] = [`${server.origin}${config.basePath}`, `${server.origin}/docs`]
  const { museumName } = composed.museum.latestMuseumSettings()
  log.info({ museum: museumName, address, docs, ...(socket && { socket: 'inherited' }) }, 'the server is listening')
  if (socket !== undefined) warnOfOtherPort(server.origin, config, log)
  whenNpxEnds(() => {
    log.info('npx, which started this server, has ended')
    process.kill(process.pid, 'SIGTERM')
  })
  // The first image of a drawing thread takes 0.4 s longer than others: not one that a visitor waits for.
  drawSampleTicket(config).catch((error: unknown) => log.warn({ error }, 'a ticket image could not be drawn'))
}

const prepare = async ({ database, museum, repositories }: MuseumServer, config: Config, log: Logger) => {
  await prepareDatabase(database, config, log)
  await checkRehearsal(database, config, log)
  await checkShopSettings(repositories.storedSettings, config)
  await ensureAdministrator(museum, config, log)
  await ensureTicketKey(museum, log)
  await museum.ensureLinkKey(serverPrincipal)
  // Commands and other servers follow the latest start.
  const isMailOn = config.smtpUrl !== undefined
  if ((await repositories.deliveries.isMailOn()) !== isMailOn) await repositories.deliveries.setMailOn(isMailOn)
  const readiness = await database.isReady()
  const databaseHost = database.activeHost()
  if (databaseHost !== undefined) log.info({ databaseHost }, 'this host of the database is used')
  if (readiness !== false && !readiness.writes)
    log.warn('the database refuses writes: nothing can be sold or changed until it accepts them')
}

const startTasks = (
  { database, repositories, museum, messages, attemptMail, payments }: MuseumServer,
  { retentionDays, timeZone, today: fixedToday }: Config,
  log: Logger,
  { onDelivery }: ServerObserver = {},
): readonly RepeatedTask[] => {
  const { today, dateOf } = systemPorts(timeZone, fixedToday)
  const databaseToday = async () => dateOf(Instant((await readClocks(database)).now))
  return [
    startCleanup(repositories.idempotencyRecords.removeExpired, 'expired idempotency records', log),
    startCleanup(repositories.deliveries.removeOld, 'old deliveries of messages', log),
    startGivingBack(repositories.reservations, log),
    startCleanup(repositories.reservations.removeEnded, 'reservations that ended a week ago', log),
    startCleanup(() => repositories.freeOrders.removeBefore(today()), 'counts of free orders', log),
    startDelivery({
      deliveries: repositories.deliveries,
      attemptDelivery: messages.attemptDelivery,
      attemptMail,
      attemptPayment: payments.paymentProvider && museum.attemptPayment,
      onResult: onDelivery,
      log,
    }),
    startSalesSums(museum, log),
    ...(payments.paymentProvider ? [startReconciliation(museum, log)] : []),
    ...(retentionDays === undefined
      ? []
      : [startPurchaserDataExpiry({ museum, retentionDays, today, databaseToday, log })]),
  ]
}
