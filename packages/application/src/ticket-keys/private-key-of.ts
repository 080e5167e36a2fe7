import { TicketKey } from '@museum/domain'
import type { StoredTicketKey } from './ticket-key-repository.ts'
import type { TicketKeyPair } from './signature-algorithm.ts'

/** The private part of a key, stored or given; `undefined` where this program has neither. */
export const privateKeyOf = (
  { privateKey, publicKey }: StoredTicketKey,
  givenTicketKeys: readonly TicketKeyPair[] | undefined,
): string | undefined => privateKey ?? givenTicketKeys?.find((given) => given.publicKey === publicKey)?.privateKey

/** The keys with which this program can sign: those that are not revoked and whose private part it has. */
export const signingKeysOf = (
  keys: readonly StoredTicketKey[],
  givenTicketKeys: readonly TicketKeyPair[] | undefined,
): readonly StoredTicketKey[] =>
  keys.filter((key) => TicketKey.isValid(key) && privateKeyOf(key, givenTicketKeys) !== undefined)

/** The key under which this program sells tickets: the newest with which it can sign, or else the newest valid one. */
export const sellingKeyOf = (
  keys: readonly StoredTicketKey[],
  givenTicketKeys: readonly TicketKeyPair[] | undefined,
): StoredTicketKey | undefined => TicketKey.current(signingKeysOf(keys, givenTicketKeys)) ?? TicketKey.current(keys)
