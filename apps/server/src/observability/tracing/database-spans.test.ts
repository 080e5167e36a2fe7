import { describe, expect, it } from '@jest/globals'
import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { recordedSpans } from '../../../test/recorded-spans.ts'
import { activeContext, databaseSpans } from './spans.ts'

const aTracedDatabase = () => {
  const { tracer, spans } = recordedSpans()
  const active = activeContext()
  const request = tracer.startSpan('request')
  const inRequest = <Result>(work: () => Result) => active.run(trace.setSpan(ROOT_CONTEXT, request), work)
  return { tracer: databaseSpans(tracer, active, 'mysql'), spans, inRequest, requestId: request.spanContext().spanId }
}

describe('the span of a statement', () => {
  it.each([
    ['select `a` from `special_event` where `b` = ?', 'SELECT special_event', 'SELECT', 'special_event'],
    [
      'insert into "museum_ticket" ("a") select ? from "weekly_hours"',
      'INSERT museum_ticket',
      'INSERT',
      'museum_ticket',
    ],
    ['update change_lock set a = 1', 'UPDATE change_lock', 'UPDATE', 'change_lock'],
    ['delete from `x`', 'DELETE x', 'DELETE', 'x'],
    ['begin immediate', 'BEGIN', 'BEGIN', undefined],
    ['(select 1)', 'STATEMENT', 'STATEMENT', undefined],
  ])('of %s is %s', async (sql, name, operation, table) => {
    const { tracer, spans, inRequest, requestId } = aTracedDatabase()
    expect(await inRequest(() => tracer.traceStatement(sql, async () => 'rows'))).toBe('rows')
    expect(spans()).toMatchObject([{ name, kind: 2, parent: requestId, status: { code: 0 } }])
    expect(spans()[0]!.attributes).toEqual({
      'db.system.name': 'mysql',
      'db.operation.name': operation,
      'db.query.text': sql,
      ...(table !== undefined && { 'db.collection.name': table }),
    })
  })

  it('has the code of its error, without the message', async () => {
    const { tracer, spans, inRequest } = aTracedDatabase()
    const error = Object.assign(new Error("Duplicate entry 'visitor'"), { code: 'ER_DUP_ENTRY' })
    const failing = inRequest(() =>
      tracer.traceStatement('insert into t', async () => {
        throw error
      }),
    )
    await expect(failing).rejects.toBe(error)
    expect(spans()).toMatchObject([{ attributes: { 'error.type': 'ER_DUP_ENTRY' }, status: { code: 2 }, events: [] }])
    expect(JSON.stringify(spans())).not.toContain('visitor')
  })

  it('is not made outside of requests', async () => {
    const { tracer, spans } = aTracedDatabase()
    await tracer.traceStatement('select 1', async () => undefined)
    tracer.onConnectionWait(100)
    await tracer.traceBatch([tracer.joinBatch(), tracer.joinBatch()], async () =>
      tracer.traceStatement('select 1', async () => undefined),
    )
    expect(spans()).toEqual([])
  })
})

describe('the span of a wait for a connection', () => {
  it('is made for a wait of a millisecond, and for one that ends without a connection', () => {
    const { tracer, spans, inRequest, requestId } = aTracedDatabase()
    inRequest(() => {
      tracer.onConnectionWait(0.5)
      tracer.onConnectionWait(5)
      tracer.onConnectionWait(0, Object.assign(new Error('no'), { name: 'Unavailable' }))
    })
    expect(spans()).toMatchObject([
      { name: 'connection wait', parent: requestId, status: { code: 0 } },
      { attributes: { 'error.type': 'Unavailable' }, status: { code: 2 } },
    ])
  })
})
