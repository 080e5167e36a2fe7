import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from '@jest/globals'
import { createSemaphore, semaphoresByKey } from './semaphore.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Requests of a semaphore, and the names of those that have got a slot, or `-name` of those that have not. */
const setUp = (size: number, maxWaiting?: number) => {
  const semaphore = createSemaphore({ size, ...(maxWaiting !== undefined && { maxWaiting }) })
  const done: string[] = []
  const acquire = async (name: string, signal?: AbortSignal) =>
    void done.push((await semaphore.acquire(signal)) ? name : `-${name}`)
  return { semaphore, done, acquire }
}

describe('a semaphore', () => {
  it('gives its slots in the order of the requests', async () => {
    const { semaphore, done, acquire } = setUp(2)
    for (const name of ['a', 'b', 'c', 'd']) void acquire(name)
    await settled()
    expect(done).toEqual(['a', 'b'])
    expect([semaphore.inUse(), semaphore.waiting()]).toEqual([2, 2])
    semaphore.release()
    await settled()
    expect(done).toEqual(['a', 'b', 'c'])
  })

  it('gives no slot to a request that does not wait while others wait', async () => {
    const { semaphore, acquire } = setUp(1)
    expect(semaphore.tryAcquire()).toBe(true)
    void acquire('a')
    expect(semaphore.tryAcquire()).toBe(false)
    semaphore.release()
    expect(semaphore.tryAcquire()).toBe(false)
    semaphore.release()
    expect(semaphore.tryAcquire()).toBe(true)
  })

  it('gives several slots at once if so many are free', () => {
    const { semaphore } = setUp(3)
    expect([semaphore.tryAcquire(2), semaphore.tryAcquire(2), semaphore.tryAcquire(1)]).toEqual([true, false, true])
    semaphore.release(2)
    expect([semaphore.inUse(), semaphore.tryAcquire(2)]).toEqual([1, true])
  })

  it('lets only so many requests wait', async () => {
    const { done, acquire } = setUp(1, 1)
    for (const name of ['a', 'b', 'c']) void acquire(name)
    await settled()
    expect(done).toEqual(['a', '-c'])
  })

  it('forgets a request whose signal is aborted, before and while it waits', async () => {
    const { semaphore, done, acquire } = setUp(1)
    const leaving = new AbortController()
    void acquire('a')
    void acquire('b', leaving.signal)
    void acquire('c')
    leaving.abort()
    void acquire('d', leaving.signal)
    await settled()
    expect(done.toSorted()).toEqual(['-b', '-d', 'a'])
    semaphore.release()
    await settled()
    expect(done.slice(3)).toEqual(['c'])
  })

  it('gives a request that could not use its slot the next one, ahead of all others', async () => {
    const { semaphore, done, acquire } = setUp(2)
    for (const name of ['a', 'b', 'c']) void acquire(name)
    semaphore.resize(1)
    void semaphore.reacquire().then(() => done.push('b again'))
    semaphore.release()
    await settled()
    expect(done).toEqual(['a', 'b', 'b again'])
  })

  it('starts waiting requests when it gets more slots, and none while more than its size are in use', async () => {
    const { semaphore, done, acquire } = setUp(2)
    for (const name of ['a', 'b', 'c', 'd']) void acquire(name)
    semaphore.resize(1)
    semaphore.release()
    await settled()
    expect(done).toEqual(['a', 'b'])
    semaphore.resize(3)
    await settled()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
  })

  it('lets a request that has waited go on in its own asynchronous context', async () => {
    const context = new AsyncLocalStorage<string>()
    const { semaphore } = setUp(1)
    expect(semaphore.tryAcquire()).toBe(true)
    const waiting = context.run('own', async () => ((await semaphore.acquire()) ? context.getStore() : undefined))
    context.run('other', () => semaphore.release())
    expect(await waiting).toBe('own')
  })
})

it('semaphores by key have slots of their own, and a new key has all of them again', () => {
  const slots = semaphoresByKey({ size: 1 })
  expect([slots('a').tryAcquire(), slots('b').tryAcquire(), slots('a').tryAcquire()]).toEqual([true, true, false])
  const first = slots('a')
  first.release()
  expect(slots('a')).not.toBe(first)
  expect(slots('a').tryAcquire()).toBe(true)
})
