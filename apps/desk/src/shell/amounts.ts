/** An amount of the API in hundredths, in which amounts are added up: sums of decimal fractions would not be exact. */
export const hundredths = (amount: number): number => Math.round(amount * 100)
