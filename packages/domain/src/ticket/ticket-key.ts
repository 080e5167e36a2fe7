import type { Brand } from '../brand.ts'
import { integerValue } from '../fault.ts'
import type { Instant } from '../instant.ts'
import { type Refusal, refuse } from '../refusal.ts'

/** Identifies a ticket key: an integer from 1 to 255. A later key has a higher number, and no number is used again. */
export type TicketKeyId = Brand<number, 'TicketKeyId'>
/** Makes a `TicketKeyId` from an integer from 1 to 255. Throws a `TypeError` for any other number. */
export const TicketKeyId = Object.assign(
  integerValue<TicketKeyId, 'not-a-ticket-key-id'>(1, 255, 'not-a-ticket-key-id'),
  {
    /** The highest key identifier. */
    last: 255 as TicketKeyId,
  },
)

/** The public part of a key that signs the admission codes of tickets. */
export type TicketKey = Readonly<{
  keyId: TicketKeyId
  /** The 32 bytes of the Ed25519 public key in base64url, as the member `x` of a JSON Web Key. */
  publicKey: string
  createdAt: Instant
  /** The moment from which no code of this key is valid. */
  revokedAt?: Instant
}>

/** The rules of ticket keys: which one signs, and which can be revoked. */
export const TicketKey = {
  /** Whether codes of the key are valid: it is not revoked. */
  isValid: ({ revokedAt }: TicketKey): boolean => revokedAt === undefined,

  /** The key under which tickets are sold: of the keys that are not revoked, the one with the highest number. */
  current: <Key extends TicketKey>(keys: readonly Key[]): Key | undefined =>
    keys.filter(TicketKey.isValid).toSorted((a, b) => b.keyId - a.keyId)[0],

  /**
   * The key that signs the code of a ticket. It is the one under which the ticket was sold; key 1 for a ticket that was
   * sold before codes were signed. If that key is revoked or is not among `keys`, it is the newest of them that is not
   * revoked.
   */
  ofTicket<Key extends TicketKey>(keys: readonly Key[], signingKey: TicketKeyId = 1 as TicketKeyId): Key | undefined {
    const own = keys.find(({ keyId }) => keyId === signingKey)
    return own !== undefined && TicketKey.isValid(own) ? own : TicketKey.current(keys)
  },

  /** Revokes a key, unless it is the current one: then tickets would be sold under a key whose codes are invalid. */
  revoke<Key extends TicketKey>(
    keys: readonly Key[],
    keyId: TicketKeyId,
    now: Instant,
  ): Key | Refusal<'ticket-key-not-found' | 'current-ticket-key'> {
    const key = keys.find((each) => each.keyId === keyId)
    if (key === undefined) return refuse('ticket-key-not-found', `There is no ticket key ${keyId}.`)
    if (!TicketKey.isValid(key)) return key
    if (key === TicketKey.current(keys))
      return refuse(
        'current-ticket-key',
        `Tickets are sold under the ticket key ${keyId}. Make another key first, then revoke this one.`,
      )
    return { ...key, revokedAt: now }
  },
}
