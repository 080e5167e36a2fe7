import { describe, expect, it } from '@jest/globals'
import { cachedFor } from './cached-for.ts'

/**
 * A function that is cached for a second, on a clock that only `advance` moves. Its calls are recorded, and stay
 * pending.
 */
const aCachedFunction = () => {
  let time = 0
  const calls: PromiseWithResolvers<string>[] = []
  const cached = cachedFor(
    1_000,
    () => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    },
    () => time,
  )
  return { cached, calls, advance: (milliseconds: number) => (time += milliseconds) }
}

describe('a cached function', () => {
  it('is called once for all callers while the call is pending, however long that takes', async () => {
    const { cached, calls, advance } = aCachedFunction()
    const results = Array.from({ length: 1_500 }, cached)
    advance(60_000)
    results.push(cached())
    calls[0]!.resolve('ready')
    expect(new Set(await Promise.all(results))).toEqual(new Set(['ready']))
    expect(calls).toHaveLength(1)
  })

  it('is called again when a second has passed since it resolved', async () => {
    const { cached, calls, advance } = aCachedFunction()
    const first = cached()
    calls[0]!.resolve('first')
    await first
    advance(999)
    expect(await cached()).toBe('first')
    advance(1)
    const second = cached()
    calls[1]!.resolve('second')
    expect(await second).toBe('second')
    expect(calls).toHaveLength(2)
  })

  it('is called again only when a second has passed since it rejected', async () => {
    const { cached, calls, advance } = aCachedFunction()
    const first = cached()
    calls[0]!.reject(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    await expect(cached()).rejects.toThrow('failed')
    expect(calls).toHaveLength(1)
    advance(1_000)
    void cached()
    expect(calls).toHaveLength(2)
  })
})
