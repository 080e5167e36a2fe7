import { expect, it } from '@jest/globals'
import { Currency, Price, decimalOf, smallestUnit } from './money.ts'

it.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [1_990n, '19.90'],
  [-5n, '-0.05'],
  [-1_250n, '-12.50'],
  [123_456_789_012_345_678_901n, '1234567890123456789.01'],
])('the sum of %i minor units is the decimal number %s', (minorUnits, decimal) => {
  expect(decimalOf(minorUnits)).toBe(decimal)
})

it('has no decimals, or two or more, in every currency', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    expect([1, 100]).toContain(smallestUnit(Currency(currency)))
})

it.each([
  ['JPY', 150_050, 'must have no decimals in JPY'],
  ['JPY', 1, 'must have no decimals in JPY'],
  ['JPY', 150_000, undefined],
  ['EUR', 1, undefined],
  // A price of the contract has at most two decimals, also in currencies with three.
  ['KWD', 1, undefined],
  ['BHD', 1_250, undefined],
])('in %s, the price of %i hundredths has the fault %s', (currency, hundredths, detail) => {
  const fault = Price.faultIn(Price(hundredths), Currency(currency))
  expect(fault).toEqual(
    detail === undefined ? undefined : { code: 'price-too-precise', detail, values: { currency, decimals: 0 } },
  )
})
