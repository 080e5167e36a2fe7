import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { aCollector } from '../../test/a-collector.ts'
import { engines } from '../../test/databases.ts'
import { startProgram } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }
const administrator = { MUSEUM_ADMIN_USERNAME: 'curator', MUSEUM_ADMIN_PASSWORD: 'päss:wörd-1' }
/** The kind of the span of a server. */
const server = 2

describe.each(engines)('a server with traces, on %s', (_name, newDatabase) => {
  const { start, run, after, databaseUrl } = useServers(newDatabase)

  /** A server that sends its traces to a collector. `stop` returns what was received when it has stopped. */
  const aTracedServer = async (settings: Readonly<Record<string, string>> = {}) => {
    const collector = await aCollector()
    after(collector.close)
    await run('migrate')
    const started = await start({ ...administrator, ...collector.environment, ...settings })
    const stop = async () => {
      expect(await started.stop()).toEqual({ code: 0, signal: null })
      const spans = collector.spans()
      const childrenOf = ({ spanId }: { spanId: string }) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)
      const requests = spans.filter(({ kind, parentSpanId }) => kind === server && (parentSpanId ?? '') === '')
      return { spans, requests, childrenOf, resources: collector.resources() }
    }
    const logged = (): readonly Record<string, unknown>[] =>
      started.output.text
        .split('\n')
        .filter((line) => line.includes('"answered"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    return { ...started, stop, logged, collector }
  }

  it('sends a span of each request and of each of its statements, the last ones when it stops', async () => {
    const { request, stop, logged, origin } = await aTracedServer()
    await fetch(`${origin}/healthz`)
    await fetch(`${origin}/readyz`)
    expect((await request('POST', '/tickets', order)).status).toBe(201)
    expect((await request('POST', '/tickets', order, { 'Idempotency-Key': 'one' })).status).toBe(201)
    expect((await request('GET', '/museum-hours?startDate=2040-01-01&secret=1')).status).toBe(200)
    await fetch(`${origin}/unknown?secret=1`)
    const { spans, requests, childrenOf, resources } = await stop()

    expect(requests.map(({ name }) => name)).toEqual([
      'POST /v1.1/tickets',
      'POST /v1.1/tickets',
      'GET /v1.1/museum-hours',
      'GET',
    ])
    const [purchase, keyed, hours, unknown] = requests
    expect(purchase!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1.1/tickets',
      'http.response.status_code': 201,
      'url.path': '/v1.1/tickets',
      'url.scheme': 'http',
      'museum.request_id': logged()[2]!['requestId'],
    })
    expect(unknown!.attributes).toMatchObject({ 'url.path': '/unknown', 'http.response.status_code': 404 })
    expect(childrenOf(unknown!)).toEqual([])
    const insert = childrenOf(purchase!).at(-1)!
    expect(insert).toMatchObject({
      name: 'INSERT museum_ticket',
      attributes: {
        'db.system.name': expect.stringMatching(/^(sqlite|mysql)$/),
        'db.operation.name': 'INSERT',
        'db.collection.name': 'museum_ticket',
        'db.query.text': expect.stringMatching(/^insert into .*\?/),
      },
    })
    // The times of a span count from its own start, to which the clock of the machine gives its milliseconds.
    const millisecond = 1_000_000n
    expect(BigInt(insert.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(purchase!.startTimeUnixNano) - millisecond)
    expect(BigInt(insert.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(purchase!.endTimeUnixNano) + millisecond)
    const statements = childrenOf(keyed!).map(({ name }) => name)
    expect(statements.filter((name) => /^(BEGIN|INSERT|COMMIT)/.test(name))).toEqual([
      'BEGIN',
      'INSERT idempotency_record',
      'INSERT museum_ticket',
      'COMMIT',
    ])
    expect(childrenOf(hours!).map(({ name }) => name)).toContain('SELECT weekly_hours')
    // Each span belongs to one of the requests: /healthz, /readyz and the start of the server have none.
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(requests.map(({ traceId }) => traceId)))

    for (const resource of resources)
      expect(resource).toMatchObject({ 'service.name': 'museum', 'service.version': expect.stringMatching(/^\d+\./) })
    for (const secret of ['visitor', '901820', 'curator', 'wörd', 'secret=', '127.0.0.1', '2040-05-17'])
      expect(JSON.stringify(spans)).not.toContain(secret)
    expect(logged().map(({ path, traceId }) => [path, traceId])).toEqual([
      ['/healthz', undefined],
      ['/readyz', undefined],
      ...requests.map(({ attributes, traceId }) => [attributes['url.path'], traceId]),
    ])
  })

  it('gives each of many concurrent requests its own statements, and links those that are stored in one batch', async () => {
    const { request, stop } = await aTracedServer({ MUSEUM_DATABASE_CONNECTIONS: '2' })
    const buy = (headers?: Readonly<Record<string, string>>) => request('POST', '/tickets', order, headers)
    const responses = [await buy()]
    // Several times, so that some arrive at the same moment, however busy the machine is.
    for (const round of [1, 2, 3, 4])
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 12 }, (_, n) => [buy(), buy({ 'Idempotency-Key': `key-${round}-${n}` })]).flat(),
        )),
      )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    const { spans, requests, childrenOf } = await stop()
    expect(requests).toHaveLength(97)
    const byId = new Map(spans.map((span) => [span.spanId, span]))

    const batches = spans.filter(({ name }) => name === 'batch')
    const stored = batches.filter((batch) => childrenOf(batch).some(({ name }) => name === 'INSERT museum_ticket'))
    expect(stored.length).toBeGreaterThan(0)
    for (const batch of batches) {
      const others = batch.links!.map(({ spanId }) => byId.get(spanId)!)
      expect(others).toHaveLength(Number(batch.attributes['museum.batch.size']) - 1)
      // From each request the batch can be found, by its parent or by a link.
      for (const other of others)
        expect(other.links!.map(({ traceId, spanId }) => [traceId, spanId])).toContainEqual([
          batch.traceId,
          batch.spanId,
        ])
      expect(others.map(({ spanId }) => spanId)).not.toContain(batch.parentSpanId)
    }
    // The statements of SQLite are synchronous: few requests find its connection in use.
    if (!databaseUrl().startsWith('sqlite:')) expect(spans.map(({ name }) => name)).toContain('connection wait')
    // A purchase with a key has a transaction of its own; the statements of one trace do not get into another.
    const inserts = spans.filter(({ name }) => name === 'INSERT idempotency_record')
    expect(inserts).toHaveLength(48)
    expect(new Set(inserts.map(({ parentSpanId }) => parentSpanId)).size).toBe(48)
    for (const { parentSpanId, traceId } of spans)
      if (parentSpanId) expect(byId.get(parentSpanId)?.traceId).toBe(traceId)
    for (const { spanId } of requests) {
      // A statement that failed because of another transaction is repeated.
      const own = spans.filter((span) => span.parentSpanId === spanId && span.attributes['error.type'] === undefined)
      expect(own.filter(({ name }) => name === 'BEGIN').length).toBe(own.filter(({ name }) => name === 'COMMIT').length)
    }
  })
})

