import type { Violation } from './findings.ts'
import type { Attempt, Outage } from './history.ts'
import { isExpected5xx, unexpected5xx } from './is-expected-5xx.ts'

/** A request that was sent after the response to a write, and must show the write. */
export type ReadAfterWrite = Readonly<{
  /** The write, and how it must show. */
  name: string
  /** The last attempt of the write, which was sent through another server. */
  write: Attempt
  read: Attempt
  /** Whether the response shows the write. */
  isSeen: boolean
}>

/** Checks that each read shows the write before it; does no input or output itself. */
export const checkReads = (reads: readonly ReadAfterWrite[], outages: readonly Outage[]) => {
  const violations: Violation[] = []
  const count = { stale: 0, expected5xx: 0, unexpected5xx: 0 }
  for (const each of reads) {
    const { name, read, isSeen } = each
    if (read.status === 0) violations.push({ fault: 'no response, although no connection was dropped', recorded: each })
    else if (read.status >= 500) {
      const isExpected = isExpected5xx(read, outages)
      count[isExpected ? 'expected5xx' : 'unexpected5xx'] += 1
      if (!isExpected) violations.push({ fault: unexpected5xx, recorded: each })
    } else if (!isSeen) {
      count.stale += 1
      violations.push({ fault: `a read that misses the write before it: ${name}`, recorded: each })
    }
  }
  return { figures: { reads: reads.length, ...count }, violations }
}
