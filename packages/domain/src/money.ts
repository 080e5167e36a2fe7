import type { Brand } from './brand.ts'
import { type Fault, integerValue, valueObject } from './fault.ts'

/** An exact price in integer minor units, hundredths of the museum's currency: `1990` is 19.90. */
export type Price = Brand<number, 'Price'>

const largest = 9_999_999_999

/**
 * Makes minor units, from `min` to `max`, from an amount in whole currency units, as in a request body: `19.9`. Its shortest decimal
 * form has at most two decimals.
 */
const minorUnitsOfAmount = <MinorUnits extends number>(max: number, min = 0) =>
  valueObject<number, MinorUnits>(
    (amount) => {
      if (!(amount >= min / 100 && amount <= max / 100))
        return {
          code: 'price-out-of-range',
          detail: `must be a number from ${min / 100} to ${max / 100}`,
          values: { min: min / 100, max: max / 100 },
        }
      if (!/^-?\d+(\.\d{1,2})?$/.test(String(amount)))
        return { code: 'price-too-precise', detail: 'must have at most two decimals', values: { decimals: 2 } }
      return undefined
    },
    // JSON has -0; a price must not be -0.
    (amount) => (Math.round(amount * 100) + 0) as MinorUnits,
  )

/** Makes a `Price` from integer minor units, `1990` for 19.90. Throws a `TypeError` for any other number. */
export const Price = Object.assign(integerValue<Price>(0, largest, 'price-out-of-range'), {
  /** Makes a `Price` from an amount in whole currency units, `19.9`. Throws a `TypeError` for any other number. */
  ofAmount: minorUnitsOfAmount<Price>(largest),
  /** Makes the sum of at most `count` prices, in minor units, from an amount. Throws a `TypeError` for any other number. */
  sumOfAmount: (count: number) => minorUnitsOfAmount<number>(count * largest),
  /**
   * The amount in whole currency units, `19.9`, of a price or a sum in minor units: the number nearest to it, whose shortest
   * decimal form is exactly it.
   */
  toAmount: (minorUnits: number): number => minorUnits / 100,
  /**
   * Why a price cannot be paid in a currency: it is finer than the smallest unit. A museum stores no such price; one that was
   * stored before, or in another currency, stays as it is.
   */
  faultIn: (price: Price, currency: Currency): Fault | undefined => {
    if (price % smallestUnit(currency) === 0) return undefined
    // No currency has one decimal.
    return {
      code: 'price-too-precise',
      detail: `must have no decimals in ${currency}`,
      values: { decimals: 0, currency },
    }
  },
})

/** An exact amount in minor units, which may be negative: `-1990` is -19.90. */
export type SignedAmount = Brand<number, 'SignedAmount'>
/** Makes a `SignedAmount` from an amount in whole currency units, `-19.9`. Throws a `TypeError` for any other number. */
export const SignedAmount = {
  /** Makes a `SignedAmount` from an amount in whole currency units, at most 99,999,999.99 either way. */
  ofAmount: minorUnitsOfAmount<SignedAmount>(largest, -largest),
}

/** An exact sum of prices in minor units as a decimal number with two decimals: `1990n` is `19.90`. */
export const decimalOf = (minorUnits: bigint): string => {
  if (minorUnits < 0n) return `-${decimalOf(-minorUnits)}`
  return `${minorUnits / 100n}.${String(minorUnits % 100n).padStart(2, '0')}`
}

/** A currency by its ISO 4217 letters, `EUR`. */
export type Currency = Brand<string, 'Currency'>
/** Makes a `Currency` from its three ISO 4217 letters. Throws a `TypeError` for any other text. */
export const Currency = valueObject<string, Currency>((text) =>
  /^[A-Z]{3}$/.test(text)
    ? undefined
    : { code: 'not-a-currency', detail: 'must be the three capital letters of a currency, such as EUR' },
)

/** The smallest unit of a currency in hundredths: 1 for EUR, 100 for JPY, and 1 for KWD, which has thousandths. */
export const smallestUnit = (currency: Currency): number => {
  const known = smallestUnits.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const unit = 10 ** Math.max(0, 2 - maximumFractionDigits!)
  smallestUnits.set(currency, unit)
  return unit
}

/** Making an `Intl.NumberFormat` takes as long as the rest of a purchase. */
const smallestUnits = new Map<Currency, number>()
