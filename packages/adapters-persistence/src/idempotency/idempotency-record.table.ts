/**
 * `username`, `idempotency_key` and `fingerprint` are kept as bytes, which differ by every character on every engine.
 * `recorded_at` is in seconds since 1970, by the clock of the database, which all servers share.
 */
type IdempotencyRecordTable = {
  username: Uint8Array
  idempotency_key: Uint8Array
  fingerprint: Uint8Array
  answer: string
  recorded_at: number
}

export type IdempotencyRecordTables = { idempotency_record: IdempotencyRecordTable }
