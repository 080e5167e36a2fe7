import type { Attempt, Outage } from './history.ts'

/** The fault of a 5xx that is not expected. It does not end a run, since what is stored may be right. */
export const unexpected5xx = 'a 5xx without a reason'

/** How long after an outage a 503 is still expected, in milliseconds: the pool replaces its connections. */
export const reconnectGrace = 1_000

/** Whether a response is 503 to a request during an outage of the database, or shortly after it. */
export const isExpected5xx = ({ status, sentAt, receivedAt }: Attempt, outages: readonly Outage[]) =>
  status === 503 && outages.some(({ from, until }) => receivedAt >= from && sentAt <= until + reconnectGrace)
