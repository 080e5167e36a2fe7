import { TicketKey } from '@museum/domain'
import type { StoredTicketKey } from './ticket-key-repository.ts'
import type { TicketKeyPair } from './signature-algorithm.ts'

/** The private part of a key, stored or given; `undefined` where this program has neither. */
export const privateKeyOf = (
  { privateKey, publicKey }: StoredTicketKey,
  givenTicketKey: TicketKeyPair | undefined,
): string | undefined => privateKey ?? (givenTicketKey?.publicKey === publicKey ? givenTicketKey.privateKey : undefined)

/** The keys with which this program can sign: those that are not revoked and whose private part it has. */
export const signingKeysOf = (
  keys: readonly StoredTicketKey[],
  givenTicketKey: TicketKeyPair | undefined,
): readonly StoredTicketKey[] =>
  keys.filter((key) => TicketKey.isValid(key) && privateKeyOf(key, givenTicketKey) !== undefined)
