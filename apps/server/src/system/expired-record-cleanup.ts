import type { IdempotencyRecordRepository } from '@museum/application'
import type { Logger } from 'pino'
import { type RepeatedTask, startRepeatedTask } from './repeated-task.ts'

/**
 * Removes expired idempotency records at once, and then every `interval` milliseconds: in small steps, so that requests wait
 * for none of them for long.
 */
export const startExpiredRecordCleanup = (
  idempotencyRecords: Pick<IdempotencyRecordRepository, 'removeExpired'>,
  log: Logger,
  interval = 60_000,
): RepeatedTask =>
  startRepeatedTask(
    async (signal) => {
      while (!signal.aborted && (await idempotencyRecords.removeExpired()) > 0);
    },
    interval,
    (error) =>
      log.warn({ error }, 'expired idempotency records could not be removed; the next attempt follows in a minute'),
  )
