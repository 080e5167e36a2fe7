import { setTimeout as sleep } from 'node:timers/promises'
import { randomBetween } from './random.ts'

/**
 * Starts workers that repeat a step, each `timesPerWorker` times, or until they are stopped. The returned function
 * stops them: it resolves when each has ended its current step, and throws what a step threw.
 */
export const startWorkers = (
  workers: number,
  step: () => Promise<unknown>,
  timesPerWorker = Number.POSITIVE_INFINITY,
) => {
  const stopping = new AbortController()
  const all = Array.from({ length: workers }, async () => {
    for (let n = 0; n < timesPerWorker && !stopping.signal.aborted; n += 1) await step()
  })
  // Handles rejections from now on; `stop` reports them.
  const settled = Promise.allSettled(all)
  return async () => {
    stopping.abort()
    await settled
    await Promise.all(all)
  }
}

/** Starts workers that pause before each step, for up to `maxPause` milliseconds. */
export const startPausingWorkers = (workers: number, maxPause: number, step: () => Promise<unknown>) =>
  startWorkers(workers, async () => {
    await sleep(randomBetween(0, maxPause))
    await step()
  })
