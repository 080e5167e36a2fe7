import { describe, expect, it } from '@jest/globals'
import { somePriceCategories } from '@museum/testing/examples'
import fc from 'fast-check'
import {
  Currency,
  Percentage,
  Price,
  PriceCategories,
  type PriceCategory,
  PriceCategoryId,
  PriceCategoryName,
  type TicketType,
  priceOf,
  usualPriceCategories,
} from '../index.ts'

const category = (
  priceCategory: string,
  percentage: number,
  name = priceCategory,
  generalPrice?: number,
): PriceCategory => ({
  priceCategory: PriceCategoryId(priceCategory),
  name: PriceCategoryName(name),
  percentage: Percentage(percentage),
  ...(generalPrice !== undefined && { generalPrice: Price(generalPrice) }),
})
const full = category('full', 100)

describe('a price category', () => {
  it.each(['a', 'child', 'over-65', 'a'.repeat(30)])('may be identified by %s', (text) => {
    expect(PriceCategoryId(text)).toBe(text)
  })
  it.each(['', 'Child', '1st', '-a', 'a b', 'a'.repeat(31), 'é', 'a\n'])('may not be identified by %j', (text) => {
    expect(PriceCategoryId.faultOf(text)).toMatchObject({ code: 'not-a-price-category' })
  })
  it('has a name of 1 to 60 characters of any script', () => {
    expect(PriceCategoryName('児'.repeat(60))).toBe('児'.repeat(60))
    expect(PriceCategoryName.faultOf('児'.repeat(61))).toMatchObject({ code: 'text-too-long' })
    expect(PriceCategoryName.faultOf(' ')).toMatchObject({ code: 'text-blank' })
    expect(PriceCategoryName.faultOf('a\nb')).toMatchObject({ code: 'text-control-character' })
  })
  it.each([-1, 101, 12.5, Number.NaN])('may not have the percentage %s', (percentage) => {
    expect(Percentage.faultOf(percentage)).toMatchObject({ code: 'percentage-out-of-range' })
  })
})

describe('a list of price categories', () => {
  const codesOf = (categories: readonly PriceCategory[]) =>
    PriceCategories.faultsOf(categories).map(({ member, code }) => [member, code])

  it('may have 20 categories', () => {
    const most = [full, ...Array.from({ length: 19 }, (_, n) => category(`c${n}`, n))]
    expect(PriceCategories(most)).toEqual(most)
    expect(codesOf([...most, category('another', 1)])).toEqual([['', 'too-many-price-categories']])
  })
  it('contains the full price', () => {
    expect(codesOf([])).toEqual([['', 'full-price-missing']])
    expect(codesOf([category('child', 100)])).toEqual([['', 'full-price-missing']])
    expect(codesOf([category('child', 50), category('full', 99)])).toEqual([['1/percentage', 'full-price-not-100']])
  })
  it('may have a price for general entry in every category but full', () => {
    expect(codesOf([full, category('child', 50, 'Child', 0), category('reduced', 100, 'Reduced', 800)])).toEqual([])
    expect(codesOf([category('child', 50, 'Child', 800), category('full', 100, 'Adult', 0)])).toEqual([
      ['1/generalPrice', 'full-price-has-general-price'],
    ])
  })
  it('has no identifier twice', () => {
    const twice = [category('child', 50, 'A'), full, category('child', 60, 'B'), category('child', 50, 'C')]
    expect(codesOf(twice)).toEqual([
      ['2/priceCategory', 'duplicate-price-category'],
      ['3/priceCategory', 'duplicate-price-category'],
    ])
    expect(() => PriceCategories(twice)).toThrow(
      new TypeError('duplicate-price-category: must be unique: child is in the list before'),
    )
  })
  it.each([
    ['Child', 'Child'],
    ['Child', 'CHILD'],
    ['Child', 'Chi\u200bld\u200f'],
    ['Child', '\u2060 Child\u00a0'],
    ['Child', 'Ｃｈｉｌｄ'],
    ['Élève', 'e\u0301le\u0300ve'],
    ['6 to 17', '6  to\u300017'],
    ['❤', '❤\ufe0f'],
  ])('has no name twice, however it is written: %j and %j', (name, same) => {
    expect(codesOf([full, category('a', 1, name), category('b', 2, same)])).toEqual([
      ['2/name', 'duplicate-price-category-name'],
    ])
    expect(() => PriceCategories([full, category('a', 1, name), category('b', 2, same)])).toThrow(
      new TypeError('duplicate-price-category-name: must be unique: the name of a reads the same'),
    )
  })
  it.each([
    ['Child', 'Children'],
    ['Kind', 'Kína'],
    ['Maße', 'Masse'],
    ['6 to 17', '6 to 1 7'],
  ])('may have the names %j and %j', (name, other) => {
    expect(codesOf([full, category('a', 1, name), category('b', 2, other)])).toEqual([])
  })
  it('has the full price for an order that names no category, and nothing for an unknown one', () => {
    expect(PriceCategories.find(somePriceCategories)?.name).toBe('Adult')
    expect(PriceCategories.find(somePriceCategories, PriceCategoryId('child'))?.percentage).toBe(50)
    expect(PriceCategories.find(somePriceCategories, PriceCategoryId('senior'))).toBeUndefined()
    expect(usualPriceCategories).toMatchObject([{ priceCategory: 'full', percentage: 100 }])
  })
})

