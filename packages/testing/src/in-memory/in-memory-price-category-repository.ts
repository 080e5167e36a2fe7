import type { PriceCategoryRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryPriceCategoryRepository = ({ museum, audit }: InMemoryStore): PriceCategoryRepository => ({
  async list() {
    return museum.priceCategories
  },
  async replace(after, findRefusal, entryOf) {
    const before = museum.priceCategories
    const refusal = findRefusal(before)
    if (refusal !== undefined) return refusal
    if (JSON.stringify(after) === JSON.stringify(before)) return after
    museum.priceCategories = after
    audit.add(entryOf(before))
    return after
  },
})
