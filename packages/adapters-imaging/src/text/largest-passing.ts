/** The largest of the ascending values that passes, found by bisection: every value below one that passes must pass. */
export const largestPassing = (values: readonly number[], passes: (value: number) => boolean): number | undefined => {
  let [passing, failing] = [-1, values.length]
  while (failing - passing > 1) {
    const middle = (passing + failing) >> 1
    if (passes(values[middle]!)) passing = middle
    else failing = middle
  }
  return values[passing]
}
