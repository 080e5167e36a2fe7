import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Load } from './load.ts'

/** `ends` are moments of `performance.now()`; latencies are in milliseconds. */
export type Answers = Readonly<{ ends: readonly number[]; latencies: readonly number[]; faulty: number }>

/**
 * Sends a fixed number of requests in a second over each connection. The connections begin one after the other within the
 * first interval, as clients do that know nothing of each other: requests that are all sent at the same moment would wait
 * for each other. A latency is counted from the moment at which the request was due.
 */
export const sendSteadily = async (load: Load, requestsPerSecond: number): Promise<Answers> => {
  const { connections, seconds } = load
  const interval = 1_000 / requestsPerSecond
  const [ends, latencies]: [number[], number[]] = [[], []]
  let [faulty, sent] = [0, 0]
  const start = performance.now()
  const useConnection = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let due = start + (n / connections) * interval; due < start + seconds * 1_000; due += interval) {
      await delay(Math.max(0, due - performance.now()))
      sent += 1
      const isRight = await send(load, sent - 1, agent).catch(() => false)
      if (!isRight) faulty += 1
      ends.push(performance.now())
      latencies.push(performance.now() - due)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => useConnection(n)))
  return { ends, latencies, faulty }
}

/** Sends the n-th request; whether its answer is right. */
const send = async ({ url, headers, requests, bodies, status, bodyIncludes = '' }: Load, n: number, agent: Agent) => {
  const { method, path, body } = requests[n % requests.length]!
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const sending = request(`${url}${path}`, { method, headers: { ...headers }, agent }, (response) => {
    void text(response).then(
      (answer) => resolve([status].flat().includes(response.statusCode!) && answer.includes(bodyIncludes)),
      reject,
    )
  })
  sending.on('error', reject)
  sending.end(bodies?.[n % bodies.length] ?? body)
  return promise
}
