import { describe, expect, it } from '@jest/globals'
import { batched } from './batched.ts'
import type { DatabaseTracer } from './database-observer.ts'
import { millisecondsLeft, withDeadline } from './deadlines-and-retries.ts'

/** A batched function whose batches are recorded, and end when `endBatch` is called. */
const aBatchedFunction = (tracer?: DatabaseTracer) => {
  const batches: string[][] = []
  const running: (() => void)[] = []
  const call = batched(async (requests: readonly string[]) => {
    batches.push([...requests])
    await new Promise<void>((resolve) => running.push(resolve))
    return requests.map((request) => request.toUpperCase())
  }, tracer)
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
  return { call, batches, nextTurn, endBatch: () => running.shift()!() }
}

describe('batched', () => {
  it('runs the requests of one turn of the event loop in one batch, and gives each its own result', async () => {
    const { call, batches, nextTurn, endBatch } = aBatchedFunction()
    const results = Promise.all([call('a'), call('b'), call('a')])
    await nextTurn()
    await nextTurn()
    endBatch()
    expect(await results).toEqual(['A', 'B', 'A'])
    expect(batches).toEqual([['a', 'b', 'a']])
  })

  it('collects the requests that come during a batch, and runs them when it has ended', async () => {
    const { call, batches, nextTurn, endBatch } = aBatchedFunction()
    const results: Promise<string>[] = []
    for (const request of ['a', 'b', 'c']) {
      results.push(call(request))
      await nextTurn()
      await nextTurn()
    }
    expect(batches).toEqual([['a']])
    endBatch()
    await nextTurn()
    await nextTurn()
    expect(batches).toEqual([['a'], ['b', 'c']])
    endBatch()
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
  })

  it('runs the next batch although one hangs', async () => {
    const never = new Promise<never>(() => undefined)
    const call = batched(async ([name]: readonly string[]) => (name === 'hangs' ? [never] : [name]), undefined)
    void call('hangs')
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(await call('next')).toBe('next')
  })

  it('rejects all requests of a batch that fails, and no later ones', async () => {
    let fails = true
    const call = batched(async (requests: readonly number[]) => {
      if (fails) throw new Error('failed')
      return requests
    }, undefined)
    const results = await Promise.allSettled([call(1), call(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await call(3)).toBe(3)
  })

  it('runs a batch without the deadline of its first request', async () => {
    const call = batched(async (requests: readonly number[]) => requests.map(() => millisecondsLeft()), undefined)
    const [withShortDeadline, withNone] = [withDeadline(5, () => call(1)), call(2)]
    expect([await withShortDeadline, await withNone]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })

  it('runs at most 128 requests in one batch', async () => {
    const sizes: number[] = []
    const call = batched(async (requests: readonly number[]) => {
      sizes.push(requests.length)
      return requests
    }, undefined)
    const numbers = Array.from({ length: 300 }, (_, n) => n)
    expect(await Promise.all(numbers.map((n) => call(n)))).toEqual(numbers)
    expect(sizes).toEqual([128, 128, 44])
  })

  it('is traced once for each batch, with what joinBatch returned for its requests', async () => {
    const traced: unknown[] = []
    let joined = 0
    const tracer: DatabaseTracer = {
      traceStatement: (_sql, execute) => execute(),
      onConnectionWait: () => undefined,
      joinBatch: () => `request ${(joined += 1)}`,
      traceBatch: async (members, run) => {
        traced.push(members)
        const result = await run()
        traced.push('ended')
        return result
      },
    }
    const { call, nextTurn, endBatch } = aBatchedFunction(tracer)
    const results = [call('a'), call('b')]
    await nextTurn()
    await nextTurn()
    results.push(call('c'))
    expect(traced).toEqual([['request 1', 'request 2']])
    endBatch()
    await nextTurn()
    await nextTurn()
    endBatch()
    expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
    expect(traced).toEqual([['request 1', 'request 2'], 'ended', ['request 3'], 'ended'])
  })

  it('leaves other events their turns while requests follow each other without end', async () => {
    const call = batched(async (requests: readonly number[]) => requests, undefined)
    const over = AbortSignal.timeout(20)
    const limit = performance.now() + 2_000
    const repeat = async () => {
      while (!over.aborted && performance.now() < limit) await call(1)
    }
    await Promise.all([repeat(), repeat(), repeat()])
    expect(over.aborted).toBe(true)
  })
})
