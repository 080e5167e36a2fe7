import { type PriceCategories, type Refusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditedValues, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'

/** `onChange` is called after each attempt to set the categories that did not fail. */
export const priceCategoryOperations = (
  { priceCategories, now }: Pick<MuseumPorts, 'priceCategories' | 'now'>,
  onChange: () => void,
) => ({
  /** Returns the museum's price categories, in the order in which they were set. */
  getPriceCategories: (): Promise<PriceCategories> => priceCategories.list(),

  /**
   * Replaces the museum's price categories, and returns them. Tickets that were sold stay as they are. `precondition-failed`
   * when `maySet` returns false for the present categories. Another server sells at the new prices within 5 seconds.
   */
  setPriceCategories: async (
    categories: PriceCategories,
    actor: Actor,
    maySet: (current: PriceCategories) => boolean = () => true,
  ): Promise<PriceCategories | Refusal<'precondition-failed'>> => {
    const outcome = await priceCategories.replace(
      categories,
      (before) => (maySet(before) ? undefined : preconditionFailed),
      (before) =>
        recordChange({ now }, actor, { kind: 'price-categories', id: 'all' }, 'setPriceCategories', {
          before: auditedCategories(before),
          after: auditedCategories(categories),
        }),
    )
    onChange()
    return outcome
  },
})

const preconditionFailed = refuse(
  'precondition-failed',
  'The price categories have changed since you read them. Read them again, then decide again.',
)

const auditedCategories = (categories: PriceCategories): AuditedValues => ({
  categories: categories.map(({ priceCategory, percentage, name }) => `${priceCategory} ${percentage} % ${name}`),
})
