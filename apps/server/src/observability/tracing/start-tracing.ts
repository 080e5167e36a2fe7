import { setTimeout as sleep } from 'node:timers/promises'
import { type TextMapPropagator, DiagLogLevel, diag } from '@opentelemetry/api'
import { W3CTraceContextPropagator, getStringListFromEnv, setGlobalErrorHandler } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '../../settings/settings.ts'
import { serverVersion } from '../server-version.ts'
import { configuredBatches, configuredLimits, configuredSampler, openSpanExporter } from './sdk-settings.ts'
import { activeContext, databaseSpans, requestSpans } from './spans.ts'
import { type Tracing, noTracing } from './tracing.ts'

const flushTimeout = 3_000

/**
 * Starts traces as the `OTEL_…` variables say. Only the server does, and only if `isTracingRequested` says so: this file
 * loads OpenTelemetry.
 */
export const startTracing = async (
  { basePath, databaseUrl }: Pick<Config, 'basePath' | 'databaseUrl'>,
  log: Logger,
): Promise<Tracing> => {
  logDiagnostics(log)
  const exporters = getStringListFromEnv('OTEL_TRACES_EXPORTER') ?? ['otlp']
  if (exporters.some((name) => name !== 'otlp')) log.warn('OTEL_TRACES_EXPORTER must be otlp or none')
  if (!exporters.includes('otlp')) return noTracing

  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'museum', 'service.version': serverVersion() }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    sampler: configuredSampler(log),
    spanLimits: configuredLimits(),
    spanProcessors: [new BatchSpanProcessor({ exporter: await openSpanExporter(log), ...configuredBatches() })],
  })
  const tracer = provider.getTracer('@museum/server')
  const active = activeContext()
  log.info('requests are traced, as the OTEL_ variables say')
  return {
    traceRequest: requestSpans(tracer, configuredPropagator(), active, basePath),
    databaseTracer: databaseSpans(tracer, active, databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'mysql'),
    stop: async () => {
      // A failed export is logged by the exporter.
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(flushTimeout, undefined, { ref: false })])
    },
  }
}

/** Reads `traceparent`, unless `OTEL_PROPAGATORS` names other formats or `none`. */
const configuredPropagator = (): TextMapPropagator => {
  const names = getStringListFromEnv('OTEL_PROPAGATORS') ?? ['tracecontext']
  return names.includes('tracecontext') && !names.includes('none') ? new W3CTraceContextPropagator() : noPropagator
}
const noPropagator: TextMapPropagator = { inject: () => undefined, extract: (context) => context, fields: () => [] }

/** Logs each message of OpenTelemetry once: an unreachable collector would cause the same one again and again. */
const logDiagnostics = (log: Logger) => {
  const logged = new Set<string>()
  const warn = (message: string) => {
    const kind = message.replace(/\d+/g, '')
    if (logged.has(kind) || logged.size >= 100) return
    logged.add(kind)
    // A URL may contain a password.
    log.warn(`OpenTelemetry: ${message.replace(/\/\/[^/\s]*@/g, '//***@')}`)
  }
  const ignore = () => undefined
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
  // The exporter warns when it fails.
  setGlobalErrorHandler(ignore)
}
