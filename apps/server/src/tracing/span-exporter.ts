import { ExportResultCode, getStringFromEnv } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'

/**
 * Sends spans by OTLP over HTTP, as the `OTEL_EXPORTER_OTLP_…` variables say. Warns once when the collector does not take
 * them, until it takes them again.
 */
export const openSpanExporter = async (log: Logger): Promise<SpanExporter> => {
  const exporter = await configuredExporter(log)
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !isFailing)
          log.warn({ error: result.error }, 'the collector of traces does not take them; they are lost until it does')
        if (!failed && isFailing) log.info('the collector of traces takes them again')
        isFailing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

const configuredExporter = async (log: Logger) => {
  const protocol =
    getStringFromEnv('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? getStringFromEnv('OTEL_EXPORTER_OTLP_PROTOCOL')
  if (protocol === 'http/json') {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
    return new OTLPTraceExporter()
  }
  if (protocol !== undefined && protocol !== 'http/protobuf')
    log.warn('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json; traces are sent by http/protobuf')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}
