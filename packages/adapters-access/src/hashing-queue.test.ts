import { describe, expect, it } from '@jest/globals'
import { hashingQueue } from './hashing-queue.ts'

/**
 * A queue that runs one task while four wait. The test ends the tasks with `finish`, in the order in which they
 * started.
 */
const setUp = () => {
  const clock = { now: 0 }
  const ranks = new Map<string, number>()
  const started: string[] = []
  const running: (() => void)[] = []
  const enqueue = hashingQueue({
    maxRunning: 1,
    maxWaiting: 4,
    maxWait: 8_000,
    rankOf: (network) => ranks.get(network) ?? 1,
    now: () => clock.now,
  })
  const add = (network: string, name: string) =>
    enqueue(network, async () => {
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

describe('the hashing queue', () => {
  it('runs the tasks of the networks in turns', async () => {
    const { add, started, finish } = setUp()
    const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')]
    await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('gives one network the whole queue while no other network uses it, then rejects the newest tasks of that network', async () => {
    const { add, started, finish } = setUp()
    const a = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name))
    const b = ['b1', 'b2', 'b3'].map((name) => add('b', name))
    await finish()
    expect(await Promise.all(a)).toEqual(['a1', 'a2', 'a3', 'rejected', 'rejected', 'rejected'])
    expect(await Promise.all(b)).toEqual(['b1', 'b2', 'rejected'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('rejects the newest task of the network with the most waiting tasks when it is full', async () => {
    const { add, started, finish } = setUp()
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'].map((name) => add(name[0]!, name))
    await finish()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'rejected', 'b1', 'c1', 'd1', 'rejected'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
  })

  it('runs tasks of networks with a lower rank first, and rejects tasks of a higher rank when it is full', async () => {
    const { add, started, finish, ranks } = setUp()
    for (const network of ['e', 'f', 'g']) ranks.set(network, 2)
    ranks.set('k', 0)
    const all = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((network) => add(network, network))
    await finish()
    expect(started).toEqual(['d', 'k', 'h', 'i', 'j'])
    expect(await Promise.all(all)).toEqual(['d', 'rejected', 'rejected', 'rejected', 'h', 'i', 'j', 'k'])
  })

  it('uses the rank that a network has when a task can start, not when the task was added', async () => {
    const { add, started, finish, ranks } = setUp()
    const all = ['a', 'b', 'c'].map((network) => add(network, network))
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
    expect(await Promise.all([...early, late])).toEqual(['a1', 'rejected', 'rejected', 'd1'])
    expect(started).toEqual(['a1', 'd1'])
    const next = add('e', 'e1')
    await finish()
    expect(await next).toBe('e1')
  })

  it('starts the next task after one that throws', async () => {
    const queue = hashingQueue({ maxRunning: 1, maxWaiting: 1, maxWait: 1, rankOf: () => 1, now: () => 0 })
    const failing = () => queue('a', () => Promise.reject(new Error('failed')))
    const both = await Promise.allSettled([failing(), failing()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue('a', async () => 'run')).toBe('run')
  })
})
