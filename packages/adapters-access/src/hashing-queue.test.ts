import { describe, expect, it } from '@jest/globals'
import { hashingQueue } from './hashing-queue.ts'

/** A queue with one place and room for four; tasks end when they are told to, in the order in which they started. */
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
  it('runs the tasks of the networks in turn', async () => {
    const { add, started, finish } = setUp()
    const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')]
    await finish()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
  })

  it('lets one network use the whole queue while no other one needs it, then refuses its newest tasks', async () => {
    const { add, started, finish } = setUp()
    const a = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name))
    const b = ['b1', 'b2', 'b3'].map((name) => add('b', name))
    await finish()
    expect(await Promise.all(a)).toEqual(['a1', 'a2', 'a3', 'full', 'full', 'full'])
    expect(await Promise.all(b)).toEqual(['b1', 'b2', 'full'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('refuses one task of the network with the most, and keeps the others', async () => {
    const { add, started, finish } = setUp()
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'e1'].map((name) => add(name[0]!, name))
    await finish()
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'full', 'b1', 'c1', 'd1', 'full'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1'])
  })

  it('runs tasks of a lower rank first, and refuses those of a higher rank for them', async () => {
    const { add, started, finish, ranks } = setUp()
    for (const network of ['e', 'f', 'g']) ranks.set(network, 2)
    ranks.set('k', 0)
    const all = ['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((network) => add(network, network))
    await finish()
    expect(started).toEqual(['d', 'k', 'h', 'i', 'j'])
    expect(await Promise.all(all)).toEqual(['d', 'full', 'full', 'full', 'h', 'i', 'j', 'k'])
  })

  it('asks for the ranks when a place is free, not when a task is added', async () => {
    const { add, started, finish, ranks } = setUp()
    const all = ['a', 'b', 'c'].map((network) => add(network, network))
    ranks.set('b', 2)
    await finish()
    expect(started).toEqual(['a', 'c', 'b'])
    await Promise.all(all)
  })

  it('does not run a task that has waited for more than eight seconds', async () => {
    const { add, started, finish, clock } = setUp()
    const early = [add('a', 'a1'), add('b', 'b1'), add('c', 'c1')]
    clock.now += 1
    const late = add('d', 'd1')
    clock.now += 8_000
    await finish()
    expect(await Promise.all([...early, late])).toEqual(['a1', 'full', 'full', 'd1'])
    expect(started).toEqual(['a1', 'd1'])
    const next = add('e', 'e1')
    await finish()
    expect(await next).toBe('e1')
  })

  it('frees the place of a task that fails', async () => {
    const queue = hashingQueue({ maxRunning: 1, maxWaiting: 1, maxWait: 1, rankOf: () => 1, now: () => 0 })
    const failing = () => queue('a', () => Promise.reject(new Error('failed')))
    const both = await Promise.allSettled([failing(), failing()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await queue('a', async () => 'run')).toBe('run')
  })
})
