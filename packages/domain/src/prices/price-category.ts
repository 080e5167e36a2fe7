import type { Brand } from '../brand.ts'
import { integerValue } from '../fault.ts'
import { type Currency, type Price, smallestUnit } from '../money.ts'
import type { MemberFault } from '../refusal.ts'
import { comparableText, textValue, wordValue } from '../text.ts'
import type { TicketType } from '../ticket/ticket-state.ts'

/** Identifies a price category in requests, `child`: lower-case letters, digits and hyphens, at most 30, a letter first. */
export type PriceCategoryId = Brand<string, 'PriceCategoryId'>
/** Makes a `PriceCategoryId` from a text like `child`. Throws a `TypeError` for any other text. */
export const PriceCategoryId = wordValue<PriceCategoryId>('not-a-price-category', 'child')

/** What staff and visitors read: 1 to 60 characters of any script, on one line. */
export type PriceCategoryName = Brand<string, 'PriceCategoryName'>
/** Makes a `PriceCategoryName` from 1 to 60 characters. Throws a `TypeError` for any other text. */
export const PriceCategoryName = textValue<PriceCategoryName>({ maxLength: 60 })

/** The share of the full price: an integer from 0 to 100. */
export type Percentage = Brand<number, 'Percentage'>
/** Makes a `Percentage` from an integer from 0 to 100. Throws a `TypeError` for any other number. */
export const Percentage = integerValue<Percentage>(0, 100, 'percentage-out-of-range')

/** Who pays which share of the full price, such as children half of it, or a price of their own for general entry. */
export type PriceCategory = Readonly<{
  priceCategory: PriceCategoryId
  name: PriceCategoryName
  percentage: Percentage
  /** The price for general entry, in place of the percentage, which stays for events. The category `full` has none. */
  generalPrice?: Price | undefined
}>

/**
 * The museum's price categories, in the order in which staff see them: 1 to 20, among them `full` with 100 percent. Neither an
 * identifier nor a name is there twice.
 */
export type PriceCategories = Brand<readonly PriceCategory[], 'PriceCategories'>

/** The category of a ticket whose order names none. */
export const fullPrice = PriceCategoryId('full')

const maxCategories = 20

/** What is wrong with a list of categories; `member` is its place in the list, such as `1/priceCategory`. */
const faultsOf = (categories: readonly PriceCategory[]): readonly MemberFault[] => {
  const faults: MemberFault[] = []
  if (categories.length > maxCategories)
    faults.push({
      member: '',
      code: 'too-many-price-categories',
      detail: `must have at most ${maxCategories} price categories`,
      values: { max: maxCategories },
    })
  const names = categories.map(({ name }) => comparableName(name))
  for (const [n, { priceCategory, percentage, generalPrice }] of categories.entries()) {
    if (categories.findIndex((each) => each.priceCategory === priceCategory) < n)
      faults.push({
        member: `${n}/priceCategory`,
        code: 'duplicate-price-category',
        detail: `must be unique: ${priceCategory} is in the list before`,
        values: { priceCategory },
      })
    const sameName = names.indexOf(names[n]!)
    if (sameName < n)
      faults.push({
        member: `${n}/name`,
        code: 'duplicate-price-category-name',
        detail: `must be unique: the name of ${categories[sameName]!.priceCategory} reads the same`,
        values: { priceCategory: categories[sameName]!.priceCategory },
      })
    if (priceCategory === fullPrice && percentage !== 100)
      faults.push({
        member: `${n}/percentage`,
        code: 'full-price-not-100',
        detail: 'must be 100 for the category full',
      })
    if (priceCategory === fullPrice && generalPrice !== undefined)
      faults.push({
        member: `${n}/generalPrice`,
        code: 'full-price-has-general-price',
        detail: 'must be absent for the category full, which pays the full price',
      })
  }
  if (!categories.some(({ priceCategory }) => priceCategory === fullPrice))
    faults.push({
      member: '',
      code: 'full-price-missing',
      detail: 'must contain the category full, with the percentage 100',
    })
  return faults
}

/** A name as a seller reads it in a list: the spaces at its ends are not seen, and one is like several. */
const comparableName = (name: string) =>
  comparableText(name)
    .replaceAll(/[\s\u2800]+/g, ' ')
    .trim()

/** Makes `PriceCategories` from a list. Throws a `TypeError` for a list with a fault. */
export const PriceCategories = Object.assign(
  (categories: readonly PriceCategory[]): PriceCategories => {
    const [fault] = faultsOf(categories)
    if (fault !== undefined) throw new TypeError(`${fault.code}: ${fault.detail}`)
    return categories as PriceCategories
  },
  {
    /** What is wrong with a list; `member` is the place in it, such as `1/priceCategory`, or empty for the list itself. */
    faultsOf,
    /** The category of an order: `full` where the order names none; `undefined` for one that the museum has not. */
    find: (categories: PriceCategories, priceCategory: PriceCategoryId = fullPrice): PriceCategory | undefined =>
      categories.find((each) => each.priceCategory === priceCategory),
  },
)

/** The categories of a museum that has set none. */
export const usualPriceCategories: PriceCategories = PriceCategories([
  { priceCategory: fullPrice, name: PriceCategoryName('Full price'), percentage: Percentage(100) },
])

/**
 * The price of a ticket of a category: for general entry the price that the category has for it, if any. Otherwise the percentage of
 * the full price, rounded half up to the smallest unit of the currency, but never finer than hundredths; 100 percent is the full
 * price as it is.
 */
export const priceOf = (
  ticketType: TicketType,
  full: Price,
  { percentage, generalPrice }: Pick<PriceCategory, 'percentage' | 'generalPrice'>,
  currency: Currency,
): Price => {
  if (ticketType === 'general' && generalPrice !== undefined) return generalPrice
  if (percentage === 100) return full
  const unit = smallestUnit(currency)
  // Integers below 2^53: a price has at most ten digits.
  return (Math.floor((full * percentage + 50 * unit) / (100 * unit)) * unit) as Price
}
