import { type Refusal, type TicketKey, isRefusal, refuse } from '@museum/domain'
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
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/** The key that is given to this program is stored already. */
export type GivenTicketKeyInUse = Refusal<'given-ticket-key-in-use'>

/**
 * Makes a new current key, or makes the given one the current key, and returns it. Tickets that are sold from then on use
 * it; those that were sold before keep their key and stay valid. A server applies it within 5 seconds.
 */
export type RotateTicketKey = (actor: Actor) => Promise<TicketKey | GivenTicketKeyInUse | TicketKeysUsedUp>

export const rotateTicketKey =
  (ports: TicketKeyPorts, onChange: () => void): RotateTicketKey =>
  async (actor) => {
    const pair = await newKeyPair(ports)
    const outcome = await ports.ticketKeys.change(
      (keys) => {
        const inUse = keyOfPair(keys, pair)
        return inUse === undefined
          ? newTicketKey(keys, pair, ports)
          : refuse('given-ticket-key-in-use', `The given ticket key is key ${inUse.keyId} already. Give another one.`)
      },
      (after) =>
        recordChange(ports, actor, {
          operation: 'rotateTicketKey',
          subject: ticketKeySubject(after),
          before: null,
          after: { publicKey: after.publicKey },
        }),
    )
    onChange()
    return isRefusal(outcome) ? outcome : withoutPrivateKey(outcome.key)
  }
