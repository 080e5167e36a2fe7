import { batched } from './batched.ts'
import type { DatabaseTracer } from './database-tracer.ts'

/** Like `batched`, but equal requests of a batch share one result, and a request does not wait for a different one. */
export const coalesced = <Request extends object, Result>(
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
