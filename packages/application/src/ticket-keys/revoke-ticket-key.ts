import { type CurrentTicketKey, TicketKey, type TicketKeyId, type TicketKeyNotFound, isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import { ticketKeySubject, withoutPrivateKey } from './new-ticket-key.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/**
 * Makes all codes of a key invalid; a server applies it within 5 seconds. From then on the images of its tickets have a
 * code of another key. Returns the key, and whether it was valid until now. `current-ticket-key` for the key under which
 * tickets are sold: call `rotateTicketKey` first.
 */
export type RevokeTicketKey = (
  keyId: TicketKeyId,
  actor: Actor,
) => Promise<Readonly<{ key: TicketKey; isChanged: boolean }> | TicketKeyNotFound | CurrentTicketKey>

export const revokeTicketKey =
  (ports: TicketKeyPorts, onChange: () => void): RevokeTicketKey =>
  async (keyId, actor) => {
    const outcome = await ports.ticketKeys.change(
      (keys) => TicketKey.revoke(keys, keyId, ports.now()),
      (after) =>
        recordChange(ports, actor, {
          operation: 'revokeTicketKey',
          subject: ticketKeySubject(after),
          before: { revoked: false },
          after: { revoked: true },
        }),
    )
    onChange()
    return isRefusal(outcome) ? outcome : { ...outcome, key: withoutPrivateKey(outcome.key) }
  }
