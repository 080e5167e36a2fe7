import DataLoader from 'dataloader'
import { withOwnDeadline } from './deadline.ts'

/** A larger batch makes a longer statement, and hardly a cheaper one for each request. */
const maxBatchSize = 128
/** Milliseconds that a batch waits for the one before it to end: that one may hang. */
const maxBatchWait = 50

/**
 * Runs requests in batches: those of one turn of the event loop, and those that come while a batch is running. So each
 * request costs less under load, and a lone request is not delayed. A result is never older than its request.
 */
export const batched = <Request, Result>(
  runBatch: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
): ((request: Request) => Promise<Result>) => {
  let running: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Request, Result | Promise<Result>>(
    (requests) => {
      // Otherwise the batch would have the deadline of its first request.
      const results = withOwnDeadline(Number.POSITIVE_INFINITY, () => runBatch(requests))
      running = settledOrTimedOut(results)
      return results
    },
    { cache: false, maxBatchSize, batchScheduleFn: (start) => void running.then(() => setImmediate(start)) },
  )
  return (request) => loader.load(request) as Promise<Result>
}

const settledOrTimedOut = (results: Promise<readonly unknown[]>) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxBatchWait).unref()
    const settled = () => {
      clearTimeout(timer)
      resolve()
    }
    results.then((all) => Promise.allSettled(all)).then(settled, settled)
  })
