import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { type ReceivedSpan, aCollector } from '../../../test/a-collector.ts'
import { engines } from '../../../test/databases.ts'
import { startProgram } from '../../../test/start-server.ts'
import { useServers } from '../../../test/use-servers.ts'

const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }
const administrator = { MUSEUM_ADMIN_USERNAME: 'curator', MUSEUM_ADMIN_PASSWORD: 'päss:wörd-1' }
/** The kind of the span of a server. */
const server = 2

/** The statements of a span: MySQL receives several as one text. */
const statementsOf = ({ attributes }: ReceivedSpan) => String(attributes['db.query.text']).split('; ')
const insertsTicket = (span: ReceivedSpan) => statementsOf(span).some((sql) => /^insert into .museum_ticket/.test(sql))

describe.each(engines)('a server with traces, on %s', (_name, newDatabase) => {
  const { start, after, databaseUrl } = useServers(newDatabase)
  const isSqlite = () => databaseUrl().startsWith('sqlite:')

  /** A server that sends its traces to a collector. `stop` returns what was received when it has stopped. */
  const aTracedServer = async (settings: Readonly<Record<string, string>> = {}) => {
    const collector = await aCollector()
    after(collector.close)
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
    const insert = childrenOf(purchase!).find(insertsTicket)
    expect(insert).toMatchObject({
      // MySQL receives the statements that write a sale as one text, with the name of the first one.
      name: isSqlite() ? 'INSERT museum_ticket' : 'UPDATE slot',
      attributes: {
        'db.system.name': isSqlite() ? 'sqlite' : 'mysql',
        'db.operation.name': 'INSERT',
        'db.collection.name': isSqlite() ? 'museum_ticket' : 'slot',
        'db.query.text': expect.stringMatching(/insert into .*\?/),
      },
    })
    // The times of a span count from its own start, to which the clock of the machine gives its milliseconds.
    const millisecond = 1_000_000n
    expect(BigInt(insert!.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(purchase!.startTimeUnixNano) - millisecond)
    expect(BigInt(insert!.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(purchase!.endTimeUnixNano) + millisecond)
    const statements = childrenOf(keyed!).flatMap(statementsOf)
    const written = statements.flatMap((text) => /^(?:begin|start transaction|update|insert|commit)\b/.exec(text) ?? [])
    expect(written).toEqual([isSqlite() ? 'begin' : 'start transaction', 'insert', 'insert', 'insert', 'commit'])
    expect(childrenOf(hours!).map(({ name }) => name)).toContain('SELECT weekly_hours')
    // Each span belongs to one of the requests: /healthz, /readyz and the start of the server have none.
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(requests.map(({ traceId }) => traceId)))

    for (const resource of resources)
      expect(resource).toMatchObject({ 'service.name': 'museum', 'service.version': expect.stringMatching(/^\d+\./) })
    // The whole phone number: its last six digits alone also occur in identifiers and times.
    const phones = [order.phone, '4930901820', '4930 901820']
    for (const secret of ['visitor', ...phones, 'curator', 'wörd', 'secret=', '127.0.0.1', '2040-05-17'])
      expect(JSON.stringify(spans)).not.toContain(secret)
    expect(logged().map(({ path, traceId }) => [path, traceId])).toEqual([
      ['/healthz', undefined],
      ['/readyz', undefined],
      ...requests.map(({ attributes, traceId }) => [attributes['url.path'], traceId]),
    ])
  })

  it('gives each of many concurrent requests its own statements, and links those that are stored in one batch', async () => {
    const { request, stop, child } = await aTracedServer({ MUSEUM_DATABASE_CONNECTIONS: '2' })
    // Connections are kept alive, since a server accepts only one new connection in each turn of its event loop.
    const buy = (headers?: Readonly<Record<string, string>>) =>
      request('POST', '/tickets', order, { Connection: 'keep-alive', ...headers })
    const responses = [await buy()]
    for (const round of [1, 2, 3, 4]) {
      // The requests arrive while the server is paused, so that it reads all of them in one turn, from the second round on.
      child.kill('SIGSTOP')
      const sent = Array.from({ length: 12 }, (_, n) => [buy(), buy({ 'Idempotency-Key': `key-${round}-${n}` })]).flat()
      await setTimeout(100)
      child.kill('SIGCONT')
      responses.push(...(await Promise.all(sent)))
    }
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    const { spans, requests, childrenOf } = await stop()
    expect(requests).toHaveLength(97)
    const byId = new Map(spans.map((span) => [span.spanId, span]))

    const batches = spans.filter(({ name }) => name === 'batch')
    const stored = batches.filter((batch) => childrenOf(batch).some(insertsTicket))
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
    if (!isSqlite()) expect(spans.map(({ name }) => name)).toContain('connection wait')
    // The statements of one trace do not get into another.
    for (const { parentSpanId, traceId } of spans)
      if (parentSpanId) expect(byId.get(parentSpanId)?.traceId).toBe(traceId)
    for (const { spanId } of requests) {
      // A statement that failed because of another transaction is repeated.
      const own = spans.filter((span) => span.parentSpanId === spanId && span.attributes['error.type'] === undefined)
      const statements = own.flatMap(statementsOf)
      const count = (pattern: RegExp) => statements.filter((sql) => pattern.test(sql)).length
      expect(count(/^(begin|start transaction)/)).toBe(count(/^(commit|rollback)/))
    }
  })
})

describe('OpenTelemetry', () => {
  const { folder, after } = useServers()
  const child = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  /** Runs a program that prints each module of OpenTelemetry that it imports. */
  const startPrinting = (...args: readonly string[]) => {
    const printer = child('../../../test/child-scripts/print-loaded-packages.ts')
    const words = [process.execPath, '--conditions=@museum/source', '--import', printer, ...args]
    const started = startProgram(words, folder(), { environment: { ...administrator, MUSEUM_PORT: '0' } })
    after(async () => started.child.kill('SIGKILL'))
    return started
  }

  it('is not loaded by a server without its variables', async () => {
    // The sources: a bundle has fewer modules.
    const server = startPrinting(child('../../../bin/museum.ts'), 'serve')
    await server.waitForOutput(/the server is listening/)
    server.child.kill('SIGTERM')
    await server.closed
    expect(server.stderr.text).not.toContain('loaded: @opentelemetry')
    // Shows that the program would print a module of OpenTelemetry.
    const { closed, stderr } = startPrinting('--eval', "import('@opentelemetry/api')")
    await closed
    expect(stderr.text).toMatch(/^loaded: @opentelemetry/)
  })
})

describe('a collector of traces', () => {
  const { start, after } = useServers()

  it('that does not respond delays the stop by three seconds at most', async () => {
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
