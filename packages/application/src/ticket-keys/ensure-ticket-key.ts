import { type Refusal, TicketKey, isRefusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import {
  type TicketKeysUsedUp,
  keyOfPair,
  newKeyPair,
  newTicketKey,
  ticketKeySubject,
  withoutPrivateKey,
} from './new-ticket-key.ts'
import { signingKeysOf } from './private-key-of.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/** The key that is given to this program is revoked. */
export type GivenTicketKeyRevoked = Refusal<'given-ticket-key-revoked'>
/** The private key of no valid key is stored, and none is given to this program. */
export type TicketKeyNotGiven = Refusal<'ticket-key-not-given'>

/**
 * Makes sure that this program can sign, and returns the newest key with which it can: the first of all keys is made, and the
 * first given key becomes the current one if it is not stored. Of several programs that begin at once, one makes the key.
 * `given-ticket-key-revoked` when the given key is revoked; `ticket-key-not-given` when the program has no private key.
 */
export type EnsureTicketKey = (
  actor: Actor,
) => Promise<TicketKey | GivenTicketKeyRevoked | TicketKeyNotGiven | TicketKeysUsedUp>

export const ensureTicketKey =
  (ports: TicketKeyPorts): EnsureTicketKey =>
  async (actor) => {
    const { ticketKeys } = ports
    // Without a lock first: almost every start finds its key.
    const found = existingKey(await ticketKeys.list(), ports)
    if (found !== undefined) return isRefusal(found) ? found : withoutPrivateKey(found)
    const pair = await newKeyPair(ports)
    const outcome = await ticketKeys.change(
      (keys) => existingKey(keys, ports) ?? newTicketKey(keys, pair, ports),
      (after) =>
        recordChange(ports, actor, {
          operation: 'ensureTicketKey',
          subject: ticketKeySubject(after),
          before: null,
          after: { publicKey: after.publicKey },
        }),
    )
    return isRefusal(outcome) ? outcome : withoutPrivateKey(outcome.key)
  }

/** The key to sign with, or why there is none; `undefined` when one must be made. */
const existingKey = (
  keys: readonly StoredTicketKey[],
  { givenTicketKeys }: Pick<TicketKeyPorts, 'givenTicketKeys'>,
): StoredTicketKey | GivenTicketKeyRevoked | TicketKeyNotGiven | undefined => {
  const pair = givenTicketKeys?.[0]
  if (pair === undefined && keys.length === 0) return undefined
  const given = pair && keyOfPair(keys, pair)
  if (pair !== undefined && given === undefined) return undefined
  if (given !== undefined && !TicketKey.isValid(given))
    return refuse('given-ticket-key-revoked', `The given ticket key, ${given.keyId}, is revoked.`)
  const key = TicketKey.current(signingKeysOf(keys, givenTicketKeys))
  return key ?? refuse('ticket-key-not-given', 'No private key is stored for the ticket keys, and none is given.')
}
