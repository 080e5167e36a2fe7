import { asDatabaseUnusable } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { type Composition, compose } from '../composition/compose.ts'
import type { Config } from '../configuration/config.ts'
import { type HttpServer, startHttpServer } from '../http-server/start-http-server.ts'
import type { MetricsServer } from '../metrics/start-metrics-server.ts'
import { startExpiredRecordCleanup } from '../system/expired-record-cleanup.ts'
import { flushLog, openLog } from '../system/log.ts'
import { startPurchaserDataExpiry } from '../system/purchaser-data-expiry.ts'
import type { RepeatedTask } from '../system/repeated-task.ts'
import { ensureAdministrator } from './ensure-administrator.ts'
import { ensureTicketKey } from './ensure-ticket-key.ts'
import { explainListenError } from './explain-listen-error.ts'
import {
  type InheritedSocket,
  explainInheritedSocketError,
  inheritedSocket,
  warnOfOtherPort,
} from './inherited-socket.ts'
import { loadConfig } from './load-config.ts'
import { type OpenMetrics, openMetrics } from './open-metrics.ts'
import { openTracing } from './open-tracing.ts'
import { prepareDatabase } from './prepare-database.ts'

/** How long stopping may take, in milliseconds: longer than the HTTP server waits for its last connections. */
const shutdownTimeout = 18_000

/** Runs the server until SIGTERM or SIGINT. Throws when it cannot start. */
export const serve = async (): Promise<void> => {
  const config = loadConfig()
  const metrics = await openMetrics(config)
  const log = openLog(config.logLevel, metrics?.onLostLogLine)
  for (const warning of config.warnings) log.warn(warning)
  const socket = inheritedSocket(process.env, log)
  const tracing = await openTracing(config, log)
  const composition = await compose(config, log, tracing, metrics?.observer)
  const { database, beginShutdown, close } = composition

  let metricsServer: MetricsServer | undefined
  let server: HttpServer | undefined
  let tasks: readonly RepeatedTask[] = []
  /** Stops what has been started. */
  const stop = async () => {
    await Promise.all([server?.stop(), ...tasks.map((task) => task.stop())])
    // After the requests under way, whose end can be watched with it.
    await metricsServer?.stop()
    await Promise.all([close(), tracing.stop()])
  }
  try {
    await prepare(composition, config, log)
    metricsServer = await metrics?.serve(database, log)
    server = await listen(composition, config, socket, log, metrics)
    tasks = startTasks(composition, config, log)
  } catch (error) {
    // If stopping fails too, the first error is reported.
    await stop().catch(() => undefined)
    await flushLog(log)
    throw asDatabaseUnusable(database, error)
  }

  closeWithGrace({ delay: shutdownTimeout, logger: false }, async ({ err, signal }) => {
    beginShutdown()
    if (err) log.fatal({ error: err }, 'stopping because of a defect')
    else log.info({ signal }, 'stopping: requests under way are answered first')
    await stop()
    log.info('stopped')
    await flushLog(log)
  })
  // Logged after the signal handlers are registered: a signal that arrives after this line stops the server in order.
  const [address, docs] = [`${server.origin}${config.basePath}`, `${server.origin}/docs`]
  log.info(
    { museum: config.museumName, address, docs, ...(socket && { socket: 'inherited' }) },
    'the server is listening',
  )
  if (socket !== undefined) warnOfOtherPort(server.origin, config, log)
}

/** Makes the database, the administrator and the ticket key ready. */
const prepare = async ({ database, users, museum }: Composition, config: Config, log: Logger) => {
  await prepareDatabase(database, config, log)
  await ensureAdministrator(users, config, log)
  await ensureTicketKey(museum, log)
  const readiness = await database.isReady()
  const databaseHost = database.activeHost()
  if (databaseHost !== undefined) log.info({ databaseHost }, 'this host of the database is used')
  if (readiness !== false && !readiness.writes)
    log.warn('the database refuses writes: nothing can be sold or changed until it accepts them')
}

const listen = async (
  { api }: Composition,
  { host, port }: Config,
  socket: InheritedSocket | undefined,
  log: Logger,
  metrics: OpenMetrics | undefined,
) => {
  const fetch = metrics?.countInProgress(api.fetch) ?? api.fetch
  try {
    return await startHttpServer(fetch, { at: socket ?? { host, port }, log, onRejected: metrics?.onRejected })
  } catch (error) {
    throw socket === undefined ? explainListenError(error, { host, port }) : explainInheritedSocketError(error)
  }
}

const startTasks = (
  { idempotencyRecords, museum }: Composition,
  { retentionDays, timeZone, today: fixedToday }: Config,
  log: Logger,
): readonly RepeatedTask[] => {
  const { today } = systemPorts(timeZone, fixedToday)
  return [
    startExpiredRecordCleanup(idempotencyRecords, log),
    ...(retentionDays === undefined ? [] : [startPurchaserDataExpiry({ museum, retentionDays, today, log })]),
  ]
}