describe('OpenTelemetry', () => {
  const { folder, after } = useServers()
  const child = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  /** Runs a program that prints each module of OpenTelemetry that it imports. */
  const startPrinting = (...args: readonly string[]) => {
    const printer = child('../../test/child-scripts/print-opentelemetry-modules.ts')
    const words = [process.execPath, '--conditions=@museum/source', '--import', printer, ...args]
    const started = startProgram(words, folder(), { environment: { ...administrator, MUSEUM_PORT: '0' } })
    after(async () => started.child.kill('SIGKILL'))
    return started
  }

  it('is not loaded by a server without its variables', async () => {
    // The sources: a bundle has fewer modules.
    const server = startPrinting(child('../../bin/museum.ts'), 'serve')
    await server.waitForOutput(/the server is listening/)
    server.child.kill('SIGTERM')
    await server.closed
    expect(server.stderr.text).toBe('')
    // It would have been printed.
    const { closed, stderr } = startPrinting('--eval', "import('@opentelemetry/api')")
    await closed
    expect(stderr.text).toMatch(/^loaded: /)
  })
})

describe('a collector of traces', () => {
  const { start, after } = useServers()

  it('that does not answer delays the stop by three seconds at most', async () => {
    const collector = await aCollector(() => new Promise<never>(() => undefined))
    after(collector.close)
    const server = await start({ ...administrator, ...collector.environment })
    await server.request('GET', '/museum-hours')
    const begin = performance.now()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(collector.requests).toHaveLength(1)
    // The exporter alone waits for 10 seconds.
    expect(performance.now() - begin).toBeLessThan(9_000)
  })
})
