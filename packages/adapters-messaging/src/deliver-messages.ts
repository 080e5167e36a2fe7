import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ClaimedDelivery,
  type DeliveryRepository,
  type DeliveryResult,
  type Receiver,
  Unavailable,
} from '@museum/application'
import { createSemaphore } from '@museum/concurrency'
import { mailConnections } from './mail/mail-sender.ts'

/** The greatest number of attempts that a server makes at the same time: to one receiver, half as many. */
const maxAttempts = 32

/** How often results are stored again after `stop` while the database is unavailable. */
const maxStoresAfterStop = 3

/** The options of `deliverMessages`. */
export type DeliveryOptions = Readonly<{
  deliveries: Pick<DeliveryRepository, 'receivers' | 'claim' | 'settle'>
  /** Attempts a claimed delivery, in less time than it is claimed for. It usually is `attemptDelivery` of `createWebhooks`. */
  attempt: (delivery: ClaimedDelivery) => Promise<DeliveryResult>
  /** Called with each result once it is stored. */
  onResult?: ((result: DeliveryResult) => void) | undefined
  /**
   * Called with an error. A delivery whose attempt threw it is attempted again when its claim has expired; results that could not
   * be stored since the database was `Unavailable` are stored later.
   */
  onError: (error: unknown) => void
  /** The milliseconds between two searches for deliveries that are due; 1,000 by default. */
  interval?: number | undefined
  /** The milliseconds after which `stop` waits for no attempt any more; 15,000 by default. */
  stopTimeout?: number | undefined
}>

/**
 * Delivers the messages that are due, until it is stopped. Each receiver has a worker of its own, which claims deliveries, attempts
 * them at the same time and stores the results together. A receiver gets at most half of the attempts that are left, the mail server
 * `mailConnections`, and one at a
 * time after a failure that is not of its message alone, until the receiver works: so one that is slow delays no other. When none is left, the receivers take turns.
 */
export const deliverMessages = ({
  deliveries,
  attempt,
  onResult,
  onError,
  interval = 1_000,
  stopTimeout = 15_000,
}: DeliveryOptions) => {
  const workers = new Map<Receiver, Promise<void>>()
  const failing = new Set<Receiver>()
  const slots = createSemaphore({ size: maxAttempts })
  const stopped = new AbortController()

  const report = (result: DeliveryResult) => {
    try {
      onResult?.(result)
    } catch (error) {
      onError(error)
    }
  }
  /**
   * Stores results, and returns those that are to be stored later. A result that cannot be stored does not prevent the others
   * from being stored.
   */
  const store = async (results: readonly DeliveryResult[]): Promise<readonly DeliveryResult[]> => {
    try {
      await deliveries.settle(results)
    } catch (error) {
      onError(error)
      if (error instanceof Unavailable) return results
      if (results.length === 1) return []
      const later: DeliveryResult[] = []
      for (const result of results) later.push(...(await store([result])))
      return later
    }
    for (const result of results) report(result)
    return []
  }

  const deliverTo = async (receiver: Receiver) => {
    const attempts = new Set<Promise<void>>()
    let results: DeliveryResult[] = []
    let pausedUntil = 0
    const pause = () => (pausedUntil = performance.now() + interval)
    const isPaused = () => performance.now() < pausedUntil

    const attemptOne = async (delivery: ClaimedDelivery) => {
      try {
        const result = await attempt(delivery)
        if (result.result === 'delivered') failing.delete(receiver)
        if (result.result === 'retried' || result.result === 'failed')
          if (result.isOfMessage) failing.delete(receiver)
          else failing.add(receiver)
        results.push(result)
      } catch (error) {
        onError(error)
        pause()
      }
    }
    const start = (delivery: ClaimedDelivery) => {
      const ended = attemptOne(delivery).finally(() => {
        attempts.delete(ended)
        slots.release()
      })
      attempts.add(ended)
    }
    const wantedAttempts = (free: number) => {
      const share = failing.has(receiver) ? 1 : Math.ceil((free + attempts.size) / 2)
      // An e-mail that is claimed has a connection at once, so that its claim is long enough.
      if (receiver === 'mail') return Math.max(0, Math.min(share, mailConnections) - attempts.size)
      const more = share - attempts.size
      // Waits until several can be claimed at once, since each claim is a transaction.
      return more >= attempts.size ? more : 0
    }
    /** Takes slots for new attempts. When none is free, a receiver without attempts waits for one, until the delivery is stopped. */
    const takeSlots = async () => {
      const free = maxAttempts - slots.inUse()
      const wanted = Math.min(free, wantedAttempts(free))
      if (wanted > 0 && slots.tryAcquire(wanted)) return wanted
      return attempts.size === 0 && (await slots.acquire(stopped.signal)) ? 1 : 0
    }
    const claim = async () => {
      const taken = await takeSlots()
      if (taken === 0) return
      const claimed = await deliveries.claim(receiver, taken).catch((error: unknown) => {
        onError(error)
        pause()
        return []
      })
      slots.release(taken - claimed.length)
      for (const delivery of claimed) start(delivery)
    }
    const storeResults = async () => {
      const later = await store(results.splice(0))
      if (later.length === 0) return
      results = [...later, ...results]
      pause()
    }

    for (let storesAfterStop = 0; storesAfterStop < maxStoresAfterStop || attempts.size > 0;) {
      if (!isPaused()) {
        if (results.length > 0) {
          await storeResults()
          if (stopped.signal.aborted) storesAfterStop += 1
        }
        if (results.length === 0 && !stopped.signal.aborted) await claim()
      }
      if (results.length > 0 && !isPaused()) continue
      if (results.length === 0 && attempts.size === 0) return
      // While an attempt takes long, other deliveries may become due.
      await anyOrAfter(attempts, interval)
    }
  }

  const look = async () => {
    for (const receiver of await deliveries.receivers())
      if (!workers.has(receiver))
        workers.set(
          receiver,
          deliverTo(receiver).finally(() => workers.delete(receiver)),
        )
  }
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await look().catch(onError)
      await sleep(interval, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()

  return {
    /**
     * Claims no more deliveries, and resolves when the attempts in progress have ended and are stored, or after `stopTimeout`: those
     * that have not ended then are made again when their claims have expired.
     */
    async stop(): Promise<void> {
      stopped.abort()
      await looking
      await anyOrAfter([Promise.all(workers.values())], stopTimeout)
    },
  }
}

/** Resolves when one of the promises does, after `milliseconds` at the latest. */
const anyOrAfter = async (promises: Iterable<Promise<unknown>>, milliseconds: number): Promise<void> => {
  const ended = new AbortController()
  await Promise.race([...promises, sleep(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined)])
  ended.abort()
}
