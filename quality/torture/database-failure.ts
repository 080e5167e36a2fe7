import type { Outage } from './history.ts'

/** A way in which a database fails. */
export type DatabaseFailure = Readonly<{
  name: string
  /** Makes the database fail; resolves when it is writable again. */
  begin: () => Promise<void>
  /** How long the servers may take from then on to notice it and to fail over, in milliseconds. */
  moveTime: number
  /** Brings back what failed, unless that is back already; resolves when every node is in the cluster again. */
  repair?: () => Promise<void>
}>

/** Makes a database fail, and records the outage; resolves with it when the database is writable again. */
export const beginFailure = async ({ begin, moveTime }: DatabaseFailure, outages: Outage[]): Promise<Outage> => {
  const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY }
  outages.push(outage)
  await begin()
  outage.until = performance.now() + moveTime
  return outage
}
