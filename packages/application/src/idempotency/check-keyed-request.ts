import type { KeyedRequest } from './idempotency-record.ts'

/**
 * Throws a `TypeError` for a key or a fingerprint that not every repository can store, so that an embedder sees the fault
 * in memory and on SQLite too, and not only on MySQL.
 */
export const checkKeyedRequest = ({ idempotencyKey, fingerprint }: KeyedRequest): void => {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, such as a UUID.')
  if (!/^[\x20-\x7e]{1,64}$/.test(fingerprint))
    throw new TypeError(
      'fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.',
    )
}
