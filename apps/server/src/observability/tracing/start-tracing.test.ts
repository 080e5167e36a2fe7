import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { createMuseum } from '@museum/application'
import { inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { aCollector } from '../../../test/a-collector.ts'
import { aLog } from '../../../test/a-log.ts'
import { basicAuth } from '../../../test/start-server.ts'
import { startTracing } from './start-tracing.ts'

const { env } = process
let cleanUps: (() => Promise<unknown>)[] = []
beforeEach(() => {
  process.env = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OTEL_')))
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  process.env = env
})
const startCollector = async () => {
  const collector = await aCollector()
  cleanUps.push(collector.close)
  return collector
}

/** An API in this process, whose requests are traced as these variables say. */
const aTracedApi = async (environment: Readonly<Record<string, string>>) => {
  Object.assign(process.env, environment)
  const { log, lines } = aLog()
  const { traceRequest, stop } = await startTracing({ basePath: '/v1.1', databaseUrl: 'sqlite:unused' }, log)
  cleanUps.push(stop)
  const traceIds: (string | undefined)[] = []
  const api = museumApi(createMuseum(inMemoryPorts()), inMemoryCredentialVerifier({ curator: 'secret' }), {
    ...(traceRequest && { traceRequest }),
    onResponse: ({ traceId }) => traceIds.push(traceId),
  })
  const get = async (headers: Readonly<Record<string, string>> = {}) => {
    const authorization = { Authorization: basicAuth('curator', 'secret') }
    return (await api.request('/v1.1/museum-hours', { headers: { ...authorization, ...headers } })).status
  }
  return { get, stop, lines, traceIds }
}

describe('the traces', () => {
  it('continue the trace of the client that sends traceparent, and record none that is not sampled', async () => {
    const collector = await startCollector()
    const { get, stop, traceIds } = await aTracedApi({
      ...collector.environment,
      OTEL_SERVICE_NAME: 'museum-2',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=rehearsal',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-token',
    })
    const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    await get({ traceparent: `00-${traceId}-${spanId}-01` })
    await get({ traceparent: `00-${traceId.replace('4', '5')}-${spanId}-00` })
    await stop()
    expect(collector.spans()).toMatchObject([{ traceId, parentSpanId: spanId }])
    expect(traceIds).toEqual([traceId, undefined])
    expect(collector.resources()).toMatchObject([
      {
        'service.name': 'museum-2',
        'deployment.environment.name': 'rehearsal',
        'service.instance.id': expect.any(String),
      },
    ])
    expect(collector.requests[0]!.url).toBe('/v1/traces')
    expect(collector.requests[0]!.headers).toMatchObject({ authorization: 'Bearer a-token' })
  })

  it('are new ones for a client whose traceparent, tracestate or baggage is hostile, and contain none of its values', async () => {
    const collector = await startCollector()
    const { get, stop } = await aTracedApi(collector.environment)
    const zeros = `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`
    const valid = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const hostile = [
      '',
      'x'.repeat(8_000),
      zeros,
      `${valid}-hostile`,
      `ff${valid.slice(2)}`,
      valid.toUpperCase(),
      `${valid},${valid}`,
    ]
    for (const traceparent of hostile) expect(await get({ traceparent })).toBe(200)
    const tracestate = Array.from({ length: 100 }, (_, n) => `hostile${n}=${'x'.repeat(200)}`).join(',')
    expect(await get({ tracestate, baggage: 'hostile=hostile' })).toBe(200)
    await stop()
    const spans = collector.spans()
    expect(spans).toHaveLength(hostile.length + 1)
    expect(new Set(spans.map(({ parentSpanId = '' }) => parentSpanId))).toEqual(new Set(['']))
    // Half of the trace ID: a few digits of it also occur in random ones.
    expect(JSON.stringify(spans)).not.toMatch(/hostile|xxx|4bf92f3577b34da6/i)
  })

  it('are sent by protobuf unless another protocol is set', async () => {
    const collector = await startCollector()
    const { OTEL_EXPORTER_OTLP_ENDPOINT } = collector.environment
    const { get, stop } = await aTracedApi({ OTEL_EXPORTER_OTLP_ENDPOINT })
    await get()
    await stop()
    const [sent] = collector.requests
    expect(sent!.headers['content-type']).toBe('application/x-protobuf')
    for (const text of ['GET /v1.1/museum-hours', 'service.name']) expect(sent!.body.includes(text)).toBe(true)
  })

  it('cause a warning without the password when the URL of the collector is malformed', async () => {
    const { lines } = await aTracedApi({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:s3cret@collector.example:99999' })
    expect(JSON.stringify(lines)).toContain('//***@collector.example:99999')
    expect(JSON.stringify(lines)).not.toMatch(/s3cret|user/)
  })

  it('are lost while the collector is unreachable, with one warning, and requests are answered', async () => {
    const { get, stop, lines } = await aTracedApi({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1/v1/traces',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-token',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_BSP_MAX_QUEUE_SIZE: '64',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '16',
    })
    for (let n = 0; n < 10; n += 1)
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => get())))).toEqual(new Set([200]))
    await stop()
    const warnings = lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
    expect(warnings.filter((message) => message?.startsWith('the collector does not accept traces'))).toHaveLength(1)
    // OpenTelemetry itself may log one more message: that spans were dropped.
    expect(warnings.length).toBeLessThanOrEqual(2)
    expect(lines.filter(({ level }) => level! > 40)).toEqual([])
    expect(JSON.stringify(lines)).not.toContain('a-token')
  })
})
