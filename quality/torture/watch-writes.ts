import { setTimeout as sleep } from 'node:timers/promises'
import type { Outage } from './history.ts'
import type { Engine } from './engine.ts'
import { startWorkers } from './start-workers.ts'

/** How often the suite writes directly to a cluster, in milliseconds. */
const interval = 250
/**
 * A write that takes longer, in milliseconds, counts as an outage: servers allow three seconds for work that takes several
 * writes.
 */
const maxWriteTime = 1_000
/** For this time after a slow write, in milliseconds, requests may still fail, since they may have waited for others. */
const afterwards = 2_000

/**
 * Writes directly to a cluster all the time, and records when that is slow: while a node comes back, or when the machine is
 * overloaded. Returns a function that ends this.
 */
export const watchWrites = ({ write }: Engine, outages: Outage[]) =>
  startWorkers(write === undefined ? 0 : 1, async () => {
    const from = performance.now()
    await write!()
    const until = performance.now()
    if (until - from > maxWriteTime) outages.push({ from, until: until + afterwards })
    await sleep(interval)
  })
