import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import type { MuseumMetrics } from '../metrics/museum-metrics.ts'
import type { MetricsServer } from '../metrics/start-metrics-server.ts'
import { explainListenError } from './explain-listen-error.ts'

/** The metrics, and the server of them. */
export type OpenMetrics = MuseumMetrics &
  Readonly<{
    /** Adds the metrics of this database, and serves them all. Throws `CannotStart` when it cannot listen. */
    serve: (database: MuseumDatabase, log: Logger) => Promise<MetricsServer>
  }>

/** The metrics, if the configuration says where they are served. The client library is loaded only then. */
export const openMetrics = async ({ metrics: address }: Config): Promise<OpenMetrics | undefined> => {
  if (address === undefined) return undefined
  const [{ museumMetrics }, { startMetricsServer }] = await Promise.all([
    import('../metrics/museum-metrics.ts'),
    import('../metrics/start-metrics-server.ts'),
  ])
  const metrics = museumMetrics()
  return {
    ...metrics,
    serve: async (database, log) => {
      metrics.addDatabase(database)
      const settings = { host: 'MUSEUM_METRICS_HOST', port: 'MUSEUM_METRICS_PORT' }
      const server = await startMetricsServer(metrics, { ...address, log }).catch((error: unknown) => {
        throw explainListenError(error, address, settings)
      })
      log.info({ metrics: server.address }, 'the metrics are served')
      return server
    },
  }
}
