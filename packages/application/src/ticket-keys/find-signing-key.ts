import { type Refusal, TicketKey, refuse } from '@museum/domain'
import { keyOfPair } from './new-ticket-key.ts'
import { signingKeysOf } from './private-key-of.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'

/** The key that is given to this program is revoked. */
export type GivenTicketKeyRevoked = Refusal<'given-ticket-key-revoked'>
/** The private key of no valid key is stored, and none is given to this program. */
export type TicketKeyNotGiven = Refusal<'ticket-key-not-given'>

/** The key with which this program signs, or why there is none; `undefined` when one must be made. */
export const findSigningKey = (
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
