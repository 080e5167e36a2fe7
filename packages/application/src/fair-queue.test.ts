import { describe, expect, it } from '@jest/globals'
import { fairQueue } from './fair-queue.ts'

/**
 * A queue that runs one task at a time, while four may wait. The test ends the tasks with `finish`, in the order in
 * which they started.
 */
const setUp = () => {
  const clock = { now: 0 }
  const ranks = new Map<string, number>()
  const started: string[] = []
  const running: (() => void)[] = []
  const enqueue = fairQueue({
    maxRunning: 1,
    maxWaiting: 4,
    maxWait: 8_000,
    rankOf: (client) => ranks.get(client) ?? 1,
    now: () => clock.now,
  })
  const add = (client: string, name: string) =>
    enqueue(client, async () => {
      started.push(name)
      await new Promise<void>((resolve) => running.push(resolve))
      return name
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends the running task, and each one that starts after it. */
  const finish = async () => {
    for (let end = running.shift(); end !== undefined; end = running.shift()) {
      end()
      await settled()
    }
  }
  return { clock, ranks, started, add, settled, finish }
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

  it('rejects a task that has waited longer than the longest wait', async () => {
    const { add, started, finish, clock } = setUp()
    const early = [add('a', 'a1'), add('b', 'b1'), add('c', 'c1')]
    clock.now += 1
    const late = add('d', 'd1')
    clock.now += 8_000
    await finish()
    expect(await Promise.all([...early, late])).toEqual(['a1', 'waited-too-long', 'waited-too-long', 'd1'])
    expect(started).toEqual(['a1', 'd1'])
    const next = add('e', 'e1')
    await finish()
    expect(await next).toBe('e1')
  })

  it('starts the next task after one that throws', async () => {
    const queue = fairQueue({ maxRunning: 1, maxWaiting: 1, maxWait: 1, now: () => 0 })
    const failing = () => queue('a', () => Promise.reject(new Error('failed')))
    const both = await Promise.allSettled([failing(), failing()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue('a', async () => 'run')).toBe('run')
  })
})
