import { expect, it } from '@jest/globals'
import { decimalOf } from './money.ts'

it.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [1_990n, '19.90'],
  [123_456_789_012_345_678_901n, '1234567890123456789.01'],
])('the sum of %i minor units is the decimal number %s', (minorUnits, decimal) => {
  expect(decimalOf(minorUnits)).toBe(decimal)
})
