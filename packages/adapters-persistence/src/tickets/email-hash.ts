import { hash } from 'node:crypto'

const length = 16

/** The `email_hash` of a ticket whose purchaser's data were erased, so that it is not taken for one without a hash. */
export const erasedEmailHash: Uint8Array = Buffer.alloc(length)

/**
 * The first 16 bytes of the SHA-256 hash of an address in lower case, by which tickets are found without regard to case. It
 * is made here since every engine has its own lower case, and hashed since lower case can be twice as long as the address.
 */
export const emailHash = (email: string): Uint8Array =>
  hash('sha256', email.toLowerCase(), 'buffer').subarray(0, length)
