import { describe, expect, it } from '@jest/globals'
import { fairQueue } from './fair-queue.ts'

/**
 * A queue that runs one task at a time, while four may wait. The test ends the tasks with `finish`, in the order in
 * which they started.
 */
const setUp = () => {
  /** The functions that are called after `maxWait`, in the order in which their tasks began to wait. */
  const waits = new Map<number, () => void>()
  let lastTimer = 0
  const timers = {
    setTimeout(callback: () => void, milliseconds: number) {
      expect(milliseconds).toBe(8_000)
      lastTimer += 1
      waits.set(lastTimer, callback)
      return lastTimer
    },
    clearTimeout: (timer: unknown) => void waits.delete(timer as number),
  }
  const ranks = new Map<string, number>()
  const started: string[] = []
  const running: (() => void)[] = []
  const enqueue = fairQueue({
    maxRunning: 1,
    maxWaiting: 4,
    maxWait: 8_000,
    rankOf: (client) => ranks.get(client) ?? 1,
    timers,
  })
  const add = (client: string, name: string, signal?: AbortSignal) =>
    enqueue(
      client,
      async () => {
        started.push(name)
        await new Promise<void>((resolve) => running.push(resolve))
        return name
      },
      signal,
    )
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends the running task, and each one that starts after it. */
  const finish = async () => {
    for (let end = running.shift(); end !== undefined; end = running.shift()) {
      end()
      await settled()
    }
  }
  return { waits, ranks, started, add, settled, finish }
}

describe('the fair queue', () => {
  it('runs the tasks of the clients in turns', async () => {
    const { add, started, finish } = setUp()
    const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')]
    await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('gives one client the whole queue while no other client uses it, then rejects the newest tasks of that client', async () => {
    const { add, started, finish } = setUp()
    const a = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name))
    const b = ['b1', 'b2', 'b3'].map((name) => add('b', name))
    await finish()
    expect(await Promise.all(a)).toEqual(['a1', 'a2', 'a3', 'queue-full', 'queue-full', 'queue-full'])
    expect(await Promise.all(b)).toEqual(['b1', 'b2', 'queue-full'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('rejects the newest task of the client with the most waiting tasks when it is full', async () => {
    const { add, started, finish } = setUp()
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'].map((name) => add(name[0]!, name))
    await finish()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'queue-full', 'b1', 'c1', 'd1', 'queue-full'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
  })

  it('runs tasks of clients with a lower rank first, and rejects tasks of a higher rank when it is full', async () => {
    const { add, started, finish, ranks } = setUp()
    for (const client of ['e', 'f', 'g']) ranks.set(client, 2)
    ranks.set('k', 0)
    const all = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((client) => add(client, client))
    await finish()
    expect(started).toEqual(['d', 'k', 'h', 'i', 'j'])
    expect(await Promise.all(all)).toEqual(['d', 'queue-full', 'queue-full', 'queue-full', 'h', 'i', 'j', 'k'])
  })

  it('uses the rank that a client has when a task can start, not when the task was added', async () => {
    const { add, started, finish, ranks } = setUp()
    const all = ['a', 'b', 'c'].map((client) => add(client, client))
    ranks.set('b', 2)
    await finish()
    expect(started).toEqual(['a', 'c', 'b'])
    await Promise.all(all)
  })

  it('rejects a task that has waited for the longest time, also while no other task ends', async () => {
    const { add, started, finish, settled, waits } = setUp()
    const all = [add('a', 'a1'), add('b', 'b1'), add('c', 'c1'), add('d', 'd1')]
    expect(waits.size).toBe(3)
    for (const pass of [...waits.values()].slice(0, 2)) pass()
    expect(await Promise.all(all.slice(1, 3))).toEqual(['waited-too-long', 'waited-too-long'])
    // Their places are free again.
    all.push(add('e', 'e1'), add('f', 'f1'), add('g', 'g1'))
    await finish()
    await settled()
    expect(await Promise.all(all.slice(3))).toEqual(['d1', 'e1', 'f1', 'g1'])
    expect(started).toEqual(['a1', 'd1', 'e1', 'f1', 'g1'])
    expect(waits.size).toBe(0)
  })

  it('runs at most so many tasks of one client at a time, while those of other clients start', async () => {
    const started: string[] = []
    const ends = new Map<string, () => void>()
    const enqueue = fairQueue({
      maxRunning: 3,
      maxRunningOfClient: 2,
      maxWaiting: 9,
      maxWait: 1_000,
      timers: globalThis,
    })
    const add = (name: string) =>
      enqueue(name[0]!, async () => {
        started.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
      })
    const end = async (name: string) => {
      ends.get(name)!()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(add)
    expect(started).toEqual(['a1', 'a2', 'b1'])
    await end('b1')
    // The third of `a` would be next.
    expect(started.slice(3)).toEqual(['b2'])
    await end('a1')
    expect(started.slice(4)).toEqual(['a3'])
    await end('a2')
    expect(started.slice(5)).toEqual(['c1'])
    await end('c1')
    expect(started.slice(6)).toEqual(['a4'])
    for (const name of ['a3', 'a4', 'b2']) await end(name)
    await Promise.all(all)
  })

  it('rejects a task at once, and never starts it, when its signal is aborted while it waits', async () => {
    const { started, add, finish } = setUp()
    const leaving = new AbortController()
    const gone = new Error('gone')
    const all = [add('a', 'a1'), add('b', 'b1'), add('b', 'b2', leaving.signal), add('c', 'c1')]
    leaving.abort(gone)
    await expect(all[2]).rejects.toBe(gone)
    await expect(add('d', 'd1', leaving.signal)).rejects.toBe(gone)
    // Its place is free again.
    all[2] = add('b', 'b3')
    await finish()
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'b3', 'c1'])
    expect(started).toEqual(['a1', 'b1', 'c1', 'b3'])
  })

  it('starts the next task after one that throws', async () => {
    const queue = fairQueue({ maxRunning: 1, maxWaiting: 1, maxWait: 1_000, timers: globalThis })
    const failing = () => queue('a', () => Promise.reject(new Error('failed')))
    const both = await Promise.allSettled([failing(), failing()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue('a', async () => 'run')).toBe('run')
  })
})
