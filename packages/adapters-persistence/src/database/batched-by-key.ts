import { batched } from './batched.ts'
import type { DatabaseTracer } from './database-tracer.ts'

/** Like `batched`, but the requests of a batch have the same key, and those with different keys do not wait for each other. */
export const batchedByKey = <Request, Result>(
  keyOf: (request: Request) => string,
  runBatch: (requests: readonly Request[]) => Promise<readonly Result[]>,
  tracer: DatabaseTracer | undefined,
  maxWait: number,
): ((request: Request) => Promise<Result>) => {
  const batches = new Map<string, { run: (request: Request) => Promise<Result>; pending: number }>()
  return async (request) => {
    const key = keyOf(request)
    const batch = batches.get(key) ?? { run: batched(runBatch, tracer, maxWait), pending: 0 }
    batches.set(key, batch)
    batch.pending += 1
    try {
      return await batch.run(request)
    } finally {
      batch.pending -= 1
      if (batch.pending === 0) batches.delete(key)
    }
  }
}
