import type { PriceCategories, Refusal } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** The museum's price categories: `usualPriceCategories` until they are changed. */
export interface PriceCategoryRepository {
  /** All categories, in their order. */
  list(): Promise<PriceCategories>
  /**
   * Replaces the list unless `findRefusal` returns a refusal, and stores the audit entry with it: either both or neither. An
   * equal list changes nothing, and has no entry.
   */
  replace<R extends Refusal>(
    after: PriceCategories,
    findRefusal: (before: PriceCategories) => R | undefined,
    entryOf: (before: PriceCategories) => NewAuditEntry,
  ): Promise<PriceCategories | R>
}
