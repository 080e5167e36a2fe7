import DataLoader from 'dataloader'
import type { DatabaseTracer } from './database-tracer.ts'
import { withOwnDeadline } from './deadline.ts'

/** A larger batch makes a longer statement, and hardly a cheaper one for each request. */
const maxBatchSize = 128
/** Milliseconds that a batch waits for the one before it to end: that one may hang. */
const defaultMaxWait = 50

/**
 * Runs requests in batches: those of one turn of the event loop, and those that come while a batch is running. So each
 * request costs less under load, and a lone request is not delayed. A result is never older than its request.
 * `maxWait` is how many milliseconds a batch waits for the one before it to end.
 */
export const batched = <Request, Result>(
  runBatch: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
  tracer: DatabaseTracer | undefined,
  maxWait = defaultMaxWait,
): ((request: Request) => Promise<Result>) => {
  /** The last batch, until it has ended. */
  let running: Promise<unknown> | undefined
  const loader = new DataLoader<Member<Request>, Result | Promise<Result>>(
    (members) => {
      const requests = members.map(({ request }) => request)
      const run = () =>
        tracer === undefined
          ? runBatch(requests)
          : tracer.traceBatch(
              members.map(({ traced }) => traced),
              () => runBatch(requests),
            )
      // Otherwise the batch would have the deadline of its first request.
      const results = withOwnDeadline(Number.POSITIVE_INFINITY, run)
      const batch = settled(results).finally(() => {
        if (running === batch) running = undefined
      })
      running = batch
      return results
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (start) => {
        if (running === undefined) setImmediate(start)
        else void endedOrTimedOut(running, maxWait).then(() => setImmediate(start))
      },
    },
  )
  return (request) => loader.load({ request, traced: tracer?.joinBatch() }) as Promise<Result>
}

/** A request, and what the tracer has returned for it. */
type Member<Request> = Readonly<{ request: Request; traced: unknown }>

const settled = (results: Promise<readonly unknown[]>) =>
  results.then((all) => Promise.allSettled(all)).catch(() => undefined)

/** A timer is armed only when a batch waits for another one: a lone request needs none. */
const endedOrTimedOut = async (batch: Promise<unknown>, maxWait: number) => {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxWait).unref()
  await Promise.race([batch, timedOut])
  clearTimeout(timer)
}
