import { describe, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { Unavailable, createMuseum } from '@museum/application'
import { inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { recordedSpans } from '../../../test/recorded-spans.ts'
import { basicAuth } from '../../../test/start-server.ts'
import { activeContext, requestSpans } from './spans.ts'

/** The span of a request to a museum whose hours cannot be read because of this error. */
const spanOf = async (method: string, path: string, error: Error) => {
  const { tracer, spans } = recordedSpans()
  const ports = inMemoryPorts()
  const schedule = async () => {
    throw error
  }
  const museum = createMuseum({ ...ports, museumHours: { ...ports.museumHours, schedule } })
  const api = museumApi(museum, inMemoryCredentialVerifier({ curator: 'secret' }), {
    traceRequest: requestSpans(tracer, new W3CTraceContextPropagator(), activeContext(), '/v1.1'),
    onResponse: () => undefined,
  })
  await api.request(path, { method, headers: { Authorization: basicAuth('curator', 'secret') } })
  expect(spans()).toHaveLength(1)
  return spans()[0]!
}
const errorStatus = { code: 2 }

describe('the span of a request', () => {
  it('has the error of a defect by its class, without its message', async () => {
    const span = await spanOf('GET', '/v1.1/museum-hours', new TypeError('visitor@example.org'))
    expect(span).toMatchObject({
      name: 'GET /v1.1/museum-hours',
      attributes: { 'http.response.status_code': 500, 'error.type': 'TypeError' },
      status: errorStatus,
      events: [],
    })
    expect(JSON.stringify(span)).not.toContain('visitor')
  })

  it('has the first 8 characters of a link of a visitor', async () => {
    const link = `AQ${'-_Az09'.repeat(7)}`
    const span = await spanOf('GET', `/my-tickets/${link}`, new Error('not called'))
    expect(span.attributes['url.path']).toBe('/my-tickets/AQ-_Az09…')
    expect(JSON.stringify(span)).not.toContain(link.slice(0, 9))
    const ofCancellation = await spanOf('POST', `/my-tickets/cancellation/${link}`, new Error('not called'))
    expect(ofCancellation.attributes['url.path']).toBe('/my-tickets/cancella…')
    expect(JSON.stringify(ofCancellation)).not.toContain(link.slice(0, 9))
  })

  it('has an error when the database is unavailable', async () => {
    expect(await spanOf('GET', '/v1.1/museum-hours', new Unavailable('away'))).toMatchObject({
      attributes: { 'http.response.status_code': 503, 'error.type': 'Unavailable' },
      status: errorStatus,
    })
  })

  it('has no error when the client has made a mistake', async () => {
    const { attributes, status } = await spanOf('GET', '/v1.1/museum-hours?limit=x', new Error('not called'))
    expect([attributes['http.response.status_code'], attributes['error.type'], status]).toEqual([
      400,
      undefined,
      { code: 0 },
    ])
  })

  it('has the method of a client only as an attribute when it is no method of HTTP', async () => {
    expect(await spanOf('PURCHASE', '/v1.1/tickets', new Error('not called'))).toMatchObject({
      name: 'HTTP',
      attributes: { 'http.request.method': '_OTHER', 'http.request.method_original': 'PURCHASE' },
    })
  })
})
