import type { Simulation } from './simulation.ts'
import type { Thread } from './thread.ts'

/** The maximum size, as in the server's `batched`: a larger batch is split. */
const maxBatchSize = 128

/**
 * Requests that are executed together, as by the server's `batched`: those that wait when the event loop has a turn, and
 * those that come while a batch is running, for `maxWait` milliseconds at most.
 */
export const newBatches = <Request>(
  { after }: Simulation,
  eventLoop: Thread,
  runBatch: (requests: readonly Request[], ended: () => void) => void,
  maxWait: number,
): ((request: Request) => void) => {
  let waiting: Request[] = []
  let [running, isStarting] = [0, false]
  /** Counts the starts, so that the time limit of an earlier one starts nothing. */
  let starts = 0
  const start = () => {
    isStarting = true
    starts += 1
    // After the work that is queued in the event loop already, as with `setImmediate`.
    eventLoop.run(0, () => {
      isStarting = false
      const requests = waiting
      waiting = []
      for (let from = 0; from < requests.length; from += maxBatchSize) {
        running += 1
        runBatch(requests.slice(from, from + maxBatchSize), () => {
          running -= 1
          if (running === 0 && waiting.length > 0 && !isStarting) start()
        })
      }
    })
  }
  return (request) => {
    waiting.push(request)
    if (isStarting) return
    if (running === 0) start()
    else if (waiting.length === 1) {
      const awaited = starts
      after(maxWait, () => {
        if (awaited === starts && waiting.length > 0) start()
      })
    }
  }
}
