import { renewedCache } from '@museum/concurrency'
import type { TicketKeyId } from '@museum/domain'
import { serverPrincipal } from '../access/principal.ts'
import { type TicketKeyPorts, ensureTicketKey } from './ticket-key-operations.ts'

/** Caches the ticket keys. The first read makes a key where there is none, as `ensureTicketKey` does. */
export const ticketKeyCache = (ports: TicketKeyPorts) => {
  const ensure = ensureTicketKey(ports)
  let isEnsured = false
  const { get, getAgain, invalidate } = renewedCache(async () => {
    // Its refusal is ignored here: signing a code is refused later.
    if (!isEnsured) await ensure(serverPrincipal)
    isEnsured = true
    return ports.ticketKeys.list()
  }, ports.now)

  return {
    /** The keys as they were stored at most 5 seconds ago. Throws `Unavailable` when they cannot be read. */
    keys: get,

    /**
     * The same, read once more when the key is not among them: another server may have made it since they were read.
     * Without a `keyId`, the same as `keys`.
     */
    async keysWith(keyId: TicketKeyId | undefined) {
      const keys = await get()
      return keyId === undefined || keys.some((key) => key.keyId === keyId) ? keys : getAgain()
    },

    /** Has the keys read again before they are used again. */
    invalidate,
  }
}

export type TicketKeyCache = ReturnType<typeof ticketKeyCache>
