import { setTimeout as sleep } from 'node:timers/promises'
import type { Outage } from './history.ts'
import type { Engine } from './engine.ts'
import { startWorkers } from './start-workers.ts'

/** How often the suite writes to a cluster past the servers, in milliseconds. */
const interval = 250
/** A write that takes longer is an outage, in milliseconds: servers wait three seconds for what they need several writes for. */
const maxWriteTime = 1_000
/** How long after a slow write requests may still fail that waited for others meanwhile, in milliseconds. */
const afterwards = 2_000

/**
 * Writes to a cluster all the time, past the servers, and records when it takes writes slowly: while a node comes back, or
 * when the machine has too much to do. Returns a function that ends it.
 */
export const watchWrites = ({ write }: Engine, outages: Outage[]) =>
  startWorkers(write === undefined ? 0 : 1, async () => {
    const from = performance.now()
    await write!()
    const until = performance.now()
    if (until - from > maxWriteTime) outages.push({ from, until: until + afterwards })
    await sleep(interval)
  })
