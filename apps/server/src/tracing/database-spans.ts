import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { DatabaseTracer } from '@museum/adapters-persistence'
import type { ActiveContext } from './active-context.ts'

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
      // The trace of each request leads to the batch, also those that the batch is not a part of.
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
