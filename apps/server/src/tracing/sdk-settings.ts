import { getNumberFromEnv, getStringFromEnv } from '@opentelemetry/core'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  type SpanLimits,
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
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: ratio,
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: () => new ParentBasedSampler({ root: ratio() }),
  }
  const name = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  if (!Object.hasOwn(samplers, name))
    log.warn(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}; all requests are traced`)
  return (Object.hasOwn(samplers, name) ? samplers[name] : samplers['parentbased_always_on'])!()
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
