import { type Currency, smallestUnit } from '@museum/domain'

/**
 * Currencies whose amounts Stripe takes in whole units, and those whose amounts it takes in thousandths, a multiple of ten. All other
 * amounts are hundredths, also of currencies without decimals that had some before: ISK, UGX.
 */
const inWholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const inThousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** How many hundredths, in which the museum counts, one of Stripe's units is. */
const hundredthsPerUnit = (currency: string) => {
  if (inWholeUnits.has(currency)) return 100
  return inThousandths.has(currency) ? 0.1 : 1
}

/** An amount of the museum, in hundredths of a currency, in Stripe's units. Throws a `TypeError` for one that Stripe cannot take. */
export const toStripeAmount = (hundredths: number, currency: string): number => {
  const amount = Math.round(hundredths / hundredthsPerUnit(currency))
  if (toHundredths(amount, currency) !== hundredths)
    throw new TypeError(`${hundredths / 100} ${currency} cannot be paid: Stripe takes whole amounts of it only.`)
  return amount
}

/** An amount of Stripe, in its units of a currency, in hundredths: not whole where Stripe's are thousandths that are no multiple of ten. */
export const toHundredths = (amount: number, currency: string): number =>
  inThousandths.has(currency) ? amount / 10 : amount * hundredthsPerUnit(currency)

/** The smallest amounts that Stripe takes, by the currency of the account, in whole currency units. */
const minimums: ReadonlyMap<string, number> = new Map(
  Object.entries({
    AED: 2,
    AUD: 0.5,
    BGN: 1,
    BRL: 0.5,
    CAD: 0.5,
    CHF: 0.5,
    CZK: 15,
    DKK: 2.5,
    EUR: 0.5,
    GBP: 0.3,
    HKD: 4,
    HUF: 175,
    INR: 0.5,
    JPY: 50,
    MXN: 10,
    MYR: 2,
    NOK: 3,
    NZD: 0.5,
    PLN: 2,
    RON: 2,
    SEK: 3,
    SGD: 0.5,
    THB: 10,
    USD: 0.5,
  }),
)

/**
 * The smallest amount that Stripe takes in a currency, in hundredths. Stripe names none for other currencies, which it converts: there it
 * is the smallest unit.
 */
export const minimumOf = (currency: Currency): number => {
  const minimum = minimums.get(currency)
  return minimum === undefined ? smallestUnit(currency) : Math.round(minimum * 100)
}
