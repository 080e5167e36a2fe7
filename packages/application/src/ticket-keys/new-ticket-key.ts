import { type Refusal, type TicketKey, TicketKeyId, refuse } from '@museum/domain'
import type { AuditSubject } from '../audit/audit-entry.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'
import type { TicketKeyPair } from './signature-algorithm.ts'

/** All 255 identifiers of ticket keys are used. */
export type TicketKeysUsedUp = Refusal<'ticket-keys-used-up'>

/** What is stored of the pair of a new key: a private key that is given to the program is not. */
export type NewKeyPair = Pick<StoredTicketKey, 'publicKey' | 'privateKey'>

/** The pair of a new key: the first of the given ones, or a generated one. */
export const newKeyPair = async ({
  givenTicketKeys: [given] = [],
  signatureAlgorithm,
}: Pick<TicketKeyPorts, 'givenTicketKeys' | 'signatureAlgorithm'>): Promise<NewKeyPair> =>
  given === undefined ? signatureAlgorithm.generateKeyPair() : { publicKey: given.publicKey }

/** A new key, with the identifier after those of all others. */
export const newTicketKey = (
  keys: readonly StoredTicketKey[],
  pair: NewKeyPair,
  { now }: Pick<TicketKeyPorts, 'now'>,
): StoredTicketKey | TicketKeysUsedUp => {
  const last = Math.max(0, ...keys.map(({ keyId }) => keyId))
  if (last === TicketKeyId.last) return refuse('ticket-keys-used-up', 'All 255 identifiers of ticket keys are used.')
  return { keyId: TicketKeyId(last + 1), ...pair, createdAt: now() }
}

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

export const ticketKeySubject = ({ keyId }: Pick<StoredTicketKey, 'keyId'>): AuditSubject => ({
  kind: 'ticket-key',
  id: String(keyId),
})
