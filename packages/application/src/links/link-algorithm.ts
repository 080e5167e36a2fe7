import type { Email, LinkSubject } from '@museum/domain'

/**
 * Makes and reads the links of visitors: texts that only this museum can make. A link is 44 characters of base64url: the kind and
 * version (1 byte), the identifier (16), and the first 16 bytes of an HMAC-SHA-256 of both and the comparable form of the
 * purchaser's address, so that a link ends when the address changes. The link of a cancellation has 60 characters: after the identifier
 * it has a bit for each of at most 64 tickets (8 bytes, the lowest bit for the first ticket), and its end in seconds since 1970 (4).
 */
export interface LinkAlgorithm {
  /** A new random key: 32 bytes in base64url. */
  generateKey(): string
  /** The link of a subject; `email` is absent where its tickets have no address. */
  encode(subject: LinkSubject, email: Email | undefined, key: string): string
  /** What a link leads to, if it is genuine; `undefined` for a text that `encode` cannot return. */
  decode(link: string): LinkSubject | undefined
  /** Whether `encode` returns this link. It takes as long for any link of the right length. */
  verify(link: string, email: Email | undefined, key: string): boolean
}
