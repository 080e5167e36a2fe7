import type { Signal } from './signal.ts'

type SemaphoreOptions = Readonly<{
  /** How many slots there are. */
  size: number
  /** How many requests may wait for a slot; by default any number. */
  maxWaiting?: number
}>

/** A semaphore: requests wait for one of its slots, in the order of their calls. */
export type Semaphore = ReturnType<typeof createSemaphore>

/**
 * Creates a semaphore. A request that has waited goes on in its own asynchronous context, since it awaits the promise: who
 * releases the slot makes no difference. `onIdle` is called when the last slot is released and no request waits.
 */
export const createSemaphore = (
  { size: initialSize, maxWaiting = Number.POSITIVE_INFINITY }: SemaphoreOptions,
  onIdle?: () => void,
) => {
  let size = initialSize
  let inUse = 0
  const waiting: (() => void)[] = []
  const startWaiting = () => {
    while (inUse < size && waiting.length > 0) {
      inUse += 1
      waiting.shift()!()
    }
  }
  const wait = (place: 'push' | 'unshift', signal: Signal | undefined) =>
    new Promise<boolean>((resolve) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve(true)
      }
      const leave = () => {
        const index = waiting.indexOf(start)
        if (index >= 0) waiting.splice(index, 1)
        resolve(false)
      }
      signal?.addEventListener('abort', leave)
      waiting[place](start)
    })
  const release = (count = 1) => {
    inUse -= count
    startWaiting()
    if (inUse === 0) onIdle?.()
  }
  /** Takes slots if so many are free: none is while a request waits. */
  const tryAcquire = (count = 1): boolean => {
    if (inUse + count > size) return false
    inUse += count
    return true
  }
  return {
    /** How many slots there are. */
    size: () => size,
    /** How many slots are in use. */
    inUse: () => inUse,
    /** How many requests wait for a slot. */
    waiting: () => waiting.length,
    /** If there are fewer slots from now on, those that are in use can still be used until they are released. */
    resize(newSize: number) {
      size = newSize
      startWaiting()
    },
    tryAcquire,
    /** Waits for a slot. Resolves to false when too many requests wait already, and when the signal is aborted. */
    async acquire(signal?: Signal): Promise<boolean> {
      if (signal?.aborted) return false
      if (tryAcquire()) return true
      return waiting.length < maxWaiting && wait('push', signal)
    },
    /** Gives slots back, and lets requests that wait for them go on. */
    release,
    /** Releases a slot that could not be used, and waits for another one, ahead of all other requests; otherwise like `acquire`. */
    async reacquire(signal?: Signal): Promise<boolean> {
      const acquired = signal?.aborted ? false : wait('unshift', signal)
      release()
      return acquired
    },
  }
}

/** A semaphore for each key, which is forgotten while none of its slots is in use. */
export const semaphoresByKey = (options: SemaphoreOptions): ((key: string) => Semaphore) => {
  const semaphores = new Map<string, Semaphore>()
  return (key) => {
    const semaphore = semaphores.get(key) ?? createSemaphore(options, () => semaphores.delete(key))
    semaphores.set(key, semaphore)
    return semaphore
  }
}
