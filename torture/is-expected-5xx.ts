import type { Attempt, Outage } from './history.ts'

/** How long after an outage a 503 is still expected, in milliseconds: the pool replaces its connections. */
export const reconnectGrace = 1_000

/** Whether a response is 503 to a request during an outage of the database, or shortly after it. */
export const isExpected5xx = ({ status, sentAt, receivedAt }: Attempt, outages: readonly Outage[]) =>
  status === 503 && outages.some(({ from, until }) => receivedAt >= from && sentAt <= until + reconnectGrace)
