import { ascending, percentile } from '../statistics.ts'
import type { Status } from './museum-server.ts'

/** The responses to one kind of request. */
export type Responses = Readonly<{
  add: (status: Status, milliseconds: number) => void
  count: () => number
  countOf: (status: Status) => number
  /** The latency that a share of the responses does not exceed, in milliseconds, without those with the status 503. */
  latency: (share: number) => number
}>

export const newResponses = (): Responses => {
  const counts = new Map<Status, number>()
  const latencies: number[] = []
  let sorted: number[] | undefined
  const countOf = (status: Status) => counts.get(status) ?? 0
  return {
    add(status, milliseconds) {
      counts.set(status, countOf(status) + 1)
      if (status !== 503) latencies.push(milliseconds)
    },
    countOf,
    count: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    latency(share) {
      if (sorted?.length !== latencies.length) sorted = ascending(latencies)
      return percentile(sorted, share) ?? 0
    },
  }
}
