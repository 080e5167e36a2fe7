import type { IdempotencyRecordRepository } from '@museum/application'
import type { Logger } from 'pino'

/**
 * Removes expired idempotency records now and every minute, in small steps, so that nobody waits long for one.
 * Answers what ends it.
 */
export const startTidying = (
  idempotencyRecords: IdempotencyRecordRepository,
  log: Logger,
  everyMilliseconds = 60_000,
) => {
  const over = new AbortController()
  const tidy = async () => {
    try {
      while (!over.signal.aborted && (await idempotencyRecords.removeExpired()) > 0);
    } catch (error) {
      log.warn({ error }, 'expired idempotency records could not be removed, and are the next time')
    }
  }
  let underWay = tidy()
  const timer = setInterval(() => void (underWay = underWay.then(tidy)), everyMilliseconds)
  return async () => {
    over.abort()
    clearInterval(timer)
    await underWay
  }
}
