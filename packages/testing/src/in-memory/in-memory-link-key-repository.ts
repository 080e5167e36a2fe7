import type { LinkKeyRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryLinkKeyRepository = ({ linkKeys, audit }: InMemoryStore): LinkKeyRepository => ({
  async list() {
    return linkKeys.slice(-2).toReversed()
  },
  async add(added, entry, { isFirst } = {}) {
    if (isFirst && linkKeys.length > 0) return
    linkKeys.push(added)
    audit.add(entry)
  },
})
