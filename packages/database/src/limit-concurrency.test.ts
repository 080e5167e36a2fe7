import { describe, expect, it } from '@jest/globals'
import { ClientGone, Unavailable } from '@museum/concurrency'
import { withDeadline } from './deadlines-and-retries.ts'
import { limitConcurrency } from './limit-concurrency.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const limited = (maxConcurrent: number, maxWaiting = 10) =>
  limitConcurrency({ maxConcurrent, maxWaiting, busyMessage: 'too busy' })

describe('limitConcurrency', () => {
  it('starts work with one key in the order of the calls, up to the maximum at a time', async () => {
    const run = limited(2)
    const started: number[] = []
    const ends: PromiseWithResolvers<void>[] = []
    const results = Array.from({ length: 5 }, (_, n) =>
      run('key', async () => {
        started.push(n)
        ends[n] = Promise.withResolvers()
        await ends[n].promise
        return n
      }),
    )
    for (let n = 0; n < 5; n += 1) {
      const expected = [0, 1, 2, 3, 4].slice(0, n + 2)
      while (started.length < expected.length) await nextTurn()
      expect(started).toEqual(expected)
      ends[n]!.resolve()
      expect(await results[n]).toBe(n)
    }
  })

  it('does not make work with another key wait', async () => {
    const run = limited(1)
    const end = Promise.withResolvers<void>()
    const running = run('key', () => end.promise)
    expect(await run('another key', async () => 'done')).toBe('done')
    end.resolve()
    await running
  })

  it('rejects work whose deadline is over before it starts, and does not run it', async () => {
    const run = limited(1)
    const end = Promise.withResolvers<void>()
    const running = run('key', () => end.promise)
    let runs = 0
    const work = async () => (runs += 1)
    const late = withDeadline(20, () => run('key', work))
    const inTime = withDeadline(60_000, () => run('key', work))
    setTimeout(() => end.resolve(), 40)
    await expect(late).rejects.toThrow(Unavailable)
    expect(await inTime).toBe(1)
    await running
  })

  it('rejects work whose client is gone before it starts, and does not run it', async () => {
    const run = limited(1)
    const leaving = new AbortController()
    const end = Promise.withResolvers<void>()
    const running = run('key', () => end.promise)
    let runs = 0
    const work = async () => (runs += 1)
    const gone = withDeadline(60_000, () => run('key', work), leaving.signal)
    const other = withDeadline(60_000, () => run('key', work))
    leaving.abort()
    end.resolve()
    await expect(gone).rejects.toThrow(ClientGone)
    expect(await other).toBe(1)
    await running
  })

  it('runs waiting work under its own deadline, not under that of the work that ends before it', async () => {
    const run = limited(1)
    const end = Promise.withResolvers<void>()
    const running = withDeadline(20, () => run('key', () => end.promise))
    const inTime = withDeadline(60_000, () => run('key', async () => 'done'))
    setTimeout(() => end.resolve(), 40)
    expect(await inTime).toBe('done')
    await running
  })

  it('rejects work at once when the maximum of work waits already', async () => {
    const run = limited(1, 1)
    const end = Promise.withResolvers<void>()
    const running = run('key', () => end.promise)
    const waiting = run('key', async () => 'done')
    await expect(run('key', async () => 'done')).rejects.toThrow('too busy')
    end.resolve()
    expect(await waiting).toBe('done')
    await running
  })

  it('starts the next work after work that fails', async () => {
    const run = limited(1)
    await expect(run('key', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await run('key', async () => 'done')).toBe('done')
  })
})
