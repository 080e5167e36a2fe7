import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestRecord, TraceRequest } from '@museum/adapters-http'
import type { DatabaseTracer } from '@museum/adapters-persistence'
import {
  type Context,
  type TextMapPropagator,
  type Tracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** The context with the span of the current request or batch; `undefined` when that span is not recorded. */
type ActiveContext = AsyncLocalStorage<Context | undefined>
export const activeContext = (): ActiveContext => new AsyncLocalStorage()

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

/** Milliseconds: a shorter wait for a connection has no span. */
const shortestWait = 1

/**
 * Makes a span of each statement of a request, by OpenTelemetry's semantic conventions for databases, of each wait for a
 * connection, and of each batch that is executed for several requests. Statements outside of requests have none.
 */
export const databaseSpans = (tracer: Tracer, active: ActiveContext, system: 'sqlite' | 'mysql'): DatabaseTracer => {
  // SQLite runs in this process.
  const kind = system === 'sqlite' ? SpanKind.INTERNAL : SpanKind.CLIENT
  return {
    traceStatement: async (sql, execute) => {
      const parent = active.getStore()
      if (parent === undefined) return execute()
      const { name, attributes } = describeStatement(sql)
      const span = tracer.startSpan(name, { kind, attributes: { 'db.system.name': system, ...attributes } }, parent)
      try {
        return await execute()
      } catch (error) {
        span.setAttribute('error.type', typeOf(error)).setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    onConnectionWait: (milliseconds, error) => {
      const parent = active.getStore()
      if (parent === undefined || (milliseconds < shortestWait && error === undefined)) return
      const end = Date.now()
      const attributes = { 'db.system.name': system, ...(error !== undefined && { 'error.type': typeOf(error) }) }
      const span = tracer.startSpan('connection wait', { attributes, startTime: end - milliseconds }, parent)
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    joinBatch: () => active.getStore(),
    traceBatch: async (members, run) => {
      const [first, ...others] = (members as readonly (Context | undefined)[]).filter((member) => member !== undefined)
      if (first === undefined || members.length === 1) return active.run(first, run)
      const links = others.map((other) => ({ context: trace.getSpanContext(other)! }))
      const span = tracer.startSpan('batch', { attributes: { 'museum.batch.size': members.length }, links }, first)
      // Links let every request's trace lead to the batch, although the batch belongs to only one of the traces.
      for (const other of others) trace.getSpan(other)?.addLink({ context: span.spanContext() })
      try {
        return await active.run(trace.setSpan(ROOT_CONTEXT, span), run)
      } finally {
        span.end()
      }
    },
  }
}

/** The name of the span of a statement, and the attributes. The text has placeholders instead of values. */
const describeStatement = (sql: string) => {
  const operation = (/^\s*(\w+)/.exec(sql)?.[1] ?? 'statement').toUpperCase()
  const table = /\b(?:from|into|update)\s+["`]?(\w+)/i.exec(sql)?.[1]
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.operation.name': operation,
      'db.query.text': sql,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
}

/** The code of the driver or the class of an error, without its message, which may contain values. */
const typeOf = (error: unknown) => {
  const { code, name = 'Error' } = error as Readonly<{ code?: unknown; name?: string }>
  return typeof code === 'string' ? code : name
}
