import { type TicketKey, isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import { type GivenTicketKeyRevoked, type TicketKeyNotGiven, findSigningKey } from './find-signing-key.ts'
import {
  type TicketKeysUsedUp,
  newKeyPair,
  newTicketKey,
  ticketKeySubject,
  withoutPrivateKey,
} from './new-ticket-key.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

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
    const found = findSigningKey(await ticketKeys.list(), ports)
    if (found !== undefined) return isRefusal(found) ? found : withoutPrivateKey(found)
    const pair = await newKeyPair(ports)
    const outcome = await ticketKeys.change(
      (keys) => findSigningKey(keys, ports) ?? newTicketKey(keys, pair, ports),
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
