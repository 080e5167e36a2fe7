import { asDatabaseUnusable } from '@museum/adapters-persistence'
import { systemPorts } from '@museum/adapters-system'
import closeWithGrace from 'close-with-grace'
import { compose } from '../composition/compose.ts'
import { startHttpServer } from '../http-server/start-http-server.ts'
import { ensureAdministrator } from './ensure-administrator.ts'
import { ensureTicketKey } from './ensure-ticket-key.ts'
import { explainListenError } from './explain-listen-error.ts'
import { loadConfig } from './load-config.ts'
import type { MetricsServer } from '../metrics/start-metrics-server.ts'
import { openMetrics } from './open-metrics.ts'
import { prepareDatabase } from './prepare-database.ts'
import { startExpiredRecordCleanup } from '../system/expired-record-cleanup.ts'
import { startPurchaserDataExpiry } from '../system/purchaser-data-expiry.ts'
import { isTracingRequested } from '../tracing/is-tracing-requested.ts'
import { noTracing } from '../tracing/tracing.ts'
import { flushLog, openLog } from '../system/log.ts'

/** How long stopping may take, in milliseconds: longer than the HTTP server waits for its last connections. */
const shutdownTimeout = 15_000

/** Runs the server until SIGTERM or SIGINT. Throws when it cannot start. */
export const serve = async (): Promise<void> => {
  const config = loadConfig()
  const metrics = await openMetrics(config)
  const log = openLog(config.logLevel, metrics?.onLostLogLine)
  for (const warning of config.warnings) log.warn(warning)

  const tracing = isTracingRequested(process.env)
    ? await (await import('../tracing/start-tracing.ts')).startTracing(config, log)
    : noTracing
  const { api, database, museum, users, idempotencyRecords, beginShutdown, close } = await compose(
    config,
    log,
    tracing,
    metrics?.observer,
  )
  let metricsServer: MetricsServer | undefined
  try {
    await prepareDatabase(database, config, log)
    await ensureAdministrator(users, config, log)
    await ensureTicketKey(museum, log)
    const readiness = await database.isReady()
    if (readiness !== false && !readiness.writes)
      log.warn('the database refuses writes: nothing can be sold or changed until it accepts them')

    metricsServer = await metrics?.serve(database, log)
    const { host, port } = config
    const fetch = metrics?.countInProgress(api.fetch) ?? api.fetch
    const server = await startHttpServer(fetch, { host, port, log, onRejected: metrics?.onRejected }).catch(
      (error: unknown) => {
        throw explainListenError(error, config)
      },
    )
    const { retentionDays, timeZone } = config
    const { today } = systemPorts(timeZone, config.today)
    const tasks = [
      startExpiredRecordCleanup(idempotencyRecords, log),
      ...(retentionDays === undefined ? [] : [startPurchaserDataExpiry({ museum, retentionDays, today, log })]),
    ]

    closeWithGrace({ delay: shutdownTimeout, logger: false }, async ({ err, signal }) => {
      beginShutdown()
      if (err) log.fatal({ error: err }, 'stopping because of a defect')
      else log.info({ signal }, 'stopping: requests under way are answered first')
      await Promise.all([server.stop(), ...tasks.map((task) => task.stop())])
      // The last, so that the end of the requests under way can be watched.
      await metricsServer?.stop()
      await Promise.all([close(), tracing.stop()])
      log.info('stopped')
      await flushLog(log)
    })
    // Logged after the signal handlers are registered: a signal that arrives after this line stops the server in order.
    const [address, docs] = [`${server.origin}${config.basePath}`, `${server.origin}/docs`]
    log.info({ museum: config.museumName, address, docs }, 'the server is listening')
  } catch (error) {
    // If closing fails too, the first error is reported.
    await metricsServer?.stop()
    await close().catch(() => undefined)
    await flushLog(log)
    throw asDatabaseUnusable(database, error)
  }
}
