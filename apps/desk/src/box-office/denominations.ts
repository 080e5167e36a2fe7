import { currencyDecimals } from '@museum/languages'

const ofTen = (...tens: readonly number[]) => tens.flatMap((ten) => [5 * ten, 2 * ten, ten])

/** The notes and coins of these currencies, in hundredths. */
const known: ReadonlyMap<string, readonly number[]> = new Map([
  ['EUR', [50_000, 20_000, 10_000, ...ofTen(1_000, 100, 10, 1)]],
  ['CHF', [100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5]],
  ['USD', [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1]],
  ['GBP', ofTen(1_000, 100, 10, 1)],
  ['JPY', [1_000_000, 500_000, 200_000, 100_000, 50_000, 10_000, 5_000, 1_000, 500, 100]],
])

/** The notes and coins of a currency, in hundredths, the largest first; of an unknown one, the usual series. */
export const denominations = (currency: string): readonly number[] => {
  const unit = 10 ** (2 - currencyDecimals(currency))
  return known.get(currency) ?? ofTen(10_000, 1_000, 100, 10, 1).map((each) => each * unit)
}
