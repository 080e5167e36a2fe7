/**
 * `username`, `idempotency_key` and `fingerprint` are stored as bytes, so that every engine compares them exactly.
 * `recorded_at` is in seconds since 1970, by the clock of the database.
 */
type IdempotencyRecordTable = {
  username: Uint8Array
  idempotency_key: Uint8Array
  fingerprint: Uint8Array
  answer: string
  recorded_at: number
}

export type IdempotencyRecordTables = { idempotency_record: IdempotencyRecordTable }