describe('the price of a category', () => {
  const price = (hundredths: number, percentage: number, currency = 'EUR') =>
    priceOf('event', Price(hundredths), { percentage: Percentage(percentage) }, Currency(currency))

  it.each([
    [1990, 50, 'EUR', 995],
    [1999, 50, 'EUR', 1000],
    [1, 50, 'EUR', 1],
    [1, 49, 'EUR', 0],
    [1333, 33, 'EUR', 440],
    [150_000, 33, 'JPY', 49_500],
    [150_100, 50, 'JPY', 75_100],
    [150_100, 33, 'JPY', 49_500],
    [12_345, 10, 'KWD', 1235],
    [9_999_999_999, 99, 'EUR', 9_899_999_999],
  ])('of %s hundredths at %s %% in %s is %s', (hundredths, percentage, currency, expected) => {
    expect(price(hundredths, percentage, currency)).toBe(expected)
  })

  it('is the full price itself at 100 %, and nothing at 0 %', () => {
    const prices = fc.integer({ min: 0, max: 9_999_999_999 })
    fc.assert(
      fc.property(prices, fc.constantFrom('EUR', 'JPY', 'KWD'), (hundredths, currency) => {
        expect([price(hundredths, 100, currency), price(hundredths, 0, currency)]).toEqual([hundredths, 0])
      }),
    )
  })

  it('is the nearest multiple of the smallest unit, the greater one of two, in exact integers', () => {
    const prices = fc.integer({ min: 0, max: 9_999_999_999 })
    const percentages = fc.integer({ min: 0, max: 99 })
    fc.assert(
      fc.property(
        prices,
        percentages,
        fc.constantFrom(['EUR', 1n], ['JPY', 100n]),
        (hundredths, percentage, [currency, unit]) => {
          const result = BigInt(price(hundredths, percentage, currency as string))
          // Twice the distance from the exact price, in hundredths of a percent.
          const distance = 2n * (result * 100n - BigInt(hundredths) * BigInt(percentage))
          const step = 100n * (unit as bigint)
          expect(result % (unit as bigint)).toBe(0n)
          expect(distance > -step && distance <= step).toBe(true)
        },
      ),
    )
  })

  it('is the price that it has for general entry, while events and other categories cost their percentage', () => {
    const reduced = category('reduced', 50, 'Reduced', 800)
    const costs = (ticketType: TicketType, each: PriceCategory) =>
      priceOf(ticketType, Price(1200), each, Currency('EUR'))
    expect([costs('general', reduced), costs('event', reduced)]).toEqual([800, 600])
    expect([costs('general', category('free', 50, 'Free', 0)), costs('general', category('child', 50))]).toEqual([
      0, 600,
    ])
    expect(costs('general', category('dear', 100, 'Dear', 1500))).toBe(1500)
  })
})
