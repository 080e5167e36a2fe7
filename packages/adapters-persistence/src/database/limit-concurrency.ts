import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from '@museum/application'
import { millisecondsLeft } from './deadline.ts'
import { type Slots, createSlots } from './slots.ts'

/** Milliseconds of work after which the event loop gets a turn before the next work starts. */
const maxBlocking = 10

type ConcurrencyLimit = Readonly<{
  /** How much work with one key runs at a time. */
  maxConcurrent: number
  /** How much work with one key may wait. */
  maxWaiting: number
  /** The message of the `Unavailable` with which work that is not run rejects. */
  busyMessage: string
}>

/**
 * Returns a function that runs work with the same key in the order of the calls, `maxConcurrent` at a time. Work whose
 * deadline is over before it starts is not run.
 */
export const limitConcurrency = ({
  maxConcurrent,
  maxWaiting,
  busyMessage,
}: ConcurrencyLimit): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const slotsByKey = new Map<string, Slots>()
  let blocked = 0
  return (key, work) =>
    new Promise((resolve, reject) => {
      const slots = slotsByKey.get(key) ?? createSlots(maxConcurrent, maxWaiting)
      slotsByKey.set(key, slots)
      const release = () => {
        slots.release()
        if (slots.isIdle()) slotsByKey.delete(key)
      }
      // A slot is passed on in the async context of the work that releases it; this restores ours, and its deadline.
      const start = AsyncLocalStorage.bind(async () => {
        const startedAt = performance.now()
        try {
          if (millisecondsLeft() <= 0) throw new Unavailable(busyMessage)
          resolve(await work())
        } catch (error) {
          reject(error)
        } finally {
          blocked += performance.now() - startedAt
          if (blocked < maxBlocking) release()
          else {
            blocked = 0
            setImmediate(release)
          }
        }
      })
      if (!slots.acquire(start)) reject(new Unavailable(busyMessage))
    })
}
