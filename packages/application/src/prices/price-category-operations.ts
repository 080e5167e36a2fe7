import { type Currency, Price, type PriceCategories, type Refusal, refuse, refuseFaults } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditedValues, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'

/** `onChange` is called after each attempt to set the categories that did not fail. */
export const priceCategoryOperations = (
  { priceCategories, now, currency }: Pick<MuseumPorts, 'priceCategories' | 'now' | 'currency'>,
  onChange: () => void,
) => ({
  /** Returns the museum's price categories, in the order in which they were set. */
  getPriceCategories: (): Promise<PriceCategories> => priceCategories.list(),

  /**
   * Replaces the museum's price categories, and returns them. Tickets that were sold stay as they are. `precondition-failed`
   * when `maySet` returns false for the present categories, and `validation-failed` for another price than before that is finer
   * than the currency. Another server sells at the new prices within 5 seconds.
   */
  setPriceCategories: async (
    categories: PriceCategories,
    actor: Actor,
    maySet: (current: PriceCategories) => boolean = () => true,
  ): Promise<PriceCategories | Refusal<'precondition-failed' | 'validation-failed'>> => {
    const outcome = await priceCategories.replace(
      categories,
      (before) => (maySet(before) ? priceRefusal(before, categories, currency) : preconditionFailed),
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

/** The refusal of a list with new prices that are finer than the smallest unit of the currency. */
const priceRefusal = (before: PriceCategories, after: PriceCategories, currency: Currency) => {
  const faults = after.flatMap(({ priceCategory, generalPrice }, n) => {
    const fault = generalPrice === undefined ? undefined : Price.faultIn(generalPrice, currency)
    const isStored = before.some((each) => each.priceCategory === priceCategory && each.generalPrice === generalPrice)
    return fault === undefined || isStored ? [] : [{ member: `${n}/generalPrice`, ...fault }]
  })
  return faults.length === 0 ? undefined : refuseFaults(...faults)
}

const auditedCategories = (categories: PriceCategories): AuditedValues => ({
  categories: categories.map(({ priceCategory, percentage, generalPrice, name }) => {
    const ofGeneralEntry = generalPrice === undefined ? '' : ` (general entry ${Price.toAmount(generalPrice)})`
    return `${priceCategory} ${percentage} %${ofGeneralEntry} ${name}`
  }),
})
