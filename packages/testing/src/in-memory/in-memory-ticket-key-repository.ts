import { type Refusal, isRefusal } from '@museum/domain'
import type { StoredTicketKey, TicketKeyRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryTicketKeyRepository = ({ ticketKeys, audit }: InMemoryStore): TicketKeyRepository => {
  const inOrder = () => [...ticketKeys.values()].toSorted((a, b) => a.keyId - b.keyId)
  return {
    async list() {
      return inOrder()
    },
    async change<R extends Refusal>(
      decide: (keys: readonly StoredTicketKey[]) => StoredTicketKey | R,
      entryOf: Parameters<TicketKeyRepository['change']>[1],
    ) {
      const keys = inOrder()
      const key: StoredTicketKey | Refusal = decide(keys)
      if (isRefusal(key)) return key as R
      if (keys.includes(key)) return { key, isChanged: false }
      ticketKeys.set(key.keyId, key)
      audit.add(entryOf(key))
      return { key, isChanged: true }
    },
  }
}
