import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Value = Readonly<{ stringValue?: string; intValue?: number; arrayValue?: object }>
type Attributes = readonly Readonly<{ key: string; value: Value }>[]
type SpanRecord = Readonly<{
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attributes
  links?: readonly Readonly<{ traceId: string; spanId: string }>[]
  status: Readonly<{ code?: number; message?: string }>
}>
type TraceRequest = Readonly<{
  resourceSpans: readonly Readonly<{
    resource: Readonly<{ attributes: Attributes }>
    scopeSpans: readonly Readonly<{ spans: readonly SpanRecord[] }>[]
  }>[]
}>

export type ReceivedSpan = Omit<SpanRecord, 'attributes'> & Readonly<{ attributes: Readonly<Record<string, unknown>> }>

const toObject = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value]))

/**
 * A collector that receives spans by OTLP over HTTP, and the environment variables that name it. It keeps the bodies; `spans`
 * reads those in JSON. `respond` returns the status, or never.
 */
export const aCollector = async (respond: () => number | Promise<number> = () => 200) => {
  const requests: { headers: IncomingHttpHeaders; url: string | undefined; body: Buffer }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ headers: request.headers, url: request.url, body: await buffer(request) })
    response.writeHead(await respond(), { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const resourceSpans = () =>
    requests.flatMap(({ body }) => (JSON.parse(body.toString()) as TraceRequest).resourceSpans)
  return {
    requests,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    spans: (): readonly ReceivedSpan[] =>
      resourceSpans()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, ...span }) => Object.assign(span, { attributes: toObject(attributes) })),
    resources: () => resourceSpans().map(({ resource }) => toObject(resource.attributes)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
