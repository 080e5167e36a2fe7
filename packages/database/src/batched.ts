import { OutcomeUnknown, Unavailable } from '@museum/concurrency'
import DataLoader from 'dataloader'
import type { Engine } from './engines/engine.ts'
import type { DatabaseTracer } from './database-observer.ts'
import { type RetryKind, withOwnDeadline } from './deadlines-and-retries.ts'
import { lockQueue } from './limit-concurrency.ts'
import type { Database } from './database.ts'

/** A larger batch makes the statement longer, but hardly cheaper for each request. */
export const maxBatchSize = 128
/** Milliseconds that a batch waits for the one before it, which may hang. */
const maxWait = 50

/**
 * Runs requests in batches, those of one turn of the event loop together, and those that come while a batch is running. So each
 * request costs less under load, and a lone request is not delayed. A result is read after its request came.
 */
export const batched = <Request, Result>(
  runBatch: (requests: readonly Request[]) => Promise<readonly (Result | Promise<Result>)[]>,
  tracer: DatabaseTracer | undefined,
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
        // Not at once: on SQLite, other changes would never get the lock of the file.
        else void endedOrTimedOut(running).then(() => setImmediate(start))
      },
    },
  )
  return (request) => loader.load({ request, traced: tracer?.joinBatch() }) as Promise<Result>
}

/** A request, and what the tracer has returned for it. */
type Member<Request> = Readonly<{ request: Request; traced: unknown }>

const settled = (results: Promise<readonly unknown[]>) =>
  results.then((all) => Promise.allSettled(all)).catch(() => undefined)

/** A timer is set only when a batch waits for another one: a lone request needs none. */
const endedOrTimedOut = async (batch: Promise<unknown>) => {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, maxWait).unref()
  await Promise.race([batch, timedOut])
  clearTimeout(timer)
}

/** Like `batched`, but equal requests of a batch share one result, and a request does not wait for a different one. */
export const coalesced = <Request, Result>(
  run: (request: Request) => Promise<Result>,
  tracer: DatabaseTracer | undefined,
): ((request: Request) => Promise<Result>) =>
  batched<Request, Result>(async (requests) => {
    const results = new Map<string, Promise<Result>>()
    return requests.map((request) => {
      const key = JSON.stringify(request)
      const result = results.get(key) ?? run(request)
      results.set(key, result)
      return result
    })
  }, tracer)

/** Whether the group of the work may have done it before it is done alone. */
export type AloneKind = Extract<RetryKind, 'idempotent' | 'outcomeUnknown'>

/** The outcome of work that its group did not do. It is then done alone, which gives the reason. */
export const notDone = Symbol('not done')

type GroupedWork<Work, Outcome> = Readonly<{
  /** Does work together, in one transaction that does not wait in a full lock queue. When it throws, none of it was done, unless it throws `OutcomeUnknown`. */
  group: (works: readonly Work[]) => Promise<readonly (Outcome | typeof notDone)[]>
  doAlone: (work: Work, kind: AloneKind) => Promise<Outcome>
  /** The time limit of a group, which leaves time to do its work alone. */
  milliseconds: number
}>

/**
 * Does work that comes at the same time as one group, in one transaction; while the lock queue is full, a lone piece of work is
 * such a group too. Work that its group did not do, and all work of a group that fails, is done alone, in the order of the
 * calls, so that it does not affect other work. Rejects with `Unavailable` when the database is unavailable and has one host;
 * with several, the work is done alone, which has more time for a failover.
 */
export const groupedOrAlone = <Work, Outcome>(
  database: Pick<Database<never>, 'engine' | 'tracer' | 'withDeadline'>,
  { group, doAlone, milliseconds }: GroupedWork<Work, Outcome>,
): ((work: Work) => Promise<Outcome>) => {
  const { withDeadline, tracer, engine } = database
  const { classifyError, hosts } = engine
  const { isFull } = lockQueue(database)
  type Result = Readonly<{ outcome: Outcome }> | Readonly<{ kind: AloneKind }>
  const inGroup = batched(async (works: readonly Work[]): Promise<readonly Result[]> => {
    const all = (kind: AloneKind) => works.map(() => ({ kind }))
    if (works.length === 1 && !isFull()) return all('idempotent')
    try {
      const outcomes = await withDeadline(milliseconds, () => group(works))
      return outcomes.map((outcome) => (outcome === notDone ? { kind: 'idempotent' } : { outcome }))
    } catch (error) {
      if (error instanceof OutcomeUnknown) return all('outcomeUnknown')
      if (error instanceof Unavailable && hosts === undefined && !isOnlyBusy(error, classifyError)) throw error
      return all('idempotent')
    }
  }, tracer)
  return async (work) => {
    const result = await inGroup(work)
    return 'outcome' in result ? result.outcome : doAlone(work, result.kind)
  }
}

/** Whether the group failed because another transaction has locked its rows, or because it got no connection in time. */
const isOnlyBusy = ({ cause }: Unavailable, classifyError: Engine['classifyError']) =>
  cause === undefined || ['locked', 'contended'].includes(classifyError(cause) ?? '')
