import { IdempotencyRecord, type IdempotencyRecordRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryIdempotencyRecordRepository = ({ records, now }: InMemoryStore): IdempotencyRecordRepository => ({
  async find(username, idempotencyKey) {
    return records.find(username, idempotencyKey)
  },
  // No transaction is ever pending in memory.
  async findAfterPending(username, idempotencyKey) {
    return records.find(username, idempotencyKey)
  },
  async removeExpired() {
    return records.removeBefore(now() - IdempotencyRecord.retentionSeconds * 1_000)
  },
})
