import { setTimeout as sleep } from 'node:timers/promises'
import type { Outage } from './history.ts'
import { startWorkers } from './start-workers.ts'

/** A way in which a database fails. */
export type DatabaseFailure = Readonly<{
  name: string
  /** Makes the database fail; resolves when it accepts writes again. */
  begin: () => Promise<void>
  /** How long the servers may take from then on to notice it and to move to another node, in milliseconds. */
  moveTime: number
  /** Writes to each node that has not failed, past the servers; resolves when all have committed. */
  write?: () => Promise<void>
  /** Brings back what failed, unless that is back already; resolves when every node is in the cluster again. */
  repair?: () => Promise<void>
}>

/** Makes a database fail, and records the outage; resolves with it when the database accepts writes again. */
export const beginFailure = async ({ begin, moveTime }: DatabaseFailure, outages: Outage[]): Promise<Outage> => {
  const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY }
  outages.push(outage)
  await begin()
  outage.until = performance.now() + moveTime
  return outage
}

/** A write that takes longer, while a node comes back, is an outage; in milliseconds. */
const maxWriteTime = 1_000

/** Brings back what failed, and records when the other nodes accept no writes meanwhile. */
export const repairFailure = async ({ repair, write, moveTime }: DatabaseFailure, outages: Outage[]): Promise<void> => {
  const stopWatching = startWorkers(1, async () => {
    const from = performance.now()
    await write?.()
    const acceptedAt = performance.now()
    if (acceptedAt - from > maxWriteTime) outages.push({ from, until: acceptedAt + moveTime })
    await sleep(50)
  })
  await repair?.()
  await stopWatching()
}
