import { type Refusal, TicketKey, TicketKeyId, isRefusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import { findSigningKey, keyOfPair, withoutPrivateKey } from './signing-keys.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'

/** Everything that the operations on ticket keys depend on. */
export type TicketKeyPorts = Pick<MuseumPorts, 'ticketKeys' | 'signatureAlgorithm' | 'givenTicketKeys' | 'now'>

/** `onChange` is called after each attempt to rotate or revoke a key, unless the attempt threw. */
export const ticketKeyOperations = (ports: TicketKeyPorts, onChange: () => void) => ({
  /** Returns every ticket key, revoked ones included, in ascending order of the identifiers. No private key is among them. */
  listTicketKeys: async (): Promise<readonly TicketKey[]> => (await ports.ticketKeys.list()).map(withoutPrivateKey),

  /**
   * Makes sure that this program can sign, and returns the newest key with which it can. If there is no key, it makes
   * the first one. If the first given key is not stored, it becomes the current one. Of several programs that start at
   * once, one makes the key. Returns `given-ticket-key-revoked` when the given key is revoked. Returns
   * `ticket-key-not-given` when the program has no private key.
   */
  ensureTicketKey: ensureTicketKey(ports),

  /**
   * Makes a new current key, or makes the given one the current key, and returns it. Tickets that are sold from then on use
   * it; earlier tickets keep their key and stay valid. A server applies it within 5 seconds.
   */
  rotateTicketKey: async (
    actor: Actor,
  ): Promise<TicketKey | Refusal<'given-ticket-key-in-use' | 'ticket-keys-used-up'>> => {
    const pair = await newKeyPair(ports)
    const outcome = await ports.ticketKeys.change(
      (keys) => {
        const inUse = keyOfPair(keys, pair)
        return inUse === undefined
          ? newTicketKey(keys, pair, ports)
          : refuse('given-ticket-key-in-use', `The given ticket key is key ${inUse.keyId} already. Give another one.`)
      },
      (after) =>
        recordChange(ports, actor, { kind: 'ticket-key', id: String(after.keyId) }, 'rotateTicketKey', {
          after: { publicKey: after.publicKey },
        }),
    )
    onChange()
    return isRefusal(outcome) ? outcome : withoutPrivateKey(outcome.key)
  },

  /**
   * Makes all codes of a key invalid; a server applies it within 5 seconds. From then on the images of its tickets have
   * a code of another key. Returns the key, and whether it was valid until now. Returns `current-ticket-key` for the
   * key under which tickets are sold: call `rotateTicketKey` first.
   */
  revokeTicketKey: async (
    keyId: TicketKeyId,
    actor: Actor,
  ): Promise<
    Readonly<{ key: TicketKey; isChanged: boolean }> | Refusal<'ticket-key-not-found' | 'current-ticket-key'>
  > => {
    const outcome = await ports.ticketKeys.change(
      (keys) => TicketKey.revoke(keys, keyId, ports.now()),
      (after) =>
        recordChange(ports, actor, { kind: 'ticket-key', id: String(after.keyId) }, 'revokeTicketKey', {
          before: { revoked: false },
          after: { revoked: true },
        }),
    )
    onChange()
    return isRefusal(outcome) ? outcome : { ...outcome, key: withoutPrivateKey(outcome.key) }
  },
})

export const ensureTicketKey =
  (ports: TicketKeyPorts) =>
  async (
    actor: Actor,
  ): Promise<TicketKey | Refusal<'given-ticket-key-revoked' | 'ticket-key-not-given' | 'ticket-keys-used-up'>> => {
    const { ticketKeys } = ports
    // First without a lock: on almost every start, the key exists.
    const found = findSigningKey(await ticketKeys.list(), ports)
    if (found !== undefined) return isRefusal(found) ? found : withoutPrivateKey(found)
    const pair = await newKeyPair(ports)
    const outcome = await ticketKeys.change(
      (keys) => findSigningKey(keys, ports) ?? newTicketKey(keys, pair, ports),
      (after) =>
        recordChange(ports, actor, { kind: 'ticket-key', id: String(after.keyId) }, 'ensureTicketKey', {
          after: { publicKey: after.publicKey },
        }),
    )
    return isRefusal(outcome) ? outcome : withoutPrivateKey(outcome.key)
  }

/** The part of a new key pair that is stored: a private key that was given to the program is not stored. */
type NewKeyPair = Pick<StoredTicketKey, 'publicKey' | 'privateKey'>

/** The key pair for a new key: the first given one, or a generated one. */
const newKeyPair = async ({
  givenTicketKeys: [given] = [],
  signatureAlgorithm,
}: Pick<TicketKeyPorts, 'givenTicketKeys' | 'signatureAlgorithm'>): Promise<NewKeyPair> =>
  given === undefined ? signatureAlgorithm.generateKeyPair() : { publicKey: given.publicKey }

/** A new key, with the next identifier. */
const newTicketKey = (
  keys: readonly StoredTicketKey[],
  pair: NewKeyPair,
  { now }: Pick<TicketKeyPorts, 'now'>,
): StoredTicketKey | Refusal<'ticket-keys-used-up'> => {
  const last = Math.max(0, ...keys.map(({ keyId }) => keyId))
  if (last === TicketKeyId.last) return refuse('ticket-keys-used-up', 'All 255 identifiers of ticket keys are used.')
  return { keyId: TicketKeyId(last + 1), ...pair, createdAt: now() }
}
