import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type TextMapPropagator, type Tracer, trace } from '@opentelemetry/api'
import type { RequestRecord, TraceRequest } from '@museum/adapters-http'
import type { ActiveContext } from './active-context.ts'

/** Load balancers send these requests all the time. */
const untracedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])
/** The methods that are not `_OTHER` by the semantic conventions. */
const knownMethods: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT QUERY TRACE'.split(' '),
)

/** Makes a span of each request, by OpenTelemetry's semantic conventions for HTTP. It continues the trace of the client. */
export const requestSpans =
  (tracer: Tracer, propagator: TextMapPropagator, active: ActiveContext, basePath: string): TraceRequest =>
  async (c, handle) => {
    if (untracedPaths.has(c.req.path)) return handle()
    const parent = propagator.extract(ROOT_CONTEXT, c.req, {
      get: (request, name) => request.header(name),
      keys: (request) => Object.keys(request.header()),
    })
    const { method } = c.req
    const known = knownMethods.has(method) ? method : '_OTHER'
    const span = tracer.startSpan(
      known === '_OTHER' ? 'HTTP' : method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': known, 'url.scheme': 'http' } },
      parent,
    )
    if (!span.isRecording()) return handle()
    try {
      const record = await active.run(trace.setSpan(parent, span), handle)
      const route = c.get('route')
      if (route !== undefined) span.updateName(`${method} ${basePath}${route}`)
      span.setAttributes({
        ...(route !== undefined && { 'http.route': `${basePath}${route}` }),
        ...attributesOf(record),
        ...(known === '_OTHER' && { 'http.request.method_original': method }),
      })
      if (record.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      return { ...record, traceId: span.spanContext().traceId }
    } finally {
      span.end()
    }
  }

/** Nothing of the client's credentials, address or query, and no message of an error, which may contain values. */
const attributesOf = ({ path, status, requestId, error }: RequestRecord) => ({
  'url.path': path,
  'http.response.status_code': status,
  'museum.request_id': requestId,
  ...(status >= 500 && { 'error.type': error?.name ?? String(status) }),
})
