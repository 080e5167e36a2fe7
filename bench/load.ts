/**
 * The load generator, a process of its own: reads one `Load` a line on standard input, and writes one `Figures` a line.
 */
import { createInterface } from 'node:readline'
import autocannon, { type Request, type Result } from 'autocannon'

/** Requests that are sent in turn over so many connections, each as soon as the one before it is answered. */
export type Load = Readonly<{
  url: string
  connections: number
  seconds: number
  headers: Readonly<Record<string, string>>
  requests: readonly Readonly<{ method: 'GET' | 'POST'; path: string; body?: string }>[]
  /** What each answer must be. */
  status: number
  /** Sent once, a while after the beginning: then only what was under way beside it counts. */
  meanwhile?: Readonly<{ method: string; path: string }>
}>

/** `rate` is answers a second, latencies are in milliseconds; `meanwhile` is how long that one request took. */
export type Figures = Readonly<{
  rate: number
  p50: number
  p99: number
  answered: number
  faulty: number
  meanwhile?: number
}>

const run = async ({ url, connections, seconds, headers, requests, status, meanwhile }: Load): Promise<Figures> => {
  let faulty = 0
  const answers: { end: number; latency: number }[] = []
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>()
  const options = { url, connections, duration: seconds, headers: { ...headers }, requests: requests as Request[] }
  const instance = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  instance.on('response', (_client, statusCode, _bytes, milliseconds) => {
    answers.push({ end: performance.now(), latency: milliseconds })
    if (statusCode !== status) faulty += 1
  })
  /** Sends what is to be sent meanwhile, and tells from when to when it was under way. */
  const aside = async (): Promise<readonly [start: number, end: number] | undefined> => {
    if (meanwhile === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, 300))
    const start = performance.now()
    const { ok } = await fetch(`${url}${meanwhile.path}`, { method: meanwhile.method, headers })
    if (!ok) faulty += 1
    return [start, performance.now()]
  }
  const underWay = aside()
  const { duration, errors } = await finished
  const during = await underWay
  const measuredSeconds = during === undefined ? duration : (during[1] - during[0]) / 1_000
  const latencies = answers
    .filter(({ end, latency }) => during === undefined || (end > during[0] && end - latency < during[1]))
    .map(({ latency }) => latency)
    .toSorted((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!
  return {
    rate: latencies.length / measuredSeconds,
    p50: at(0.5),
    p99: at(0.99),
    answered: latencies.length,
    faulty: faulty + errors,
    ...(during !== undefined && { meanwhile: during[1] - during[0] }),
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await run(JSON.parse(line) as Load)))
