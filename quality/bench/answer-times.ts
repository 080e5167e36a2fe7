import { type MeasuredServer, headers } from './measured-server.ts'
import { basePath } from './requests.ts'
import type { ResultTable } from './result-table.ts'
import { median, spreadOf } from './statistics.ts'

/** A request of the API, and the status that its response must have. */
export type TimedRequest = Readonly<{ method: string; path: string; body?: object; status: number }>

/** Sends requests one after another, and adds a line with the median time until the whole response was read, in milliseconds. */
export const addAnswerTimes = async (
  table: ResultTable,
  { url }: MeasuredServer,
  { name, requests, below }: Readonly<{ name: string; requests: readonly TimedRequest[]; below: number }>,
): Promise<void> => {
  const milliseconds: number[] = []
  let faulty = 0
  // The first request of a server checks the password, which takes long by design.
  await fetch(`${url}${basePath}/museum`, { headers })
  for (const { method, path, body, status } of requests) {
    const sentAt = performance.now()
    const response = await fetch(`${url}${basePath}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    milliseconds.push(performance.now() - sentAt)
    if (response.status !== status) faulty += 1
  }
  const value = median(milliseconds)
  const measured = `${value.toFixed(1)} ms ${spreadOf(milliseconds)}`
  table.add({ name, connections: 1, measured, value, digits: 1, bound: { below }, faulty })
}
