import { describe, expect, it } from '@jest/globals'
import { Currency, smallestUnit } from '@museum/domain'
import { minimumOf, toHundredths, toStripeAmount } from './stripe-amounts.ts'

describe('an amount in hundredths and in the units of Stripe', () => {
  it.each([
    ['EUR', 1_990, 1_990],
    ['USD', 1, 1],
    ['HUF', 17_550, 17_550],
    ['JPY', 150_000, 1_500],
    ['KRW', 100, 1],
    ['XPF', 9_999_999_900, 99_999_999],
    ['KWD', 1_990, 19_900],
    ['TND', 1, 10],
    ['BHD', 9_999_999_999, 99_999_999_990],
    ['ISK', 50_000, 50_000],
    ['UGX', 300, 300],
    ['EUR', 0, 0],
  ])('of %s: %i is %i', (currency, hundredths, amount) => {
    expect(toStripeAmount(hundredths, currency)).toBe(amount)
    expect(toHundredths(amount, currency)).toBe(hundredths)
  })

  it('is exact for every amount of thousandths, whose last digit is 0', () => {
    for (let hundredths = 1; hundredths < 20_000; hundredths += 7) {
      const amount = toStripeAmount(hundredths, 'KWD')
      expect([amount % 10, toHundredths(amount, 'KWD')]).toEqual([0, hundredths])
    }
  })

  it('cannot have a part of a unit in a currency without decimals', () => {
    expect(() => toStripeAmount(150_050, 'JPY')).toThrow(
      new TypeError('1500.5 JPY cannot be paid: Stripe takes whole amounts of it only.'),
    )
    expect(() => toStripeAmount(0.5, 'EUR')).toThrow(TypeError)
  })

  it('of Stripe that the museum cannot count is another amount than every one that it asked for', () => {
    expect(Number.isInteger(toHundredths(19_905, 'KWD'))).toBe(false)
  })

  it('is one of Stripe wherever prices of the museum are in the smallest unit of the currency', () => {
    for (const code of Intl.supportedValuesOf('currency')) {
      const unit = smallestUnit(Currency(code))
      expect(toHundredths(toStripeAmount(12 * unit, code), code)).toBe(12 * unit)
    }
  })
})

describe('the smallest amount', () => {
  it.each([
    ['EUR', 50],
    ['GBP', 30],
    ['CHF', 50],
    ['JPY', 5_000],
    ['HUF', 17_500],
    ['CZK', 1_500],
    ['THB', 1_000],
    ['KWD', 1],
    ['KRW', 100],
  ])('of %s is %i hundredths', (code, minimum) => expect(minimumOf(Currency(code))).toBe(minimum))
})
