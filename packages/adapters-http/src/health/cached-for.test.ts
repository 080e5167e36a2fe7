import { describe, expect, it } from '@jest/globals'
import { cachedFor } from './cached-for.ts'

/** A function whose calls are counted and end when they are told to, cached for a second by a clock that stands still. */
const aCachedFunction = () => {
  let time = 0
  const calls: PromiseWithResolvers<string>[] = []
  const ask = cachedFor(
    1_000,
    () => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    },
    () => time,
  )
  return { ask, calls, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('a cached function', () => {
  it('is called once for all who ask while it is pending, however long that takes', async () => {
    const { ask, calls, pass } = aCachedFunction()
    const answers = Array.from({ length: 1_500 }, ask)
    pass(60_000)
    answers.push(ask())
    calls[0]!.resolve('ready')
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['ready']))
    expect(calls).toHaveLength(1)
  })

  it('is called again when a second has passed since it answered', async () => {
    const { ask, calls, pass } = aCachedFunction()
    const first = ask()
    calls[0]!.resolve('first')
    await first
    pass(999)
    expect(await ask()).toBe('first')
    pass(1)
    const second = ask()
    calls[1]!.resolve('second')
    expect(await second).toBe('second')
    expect(calls).toHaveLength(2)
  })

  it('is called no more often when it fails', async () => {
    const { ask, calls, pass } = aCachedFunction()
    const first = ask()
    calls[0]!.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect(ask()).rejects.toThrow('away')
    expect(calls).toHaveLength(1)
    pass(1_000)
    void ask()
    expect(calls).toHaveLength(2)
  })
})
