import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { isTracingRequested } from '../tracing/is-tracing-requested.ts'
import { type Tracing, noTracing } from '../tracing/tracing.ts'

/** The traces that the `OTEL_…` variables of this process ask for. OpenTelemetry is loaded only then. */
export const openTracing = async (config: Config, log: Logger): Promise<Tracing> => {
  if (!isTracingRequested(process.env)) return noTracing
  const { startTracing } = await import('../tracing/start-tracing.ts')
  return startTracing(config, log)
}
