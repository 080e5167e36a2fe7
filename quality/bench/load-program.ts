/**
 * The program of the load generator: it reads one `Load` per line from standard input, and writes one `Figures` per line.
 */
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import autocannon, { type Options, type Request, type Result } from 'autocannon'
import type { Load } from './load.ts'
import { type Answers, sendSteadily } from './steady-load.ts'
import { ascending, percentile } from './statistics.ts'

/**
 * `rate` is responses per second; latencies are in milliseconds. `p99OfSeconds` has one value for each whole second of the run,
 * by the time of the response. `faulty` counts responses with an unexpected status, and requests without a response.
 * `interleaved` has the latencies of the interleaved requests, which count for nothing else except `faulty`.
 */
export type Figures = Readonly<{
  rate: number
  p50: number
  p99: number
  slowest: number
  p99OfSeconds: readonly number[]
  answered: number
  faulty: number
  interleaved: readonly number[]
}>

const sendInterleaved = async ({ url, headers, interleaved }: Load) => {
  const send = async (path: string, index: number) => {
    await new Promise((resolve) => setTimeout(resolve, 500 + index * 1_000))
    const sentAt = performance.now()
    const response = await fetch(`${url}${path}`, { method: interleaved!.method, headers })
    await response.arrayBuffer()
    return { latency: performance.now() - sentAt, isFaulty: response.status !== interleaved!.status }
  }
  return Promise.all((interleaved?.paths ?? []).map(send))
}

const sendContinuously = async (load: Load): Promise<Answers> => {
  const { url, connections, seconds, headers, requests, bodies, paths, isKeyed = false, status, bodyIncludes } = load
  let [faulty, sent] = [0, 0]
  const expected = new Set([status].flat())
  const setUp = (request: Request): Request => {
    // A repeated body or path gets another response, which is counted as faulty.
    const body = bodies?.[sent % bodies.length] ?? request.body
    const path = paths?.[sent % paths.length] ?? request.path
    sent += 1
    return {
      ...request,
      ...(body !== undefined && { body }),
      ...(path !== undefined && { path }),
      ...(isKeyed && { headers: { ...headers, 'idempotency-key': randomUUID() } }),
    }
  }
  const isSetUp = isKeyed || bodies !== undefined || paths !== undefined
  // Numbers, not objects: a long run has millions of responses, and garbage collection would show in the latencies.
  const [ends, latencies]: [number[], number[]] = [[], []]
  const { promise: finished, resolve, reject } = Promise.withResolvers<Result>()
  const options: Options = {
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    requests: requests.map((request) => Object.assign({}, request, isSetUp && { setupRequest: setUp })),
    ...(bodyIncludes !== undefined && { verifyBody: (body) => String(body).includes(bodyIncludes) }),
  }
  const instance = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  instance.on('response', (_client, statusCode, _bytes, milliseconds) => {
    ends.push(performance.now())
    latencies.push(milliseconds)
    if (!expected.has(statusCode)) faulty += 1
  })
  const { errors, mismatches } = await finished
  return { ends, latencies, faulty: faulty + errors + mismatches }
}

const run = async (load: Load): Promise<Figures> => {
  const { seconds, connectionRate, warmUpSeconds = 0 } = load
  const start = performance.now()
  const [answers, interleaved] = await Promise.all([
    connectionRate === undefined ? sendContinuously(load) : sendSteadily(load, connectionRate),
    sendInterleaved(load),
  ])
  const duration = (performance.now() - start) / 1_000 - warmUpSeconds
  const isCounted = (_: unknown, n: number) => answers.ends[n]! >= start + warmUpSeconds * 1_000
  const { faulty } = answers
  const [ends, latencies] = [answers.ends.filter(isCounted), answers.latencies.filter(isCounted)]

  const bySecond: number[][] = Array.from({ length: Math.floor(seconds) }, () => [])
  for (const [index, end] of ends.entries()) bySecond[Math.floor((end - start) / 1_000)]?.push(latencies[index]!)
  const sorted = ascending(latencies)
  return {
    rate: latencies.length / duration,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    slowest: sorted.at(-1)!,
    // In a second without a response, every request waited for the whole second.
    p99OfSeconds: bySecond.map((all) => (all.length === 0 ? 1_000 : percentile(ascending(all), 0.99))),
    answered: latencies.length,
    faulty: faulty + interleaved.filter(({ isFaulty }) => isFaulty).length,
    interleaved: interleaved.map(({ latency }) => latency),
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await run(JSON.parse(line) as Load)))
