import type { IdempotencyRecordRepository } from '@museum/application'
import type { Logger } from 'pino'

/** A cleanup that runs. */
export type ExpiredRecordCleanup = Readonly<{
  /** Ends it, and resolves when no statement is under way. */
  stop: () => Promise<void>
}>

/**
 * Removes expired idempotency records now and then every `interval` milliseconds: in small steps, so that requests wait
 * for none of them for long.
 */
export const startExpiredRecordCleanup = (
  idempotencyRecords: Pick<IdempotencyRecordRepository, 'removeExpired'>,
  log: Logger,
  interval = 60_000,
): ExpiredRecordCleanup => {
  const stopped = new AbortController()
  const removeAll = async () => {
    try {
      while (!stopped.signal.aborted && (await idempotencyRecords.removeExpired()) > 0);
    } catch (error) {
      log.warn({ error }, 'expired idempotency records could not be removed; the next attempt follows in a minute')
    }
  }
  let running = removeAll()
  const timer = setInterval(() => void (running = running.then(removeAll)), interval)
  return {
    async stop() {
      stopped.abort()
      clearInterval(timer)
      await running
    },
  }
}
