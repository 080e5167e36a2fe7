import { ExportResultCode, getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core'
import {
  type Sampler,
  type SpanExporter,
  type SpanLimits,
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'

/** Characters: the statement of a large batch is much longer. */
const defaultAttributeValueLength = 2_000

/** The sampler that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name, by default `parentbased_always_on`. */
export const configuredSampler = (log: Logger): Sampler => {
  const ratio = () => {
    const value = getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1
    if (value >= 0 && value <= 1) return new TraceIdRatioBasedSampler(value)
    log.warn('OTEL_TRACES_SAMPLER_ARG must be from 0 to 1; all requests are traced')
    return new AlwaysOnSampler()
  }
  const samplers: ReadonlyMap<string, () => Sampler> = new Map(
    Object.entries<() => Sampler>({
      always_on: () => new AlwaysOnSampler(),
      always_off: () => new AlwaysOffSampler(),
      traceidratio: ratio,
      parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
      parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
      parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
    }),
  )
  const name = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const sampler = samplers.get(name)
  if (sampler === undefined)
    log.warn(`OTEL_TRACES_SAMPLER must be one of ${[...samplers.keys()].join(', ')}; all requests are traced`)
  return (sampler ?? samplers.get('parentbased_always_on')!)()
}

/** The limits that `OTEL_SPAN_…` and `OTEL_ATTRIBUTE_…` set. */
export const configuredLimits = (): SpanLimits => ({
  attributeValueLengthLimit:
    getNumberFromEnv('OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT') ??
    getNumberFromEnv('OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT') ??
    defaultAttributeValueLength,
  ...optional('linkCountLimit', 'OTEL_SPAN_LINK_COUNT_LIMIT'),
})

/** The options of the batch span processor that `OTEL_BSP_…` sets. */
export const configuredBatches = () => ({
  ...optional('maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'),
  ...optional('maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  ...optional('scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'),
  ...optional('exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'),
})

const optional = <Name extends string>(option: Name, variable: string): Partial<Record<Name, number>> => {
  const value = getNumberFromEnv(variable)
  return value === undefined || value <= 0 ? {} : ({ [option]: value } as Record<Name, number>)
}

/**
 * Sends spans by OTLP over HTTP, as the `OTEL_EXPORTER_OTLP_…` variables say. Warns once when the collector does not accept
 * them, until it does again.
 */
export const openSpanExporter = async (log: Logger): Promise<SpanExporter> => {
  const exporter = await configuredExporter(log)
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !isFailing)
          log.warn({ error: result.error }, 'the collector does not accept traces; they are lost until it does')
        if (!failed && isFailing) log.info('the collector accepts traces again')
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
