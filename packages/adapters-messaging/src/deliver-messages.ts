import { setTimeout as sleep } from 'node:timers/promises'
import type { ClaimedDelivery, DeliveryRepository, DeliveryResult, Receiver } from '@museum/application'

/** The greatest number of attempts that a server makes at the same time: in all, and to one receiver. */
const maxAttempts = { inAll: 32, toOneReceiver: 16 }

/** What delivers messages, and what is called with what happens. */
export type DeliveryOptions = Readonly<{
  deliveries: Pick<DeliveryRepository, 'receivers' | 'claim' | 'settle'>
  /** Attempts a claimed delivery, in less time than it is claimed for. It usually is `attemptDelivery` of `createWebhooks`. */
  attempt: (delivery: ClaimedDelivery) => Promise<DeliveryResult>
  /** Called with each result once it is stored. */
  onResult?: ((result: DeliveryResult) => void) | undefined
  /** Called with an error after which a claim or the result of an attempt is tried again; a delivery when its claim has expired. */
  onError: (error: unknown) => void
  /** The milliseconds between two looks for deliveries that are due; 1,000 by default. */
  interval?: number | undefined
}>

/**
 * Delivers the messages that are due, until it is stopped. Each receiver has a worker of its own, which claims deliveries, attempts
 * them at the same time and stores the results together. A receiver gets at most half of the attempts that are left, and one at a
 * time after a failure: so one that is slow delays no other.
 */
export const deliverMessages = ({ deliveries, attempt, onResult, onError, interval = 1_000 }: DeliveryOptions) => {
  const workers = new Map<Receiver, Promise<void>>()
  const stopped = new AbortController()
  let inProgress = 0

  /** Stores results and removes them from the list; after an error they stay in it, to be stored later. */
  const store = async (results: DeliveryResult[]) => {
    const storing = results.splice(0)
    try {
      await deliveries.settle(storing)
    } catch (error) {
      onError(error)
      if (stopped.signal.aborted) return
      results.push(...storing)
      await sleep(interval, undefined, { signal: stopped.signal }).catch(() => undefined)
      return
    }
    for (const result of storing) onResult?.(result)
  }

  const deliverTo = async (receiver: Receiver) => {
    const attempts = new Set<Promise<void>>()
    const results: DeliveryResult[] = []
    let isFailing = false
    const start = (delivery: ClaimedDelivery) => {
      inProgress += 1
      const ended = attempt(delivery)
        .then((result) => {
          isFailing = result.result === 'retried' || result.result === 'failed'
          results.push(result)
        })
        .catch(onError)
        .finally(() => {
          inProgress -= 1
          attempts.delete(ended)
        })
      attempts.add(ended)
    }
    /** How many more may be attempted at the same time. */
    const free = () => {
      const left = maxAttempts.inAll - (inProgress - attempts.size)
      const share = isFailing ? Math.min(1, left) : Math.min(maxAttempts.toOneReceiver, Math.ceil(left / 2))
      return share - attempts.size
    }
    for (;;) {
      const limit = stopped.signal.aborted ? 0 : free()
      // Several with one claim: each costs the database a transaction.
      const claimed = limit > 0 && limit >= attempts.size ? await deliveries.claim(receiver, limit).catch(onError) : []
      for (const delivery of claimed ?? []) start(delivery)
      // Attempts may have ended during the claim.
      if (attempts.size === 0 && results.length === 0) return
      // While an attempt takes long, other deliveries may become due.
      if (results.length === 0) await Promise.race([...attempts, sleep(interval, undefined, { ref: false })])
      if (results.length > 0) await store(results)
    }
  }

  const look = async () => {
    for (const receiver of await deliveries.receivers())
      if (!workers.has(receiver))
        workers.set(
          receiver,
          deliverTo(receiver)
            .catch(onError)
            .finally(() => workers.delete(receiver)),
        )
  }
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await look().catch(onError)
      await sleep(interval, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()

  return {
    /** Claims no more deliveries, and resolves when the attempts in progress have ended and are stored. */
    async stop(): Promise<void> {
      stopped.abort()
      await looking
      await Promise.all(workers.values())
    },
  }
}
