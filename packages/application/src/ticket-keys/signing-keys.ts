import { type Refusal, TicketKey, isRefusal, refuse } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { TicketKeyPair } from './signature-algorithm.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'

/** The private part of a key, stored or given; `undefined` when it is neither. */
export const privateKeyOf = (
  { privateKey, publicKey }: StoredTicketKey,
  givenTicketKeys: readonly TicketKeyPair[] | undefined,
): string | undefined => privateKey ?? givenTicketKeys?.find((given) => given.publicKey === publicKey)?.privateKey

/** The keys with which this program can sign: keys that are not revoked and whose private part it has. */
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

/** The key with this public key. */
export const keyOfPair = (
  keys: readonly StoredTicketKey[],
  { publicKey }: Pick<TicketKeyPair, 'publicKey'>,
): StoredTicketKey | undefined => keys.find((key) => key.publicKey === publicKey)

/** A key without its private part. */
export const withoutPrivateKey = (stored: StoredTicketKey): TicketKey => {
  const { privateKey: _, ...key } = stored
  return key
}

/** The key with which this program signs, or why it has none; `undefined` when a key must be made. */
export const findSigningKey = (
  keys: readonly StoredTicketKey[],
  { givenTicketKeys }: Pick<MuseumPorts, 'givenTicketKeys'>,
): StoredTicketKey | Refusal<'given-ticket-key-revoked' | 'ticket-key-not-given'> | undefined => {
  const pair = givenTicketKeys?.[0]
  if (pair === undefined && keys.length === 0) return undefined
  const given = pair && keyOfPair(keys, pair)
  if (pair !== undefined && given === undefined) return undefined
  if (given !== undefined && !TicketKey.isValid(given))
    return refuse('given-ticket-key-revoked', `The given ticket key, ${given.keyId}, is revoked.`)
  const key = TicketKey.current(signingKeysOf(keys, givenTicketKeys))
  return key ?? refuse('ticket-key-not-given', 'No private key is stored for the ticket keys, and none is given.')
}

/** The key with which a program signs, and the one under which tickets are sold. They are usually the same. */
type Signing = Readonly<{ key: TicketKey; current: TicketKey }>

/**
 * Finds out whether a program with these ports can sign the codes of tickets, by signing and verifying a few bytes, and changes
 * nothing. `undefined` when there is no key yet, or the given one is not stored: then `ensureTicketKey` makes one.
 */
export const inspectSigning = async (
  ports: Pick<MuseumPorts, 'ticketKeys' | 'signatureAlgorithm' | 'givenTicketKeys'>,
): Promise<
  Signing | Refusal<'given-ticket-key-revoked' | 'ticket-key-not-given' | 'private-key-unusable'> | undefined
> => {
  const { ticketKeys, signatureAlgorithm, givenTicketKeys } = ports
  const keys = await ticketKeys.list()
  const key = findSigningKey(keys, ports)
  if (key === undefined || isRefusal(key)) return key
  const bytes = Uint8Array.from({ length: 32 }, (_, n) => n)
  const isSignedByKey = await signatureAlgorithm
    .sign(privateKeyOf(key, givenTicketKeys)!, bytes)
    .then((signature) => signatureAlgorithm.verify(key.publicKey, bytes, signature))
    .catch(() => false)
  if (!isSignedByKey)
    return refuse(
      'private-key-unusable',
      `The private key of the ticket key ${key.keyId} does not belong to its public key.`,
    )
  return { key: withoutPrivateKey(key), current: withoutPrivateKey(TicketKey.current(keys)!) }
}
