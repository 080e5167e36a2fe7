import { setImmediate, setTimeout } from 'node:timers/promises'

/** A turn of the event loop in which nothing else is done takes less. */
const idleTurnMilliseconds = 0.1
const busyMilliseconds = 250
const pauseMilliseconds = 2

let busyUntil = 0

/**
 * Gives other requests a turn between two steps of work that takes seconds: a turn of the event loop and, while the process has
 * other work, a pause. So one request in a few at most has to wait for a step.
 */
export const giveWay = async (): Promise<void> => {
  const startedAt = performance.now()
  await setImmediate()
  const now = performance.now()
  if (now - startedAt > idleTurnMilliseconds) busyUntil = now + busyMilliseconds
  if (now < busyUntil) await setTimeout(pauseMilliseconds)
}
