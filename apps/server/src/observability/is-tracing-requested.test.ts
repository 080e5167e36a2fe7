import { describe, expect, it } from '@jest/globals'
import { isTracingRequested } from './open-observability.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'

describe('traces', () => {
  it.each<NodeJS.ProcessEnv>([
    { OTEL_EXPORTER_OTLP_ENDPOINT },
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` },
    { OTEL_TRACES_EXPORTER: 'otlp' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'false' },
  ])('are requested by %j', (environment) => {
    expect(isTracingRequested(environment)).toBe(true)
  })

  it.each<NodeJS.ProcessEnv>([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' },
    { OTEL_SERVICE_NAME: 'museum', OTEL_TRACES_SAMPLER: 'always_on' },
    { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ])('are not requested by %j', (environment) => {
    expect(isTracingRequested(environment)).toBe(false)
  })
})
