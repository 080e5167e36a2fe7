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

/**
 * `rate` is answers a second, latencies are in milliseconds, `p99OfSeconds` has one for each whole second of the run,
 * by when the answer came; `meanwhile` is how long that one request took.
 */
export type Figures = Readonly<{
  rate: number
  p50: number
  p99: number
  slowest: number
  p99OfSeconds: readonly number[]
  answered: number
  faulty: number
  meanwhile?: number
}>

const run = async ({ url, connections, seconds, headers, requests, status, meanwhile }: Load): Promise<Figures> => {
  let faulty = 0
  // Numbers, not objects: a long run has millions of answers, and collecting garbage would show in the latencies.
  const answered: { ends: number[]; latencies: number[] } = { ends: [], latencies: [] }
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>()
  const options = { url, connections, duration: seconds, headers: { ...headers }, requests: requests as Request[] }
  const start = performance.now()
  const instance = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  instance.on('response', (_client, statusCode, _bytes, milliseconds) => {
    answered.ends.push(performance.now())
    answered.latencies.push(milliseconds)
    if (statusCode !== status) faulty += 1
  })
  /** Sends what is to be sent meanwhile, and tells from when to when it was under way. */
  const aside = async (): Promise<readonly [sentAt: number, end: number] | undefined> => {
    if (meanwhile === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, 300))
    const sentAt = performance.now()
    const { ok } = await fetch(`${url}${meanwhile.path}`, { method: meanwhile.method, headers })
    if (!ok) faulty += 1
    return [sentAt, performance.now()]
  }
  const underWay = aside()
  const { duration, errors } = await finished
  const during = await underWay
  const measuredSeconds = during === undefined ? duration : (during[1] - during[0]) / 1_000
  const counts = (latency: number, index: number) => {
    const end = answered.ends[index]!
    return during === undefined || (end > during[0] && end - latency < during[1])
  }
  const latencies = ascending(answered.latencies.filter(counts))
  const bySecond: number[][] = Array.from({ length: Math.floor(seconds) }, () => [])
  for (const [index, end] of answered.ends.entries())
    bySecond[Math.floor((end - start) / 1_000)]?.push(answered.latencies[index]!)
  return {
    rate: latencies.length / measuredSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    slowest: latencies.at(-1)!,
    // A second without an answer is one in which every request waited for all of it.
    p99OfSeconds: bySecond.map((all) => (all.length === 0 ? 1_000 : percentile(ascending(all), 0.99))),
    answered: latencies.length,
    faulty: faulty + errors,
    ...(during !== undefined && { meanwhile: during[1] - during[0] }),
  }
}

const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

/** The latency that this share of the answers did not exceed, of latencies in ascending order. */
const percentile = (latencies: readonly number[], share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await run(JSON.parse(line) as Load)))
