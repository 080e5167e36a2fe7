export const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

/** The value that a share of the values does not exceed; the values are in ascending order. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

export const median = (values: readonly number[]): number => {
  const sorted = ascending(values)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}

/** How far the lowest and the highest value are from the median: `(-4 %, +7 %)`. */
export const spreadOf = (values: readonly number[]): string => {
  const share = (value: number) => Math.round((value / median(values) - 1) * 100)
  return `(${share(Math.min(...values))} %, +${share(Math.max(...values))} %)`
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const mean = (values: readonly number[]): number => sum(values) / values.length
