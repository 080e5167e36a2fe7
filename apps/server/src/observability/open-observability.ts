import type { Logger } from 'pino'
import type { MuseumServer } from '../composition/compose-server.ts'
import type { Config } from '../settings/settings.ts'
import { explainListenError } from '../startup/listening-socket.ts'
import type { MuseumMetrics } from './metrics/museum-metrics.ts'
import type { MetricsServer } from './metrics/start-metrics-server.ts'
import { type Tracing, noTracing } from './tracing/tracing.ts'

/** The metrics, and a function that starts the server for them. */
export type OpenMetrics = MuseumMetrics &
  Readonly<{
    /** Adds the metrics of this database, of its refunds and messages, and serves them all. Throws `CannotStart` when it cannot listen. */
    serve: (server: Pick<MuseumServer, 'database' | 'museum' | 'repositories'>, log: Logger) => Promise<MetricsServer>
  }>

/** The metrics, if the configuration says where they are served. The client library is loaded only then. */
export const openMetrics = async ({
  metricsHost: host,
  metricsPort: port,
}: Config): Promise<OpenMetrics | undefined> => {
  if (port === undefined) return undefined
  const [{ museumMetrics }, { startMetricsServer }] = await Promise.all([
    import('./metrics/museum-metrics.ts'),
    import('./metrics/start-metrics-server.ts'),
  ])
  const metrics = museumMetrics()
  return {
    ...metrics,
    serve: async ({ database, museum, repositories }, log) => {
      metrics.addDatabase(database)
      metrics.addRefundsDue(museum)
      metrics.addBacklog(repositories.deliveries)
      metrics.addReservations(repositories.reservations)
      const settings = { host: 'MUSEUM_METRICS_HOST', port: 'MUSEUM_METRICS_PORT' }
      const server = await startMetricsServer(metrics, { host, port, log }).catch((error: unknown) => {
        throw explainListenError(error, { host, port }, settings)
      })
      log.info({ metrics: server.address }, 'the metrics are served')
      return server
    },
  }
}

/** The traces that the `OTEL_…` variables of this process ask for. OpenTelemetry is loaded only then. */
export const openTracing = async (config: Config, log: Logger): Promise<Tracing> => {
  if (!isTracingRequested(process.env)) return noTracing
  const { startTracing } = await import('./tracing/start-tracing.ts')
  return startTracing(config, log)
}

/** Whether the `OTEL_…` variables ask for traces: they name a collector or an exporter of traces, and do not turn it off. */
export const isTracingRequested = (environment: NodeJS.ProcessEnv): boolean => {
  const given = (name: string) => environment[name]?.trim() || undefined
  if (given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false
  const exporters = given('OTEL_TRACES_EXPORTER')
  if (exporters !== undefined) return !exporters.split(',').some((name) => name.trim() === 'none')
  return given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== undefined || given('OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined
}
