import { type Refusal, TicketKey, isRefusal, refuse } from '@museum/domain'
import { type GivenTicketKeyRevoked, type TicketKeyNotGiven, findSigningKey } from './find-signing-key.ts'
import { withoutPrivateKey } from './new-ticket-key.ts'
import { privateKeyOf } from './private-key-of.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/** The private key of a ticket key cannot be read, or belongs to another public key. */
export type PrivateKeyUnusable = Refusal<'private-key-unusable'>

/** The key with which a program signs, and the one under which tickets are sold, mostly the same. */
export type Signing = Readonly<{ key: TicketKey; current: TicketKey }>

/**
 * Finds out whether a program with these ports can sign the codes of tickets, by signing and verifying a few bytes, and changes
 * nothing. `undefined` when there is no key yet, or the given one is not stored: then `ensureTicketKey` makes one.
 */
export const inspectSigning = async (
  ports: Pick<TicketKeyPorts, 'ticketKeys' | 'signatureAlgorithm' | 'givenTicketKeys'>,
): Promise<Signing | GivenTicketKeyRevoked | TicketKeyNotGiven | PrivateKeyUnusable | undefined> => {
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
      `The private key of the ticket key ${key.keyId} is not the one of its public key.`,
    )
  return { key: withoutPrivateKey(key), current: withoutPrivateKey(TicketKey.current(keys)!) }
}
